package dev.slipstream.benchmarks;

import dev.slipstream.benchmarks.compiled.DecidedLoop;
import dev.slipstream.model.loop.LaunchPlan;
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
 * The cost of the proof, at each execution of a taken loop, that it cannot throw. It depends on the
 * loop's body, not on the number of iterations.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class DecisionBenchmark {
  /** The measured loop. */
  @Param({"SAXPY", "STENCIL", "NESTED_STENCIL", "LARGE_BODY"})
  public DecidedLoop.Program program;

  /** More than the compiler remembers. */
  private static final int STARTS = 200;

  private static final int ROWS = 256;

  private DecidedLoop loop;
  private int executions;

  /** Takes the loop. */
  @Setup(Level.Trial)
  public void take() {
    loop = DecidedLoop.of(program, ROWS);
  }

  /** Plans an execution of the same sizes as before, as most programs do. */
  @Benchmark
  public LaunchPlan decision() {
    return loop.plan(0);
  }

  /**
   * Plans an execution with a start that the loop has not had lately, so that everything is proven
   * again.
   */
  @Benchmark
  public LaunchPlan proof() {
    executions = (executions + 1) % STARTS;
    return loop.plan(executions);
  }
}
