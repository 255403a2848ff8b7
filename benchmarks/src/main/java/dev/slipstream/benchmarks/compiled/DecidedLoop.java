package dev.slipstream.benchmarks.compiled;

import dev.slipstream.benchmarks.loop.FloatLoop;
import dev.slipstream.benchmarks.loop.LargeBody;
import dev.slipstream.benchmarks.loop.NestedStencil;
import dev.slipstream.benchmarks.loop.Saxpy;
import dev.slipstream.benchmarks.loop.Stencil;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.model.loop.LaunchPlan;

/**
 * A loop that was reached once, for benchmarks of the compiler's decisions about executions.
 *
 * @param kernel the loop
 * @param submission what the call site passed
 */
public record DecidedLoop(LoopKernel kernel, Submission submission) {
  /** The loops that benchmarks choose from. */
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

  /**
   * Compiles a program, runs it once and keeps what its call site passes.
   *
   * @param rows the number of rows of {@link FloatLoop#WIDTH} in its arrays
   * @throws IllegalStateException if the loop is not taken, or may not run as a kernel
   */
  public static DecidedLoop of(Program program, int rows) {
    CompiledLoops loops = CompiledLoops.of(program.type, () -> 0);
    int elements = rows * FloatLoop.WIDTH;
    Submission submission = loops.submission(0.5f, new float[elements], new float[elements]);
    DecidedLoop loop = new DecidedLoop(loops.kernel(), submission);
    LaunchPlan plan = loop.plan(0);
    if (!(plan instanceof LaunchPlan.Run)) {
      throw new IllegalStateException("the loop is not run but: " + plan);
    }
    return loop;
  }

  /**
   * Plans an execution.
   *
   * @param later the difference between its start and the submitted one's
   */
  public LaunchPlan plan(int later) {
    return kernel.plan(submission.start() + later, submission.captures());
  }
}
