package dev.slipstream.agent.rewriting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.SaxpySource;
import dev.slipstream.agent.kept.KeptLoops;
import dev.slipstream.compiler.CompiledClass;
import dev.slipstream.compiler.LoopCompiler;
import dev.slipstream.compiler.classfile.ClassLibrary;
import dev.slipstream.compiler.discovery.LoopSelection;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.model.loop.LaunchPlan;
import dev.slipstream.runtime.configuration.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoopSourceTest {
  private static final ClassLibrary NO_OTHER = name -> Optional.empty();

  private final ClassLoader program = ClassLoader.getSystemClassLoader();
  private final List<String> events = new ArrayList<>();
  private final List<Runnable> background = new ArrayList<>();
  private byte[] saxpy = {};

  @TempDir private Path folder;

  @BeforeEach
  void compile() throws IOException {
    Path classes = ChildProgram.compile(folder.resolve("program"), SaxpySource.SOURCE);
    saxpy = Files.readAllBytes(classes.resolve("Saxpy.class"));
  }

  @Test
  void aSecondStartRewritesTheClassAsTheFirstOneWithoutACompiler() {
    CompiledClass first = start();
    assertThat(events).containsExactly("compiler");
    events.clear();
    CompiledClass second = start();
    assertThat(events).isEmpty();
    assertThat(second.classFile().orElseThrow()).isEqualTo(first.classFile().orElseThrow());
    LoopKernel before = first.kernels().get(0);
    LoopKernel after = second.kernels().get(0);
    assertThat(after.name()).isEqualTo(before.name());
    assertThat(after.site()).isEqualTo(before.site());
    assertThat(after.workClass().orElseThrow()).isEqualTo(before.workClass().orElseThrow());
  }

  @Test
  void theKernelIsTheSameWhenItIsCompiledLater() {
    LoopKernel before = start().kernels().get(0);
    LoopKernel after = start().kernels().get(0);
    assertThat(after.kernel()).isEqualTo(before.kernel());
    assertThat(after.analysis()).isEqualTo(before.analysis());
  }

  @Test
  void anExecutionThatNeedNotWaitHasTheLoopCompiledInTheBackground() {
    start();
    events.clear();
    LoopKernel loop = start().kernels().get(0);
    assertThat(loop.isPrepared()).isFalse();
    loop.prepare(0, new Object[0], nanos -> {});
    assertThat(events).isEmpty();
    background.get(0).run();
    assertThat(events).containsExactly("compiler");
    assertThat(loop.isPrepared()).isTrue();
  }

  @Test
  void whatAnotherClassLoaderHasIsNotKept() {
    ClassLoader other = new ClassLoader() {};
    KeptLoops kept = kept("as it is");
    source(kept).compile(saxpy, other, /* isLoaded= */ false, NO_OTHER);
    kept.write();
    events.clear();
    start();
    assertThat(events).containsExactly("compiler");
  }

  @Test
  void ifItsKernelIsNotThatOfTheKeptClassTheLoopStaysOnTheHost() throws IOException {
    Path classes =
        ChildProgram.compile(folder.resolve("other"), SaxpySource.SOURCE.replace('*', '-'));
    byte[] other = Files.readAllBytes(classes.resolve("Saxpy.class"));
    KeptLoops kept = kept("as it was");
    kept.add(
        saxpy,
        List.of(0),
        new LoopCompiler(() -> 0).compile(other, NO_OTHER, LoopSelection.none()));
    kept.write();
    LoopKernel loop = start("as it was").kernels().get(0);
    assertThat(loop.plan(0, new Object[0]))
        .isInstanceOfSatisfying(
            LaunchPlan.Stay.class,
            stay -> assertThat(stay.reason()).contains("cannot be compiled as before"));
  }

  private CompiledClass start() {
    return start("as it is");
  }

  private CompiledClass start(String description) {
    KeptLoops kept = kept(description);
    CompiledClass compiled = source(kept).compile(saxpy, program, /* isLoaded= */ false, NO_OTHER);
    kept.write();
    return compiled;
  }

  private KeptLoops kept(String description) {
    return KeptLoops.of(folder.resolve("cache"), "Program", description, Log.none());
  }

  private LoopSource source(KeptLoops kept) {
    SiteNumbers sites = new SiteNumbers();
    return new LoopSource(
        () -> {
          events.add("compiler");
          return new LoopCompiler(sites);
        },
        LoopSelection.none(),
        sites,
        () -> Optional.of(kept),
        background::add);
  }
}
