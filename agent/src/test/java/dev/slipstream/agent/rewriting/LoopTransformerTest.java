package dev.slipstream.agent.rewriting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.RefusingInstrumentation;
import dev.slipstream.agent.child.SaxpySource;
import dev.slipstream.agent.loading.BootAccess;
import dev.slipstream.compiler.LoopCompiler;
import dev.slipstream.compiler.classfile.ClassLibrary;
import dev.slipstream.compiler.classfile.MethodBodies;
import dev.slipstream.compiler.discovery.LoopSelection;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.compiler.specialisation.OpenCallSite;
import dev.slipstream.model.loop.RefusedLoop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoopTransformerTest {
  private final ClassLoader program = LoopTransformerTest.class.getClassLoader();
  private final Module module = program.getUnnamedModule();
  private final List<String> events = new ArrayList<>();
  private byte[] saxpy = {};

  @TempDir private Path folder;

  @BeforeEach
  void compile() throws IOException {
    saxpy =
        Files.readAllBytes(ChildProgram.compile(folder, SaxpySource.SOURCE).resolve("Saxpy.class"));
  }

  @Test
  void aMarkedLoopIsTaken() {
    byte[] rewritten = transformer().transform(module, program, "Saxpy", null, null, saxpy);

    assertThat(rewritten).isNotNull().isNotEqualTo(saxpy);
    assertThat(events).containsExactly("taken " + SaxpySource.loop());
  }

  @Test
  void aClassOfTheJdkIsNotScanned() {
    assertThat(transformer().transform(module, null, "Saxpy", null, null, saxpy)).isNull();
    assertThat(transformer().transform(module, program, "sun/Saxpy", null, null, saxpy)).isNull();
    assertThat(events).isEmpty();
  }

  @Test
  void aDamagedClassIsLeftAloneAndNamed() {
    byte[] damaged = Arrays.copyOf(saxpy, saxpy.length / 2);

    assertThat(transformer().transform(module, program, "Saxpy", null, null, damaged)).isNull();
    assertThat(events).containsExactly("unreadable Saxpy");
  }

  @Test
  void aClassNewerThanTheParserIsLeftAloneAndNamed() {
    byte[] newer = saxpy.clone();
    newer[6] = 3;

    assertThat(transformer().transform(module, program, "Saxpy", null, null, newer)).isNull();
    assertThat(events).containsExactly("unreadable Saxpy");
  }

  @Test
  void aLoaderThatDoesNotSeeTheBootClassesKeepsItsLoops() {
    ClassLoader blind =
        new ClassLoader("blind", null) {
          @Override
          protected Class<?> findClass(String name) throws ClassNotFoundException {
            throw new ClassNotFoundException(name);
          }
        };

    assertThat(transformer().transform(module, blind, "Saxpy", null, null, saxpy)).isNull();
    assertThat(events)
        .containsExactly(
            "refused "
                + SaxpySource.loop()
                + ": the class loader 'blind' hides the agent's boot classes");
  }

  @Test
  void theFileOfALoadedClassIsUsedOnlyIfItHoldsTheSameCode() throws IOException {
    Path other =
        ChildProgram.compile(folder.resolve("other"), SaxpySource.SOURCE.replace("0.37f", "0.38f"));
    byte[] changed = Files.readAllBytes(other.resolve("Saxpy.class"));

    byte[] rewritten =
        transformer(name -> Optional.of(changed))
            .transform(module, program, "Saxpy", Object.class, null, saxpy);

    assertThat(rewritten).isNotNull();
    assertThat(MethodBodies.same(rewritten, changed)).isFalse();
    assertThat(events).containsExactly("taken " + SaxpySource.loop());
  }

  private LoopTransformer transformer() {
    return transformer(name -> Optional.empty());
  }

  private LoopTransformer transformer(ClassLibrary library) {
    SiteNumbers sites = new SiteNumbers();
    return new LoopTransformer(
        new LoopScope(new ClassLoader() {}),
        LoopSelection.none(),
        false,
        new LoopSource(
            () -> new LoopCompiler(sites),
            LoopSelection.none(),
            sites,
            Optional::empty,
            Runnable::run),
        loader -> library,
        new BootAccess(new RefusingInstrumentation().instrumentation()),
        Optional.empty(),
        new Listening());
  }

  private final class Listening implements LoopRegistry {
    @Override
    public void taken(LoopKernel kernel, ClassLoader loader) {
      events.add("taken " + kernel.name());
    }

    @Override
    public void open(OpenCallSite loop, ClassLoader loader) {
      events.add("open " + loop.name());
    }

    @Override
    public void refused(RefusedLoop loop) {
      events.add("refused " + loop.name() + ": " + loop.reason());
    }

    @Override
    public void forbidden(int site, RefusedLoop loop) {
      events.add("forbidden " + site + " " + loop.name());
    }

    @Override
    public void unreadable(String className, String reason) {
      events.add("unreadable " + className);
    }
  }
}
