package dev.slipstream.benchmarks;

import dev.slipstream.benchmarks.compiled.CompiledLoops;
import dev.slipstream.benchmarks.loop.LargeBody;
import dev.slipstream.compiler.CompiledClass;
import dev.slipstream.compiler.LoopCompiler;
import dev.slipstream.compiler.classfile.ClassLibrary;
import dev.slipstream.compiler.discovery.AnnotationNames;
import dev.slipstream.compiler.discovery.LoopSelection;
import dev.slipstream.compiler.opencl.ArrayStart;
import dev.slipstream.compiler.opencl.FloatingPoint;
import dev.slipstream.compiler.opencl.OpenClSource;
import dev.slipstream.compiler.opencl.OpenClTranslator;
import dev.slipstream.compiler.opencl.UntranslatableException;
import dev.slipstream.compiler.outlining.LoopKernel;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The cost of the compiler for a loop of fifty lines, once per class, while it is loaded. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CompileBenchmark {
  private byte[] classFile;
  private ClassLibrary library;

  /** Reads the class file. */
  @Setup(Level.Trial)
  public void read() {
    classFile = CompiledLoops.classFile(LargeBody.class);
    library = CompiledLoops.library();
  }

  /** The quick check of every class that is loaded; most hold no marked loop. */
  @Benchmark
  public boolean look() {
    return AnnotationNames.mayBeIn(classFile);
  }

  /** From a class file to a kernel and a rewritten class. */
  @Benchmark
  public CompiledClass compile() {
    return new LoopCompiler(() -> 0).compile(classFile, library, LoopSelection.none());
  }

  /**
   * From a class file to OpenCL text.
   *
   * @throws UntranslatableException never
   */
  @Benchmark
  public OpenClSource compileToOpenCl() throws UntranslatableException {
    CompiledClass compiled = compile();
    if (compiled.kernels().isEmpty()) {
      throw new IllegalStateException("the loop was not taken: " + compiled.refused());
    }
    LoopKernel kernel = compiled.kernels().get(0);
    return OpenClTranslator.translate(
        kernel.kernel().classFile(),
        kernel.kernel().dimensions(),
        kernel.kernel().descriptors(),
        FloatingPoint.EXACT,
        Set.of(),
        ArrayStart.FIRST_ELEMENT);
  }
}
