package dev.slipstream.agent.rewriting;

import dev.slipstream.agent.kept.KeptForms;
import dev.slipstream.agent.kept.KeptLoop;
import dev.slipstream.agent.kept.KeptLoops;
import dev.slipstream.agent.kept.KeptOpenLoop;
import dev.slipstream.agent.kept.LoopsOfClass;
import dev.slipstream.compiler.CompiledClass;
import dev.slipstream.compiler.LoopCompiler;
import dev.slipstream.compiler.classfile.ClassLibrary;
import dev.slipstream.compiler.discovery.LoopSelection;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.compiler.specialisation.OpenCallSite;
import dev.slipstream.compiler.specialisation.OpenLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Provides classes with their loops taken out: those that an earlier start of the program has kept,
 * otherwise new ones from the compiler. The compiler is loaded only when it is needed. Thread-safe.
 */
public final class LoopSource {
  private final Supplier<LoopCompiler> compilers;
  private final LoopSelection selection;
  private final SiteNumbers siteNumbers;
  private final Supplier<Optional<KeptLoops>> keeping;
  private final Executor background;
  private final ClassLoader ofProgram = ClassLoader.getSystemClassLoader();
  private volatile @Nullable LoopCompiler compiler;
  private Optional<KeptLoops> kept = Optional.empty();
  private boolean isKeptKnown;

  /**
   * @param compilers creates the compiler
   * @param selection the loops that the user named
   * @param siteNumbers assigns a unique number to each taken loop
   * @param keeping finds the kept classes of earlier starts, for those that the JVM's own loaders
   *     find; called once, when they are needed
   * @param background compiles kept loops while the program goes on
   */
  public LoopSource(
      Supplier<LoopCompiler> compilers,
      LoopSelection selection,
      SiteNumbers siteNumbers,
      Supplier<Optional<KeptLoops>> keeping,
      Executor background) {
    this.compilers = compilers;
    this.selection = selection;
    this.siteNumbers = siteNumbers;
    this.keeping = keeping;
    this.background = background;
  }

  /**
   * Returns a class of the program with its loops taken out.
   *
   * @param isLoaded whether it is being transformed again, and so may have other call sites already
   * @param library finds other classes of its loader
   * @throws RuntimeException if the class file is damaged or newer than the parser knows
   */
  CompiledClass compile(
      byte[] classFile, ClassLoader loader, boolean isLoaded, ClassLibrary library) {
    Optional<KeptLoops> known = isLoaded || loader != ofProgram ? Optional.empty() : kept();
    if (known.isEmpty()) {
      return compiler().compile(classFile, library, selection, siteNumbers);
    }
    Optional<LoopsOfClass> before = known.get().take(classFile);
    return before.isPresent()
        ? later(known.get(), before.get(), classFile, library)
        : compileAndKeep(known.get(), classFile, library);
  }

  private synchronized Optional<KeptLoops> kept() {
    if (!isKeptKnown) {
      isKeptKnown = true;
      kept = keeping.get();
      if (kept.isPresent()) {
        siteNumbers.startAt(kept.get().firstNumber());
      }
    }
    return kept;
  }

  private CompiledClass compileAndKeep(KeptLoops keeping, byte[] classFile, ClassLibrary library) {
    List<Integer> numbers = new ArrayList<>();
    CompiledClass compiled =
        compiler()
            .compile(
                classFile,
                library,
                selection,
                () -> {
                  int number = siteNumbers.getAsInt();
                  numbers.add(number);
                  return number;
                });
    KeptForms forms = keeping.add(classFile, numbers, compiled);
    List<OpenCallSite> open = new ArrayList<>();
    for (OpenCallSite site : compiled.open()) {
      open.add(
          new LaterOpenLoop(
              KeptOpenLoop.of(site),
              new LaterCompilation<>(site::loop, background),
              open.size(),
              forms,
              background));
    }
    return new CompiledClass(compiled.classFile(), compiled.kernels(), open, compiled.refused());
  }

  private CompiledClass later(
      KeptLoops keeping, LoopsOfClass loops, byte[] classFile, ClassLibrary library) {
    List<LoopKernel> kernels = new ArrayList<>();
    for (KeptLoop loop : loops.taken()) {
      kernels.add(
          new LaterKernel(
              loop,
              new LaterCompilation<>(() -> compileAgain(loop, classFile, library), background)));
    }
    KeptForms forms = keeping.forms(classFile, loops);
    List<OpenCallSite> open = new ArrayList<>();
    for (KeptOpenLoop loop : loops.open()) {
      open.add(
          new LaterOpenLoop(
              loop,
              new LaterCompilation<>(() -> compileAgain(loop, classFile, library), background),
              open.size(),
              forms,
              background));
    }
    return new CompiledClass(loops.classFile(), kernels, open, loops.refused());
  }

  private LoopKernel compileAgain(KeptLoop loop, byte[] classFile, ClassLibrary library) {
    CompiledClass compiled =
        compiler().compile(classFile, library, selection, loop::site, loop.name());
    for (LoopKernel kernel : compiled.kernels()) {
      if (kernel.identity() == loop.identity()) {
        return kernel;
      }
    }
    throw new IllegalStateException("its kernel is not that of the earlier start");
  }

  private OpenLoop compileAgain(KeptOpenLoop loop, byte[] classFile, ClassLibrary library) {
    CompiledClass compiled =
        compiler().compile(classFile, library, selection, loop::site, loop.name());
    for (OpenCallSite site : compiled.open()) {
      if (site.identity() == loop.identity()) {
        return site.loop();
      }
    }
    throw new IllegalStateException("its call site is not that of the earlier start");
  }

  /** Two threads that come first may both create it, which does no harm. */
  private LoopCompiler compiler() {
    LoopCompiler made = compiler;
    if (made == null) {
      made = compilers.get();
      compiler = made;
    }
    return made;
  }
}
