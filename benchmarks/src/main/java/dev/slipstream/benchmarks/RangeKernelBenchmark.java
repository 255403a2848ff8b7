package dev.slipstream.benchmarks;

import dev.slipstream.benchmarks.compiled.CompiledLoops;
import dev.slipstream.benchmarks.compiled.Submission;
import dev.slipstream.benchmarks.loop.FloatLoop;
import dev.slipstream.benchmarks.loop.NestedStencil;
import dev.slipstream.benchmarks.loop.Polynomial;
import dev.slipstream.benchmarks.loop.Saxpy;
import dev.slipstream.benchmarks.loop.Stencil;
import dev.slipstream.model.loop.LaunchPlan;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.cpu.KernelClass;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Compares the JIT's code for a kernel with that for the loop it was taken from; above all, whether
 * both are vectorised. Both run on the calling thread. Each call is timed, so that calls disturbed
 * by other programs can be told from the others.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RangeKernelBenchmark {
  private static final int ELEMENTS = 1 << 20;

  /** The measured loop. */
  @Param({"SAXPY", "STENCIL", "NESTED_STENCIL", "POLYNOMIAL"})
  public Program program;

  private float[] from;
  private float[] to;
  private FloatLoop plain;
  private KernelClass kernel;
  private int[] bounds;
  private Object[] arguments;

  /** The loops that are measured. */
  public enum Program {
    /** {@link Saxpy}. */
    SAXPY(Saxpy.class),
    /** {@link Stencil}. */
    STENCIL(Stencil.class),
    /** {@link NestedStencil}. */
    NESTED_STENCIL(NestedStencil.class),
    /** {@link Polynomial}. */
    POLYNOMIAL(Polynomial.class);

    private final Class<? extends FloatLoop> type;

    Program(Class<? extends FloatLoop> type) {
      this.type = type;
    }

    private FloatLoop create() {
      return switch (this) {
        case SAXPY -> new Saxpy();
        case STENCIL -> new Stencil();
        case NESTED_STENCIL -> new NestedStencil();
        case POLYNOMIAL -> new Polynomial();
      };
    }
  }

  /**
   * Takes the loop.
   *
   * @throws DeviceException if the JVM does not accept the kernel
   */
  @Setup(Level.Trial)
  public void take() throws DeviceException {
    from = new float[ELEMENTS];
    to = new float[ELEMENTS];
    for (int i = 0; i < ELEMENTS; i++) {
      from[i] = i % 100 * 0.01f;
    }
    plain = program.create();
    CompiledLoops loops = CompiledLoops.of(program.type, () -> 0);
    kernel = KernelClass.define(loops.rangeKernel());
    Submission submission = loops.submission(0.0001f, from, to);
    LaunchPlan plan = loops.kernel().plan(submission.start(), submission.captures());
    if (!(plan instanceof LaunchPlan.Run run)) {
      throw new IllegalStateException("the loop is not run but: " + plan);
    }
    arguments = run.launch().arguments();
    bounds = new int[2 * run.launch().space().counts().length];
    for (int d = 0; d < run.launch().space().counts().length; d++) {
      bounds[2 * d] = run.launch().space().starts()[d];
      bounds[2 * d + 1] =
          run.launch().space().starts()[d]
              + run.launch().space().counts()[d] * run.launch().space().steps()[d];
    }
  }

  /** The loop as javac compiled it. */
  @Benchmark
  public void plain() {
    plain.run(0.0001f, from, to);
  }

  /**
   * The kernel over all iterations, called as the CPU device calls it.
   *
   * @throws Throwable never
   */
  @Benchmark
  public void kernel() throws Throwable {
    kernel.run(bounds, arguments);
  }
}
