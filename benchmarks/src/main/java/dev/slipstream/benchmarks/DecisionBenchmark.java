package dev.slipstream.benchmarks;

import dev.slipstream.benchmarks.compiled.CompiledLoops;
import dev.slipstream.benchmarks.compiled.Submission;
import dev.slipstream.benchmarks.loop.FloatLoop;
import dev.slipstream.benchmarks.loop.LargeBody;
import dev.slipstream.benchmarks.loop.NestedStencil;
import dev.slipstream.benchmarks.loop.Saxpy;
import dev.slipstream.benchmarks.loop.Stencil;
import dev.slipstream.compiler.LaunchPlan;
import dev.slipstream.compiler.LoopKernel;
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
 * The proof, at each execution of a taken loop, that it cannot throw. Its cost depends on the
 * loop's body, not on the number of iterations.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class DecisionBenchmark {
  /** Which loop. */
  @Param({"SAXPY", "STENCIL", "NESTED_STENCIL", "LARGE_BODY"})
  public Program program;

  private static final int STARTS = 32;

  private LoopKernel kernel;
  private Submission submission;
  private int executions;

  /** The loops that are decided about. */
  public enum Program {
    /** {@link Saxpy}. */
    SAXPY(Saxpy.class),
    /** {@link Stencil}. */
    STENCIL(Stencil.class),
    /** {@link NestedStencil}. */
    NESTED_STENCIL(NestedStencil.class),
    /** {@link LargeBody}. */
    LARGE_BODY(LargeBody.class);

    private final Class<? extends FloatLoop> type;

    Program(Class<? extends FloatLoop> type) {
      this.type = type;
    }
  }

  /** Takes the loop. */
  @Setup(Level.Trial)
  public void take() {
    CompiledLoops loops = CompiledLoops.of(program.type, () -> 0);
    kernel = loops.kernel();
    int elements = 64 * FloatLoop.WIDTH;
    submission = loops.submission(0.5f, new float[elements], new float[elements]);
    if (!(decision() instanceof LaunchPlan.Run)) {
      throw new IllegalStateException("the loop is not run but: " + decision());
    }
  }

  /** As most programs do it: the same sizes as before. */
  @Benchmark
  public LaunchPlan decision() {
    return kernel.plan(submission.start(), submission.captures());
  }

  /** With a start that the loop has not had lately, so that all is to be proven again. */
  @Benchmark
  public LaunchPlan proof() {
    executions = (executions + 1) % STARTS;
    return kernel.plan(submission.start() + executions, submission.captures());
  }
}
