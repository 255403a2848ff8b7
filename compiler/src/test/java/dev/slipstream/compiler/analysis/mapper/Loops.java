package dev.slipstream.compiler.analysis.mapper;

import dev.slipstream.compiler.TestProgram;
import dev.slipstream.compiler.discovery.SplitChoices;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.model.loop.LaunchPlan;
import java.util.ArrayList;
import java.util.List;

/** The mappers of the executions of a small program's loops. */
final class Loops {
  private final TestProgram program;
  private final List<LoopMappers> found = new ArrayList<>();

  private Loops(TestProgram program) {
    this.program = program;
    program.planWith(
        (kernel, start, captures) -> {
          LaunchPlan plan = kernel.plan(start, captures);
          if (plan instanceof LaunchPlan.Run) {
            found.add(mappers(kernel, start, captures));
          }
          return plan;
        });
  }

  private static LoopMappers mappers(LoopKernel kernel, int start, Object[] captures) {
    return kernel
        .mappers(start, captures)
        .orElseThrow(() -> new AssertionError(kernel.name() + " has no mappers"));
  }

  /** Runs a method {@code run} with some members of a class around it. */
  static List<LoopMappers> of(String members, Object... arguments) {
    return of(SplitChoices.none(), members, arguments);
  }

  private static List<LoopMappers> of(SplitChoices splits, String members, Object... arguments) {
    Loops loops = new Loops(TestProgram.of(members, splits));
    try {
      loops.program.taken("run", arguments);
    } catch (Throwable e) {
      throw new AssertionError(members, e);
    }
    if (loops.found.isEmpty()) {
      throw new AssertionError(
          "no loop ran as a kernel: refused "
              + loops.program.refused()
              + ", stayed "
              + loops.program.stays()
              + members);
    }
    return loops.found;
  }

  /** The mappers of the only loop. */
  static LoopMappers one(String members, Object... arguments) {
    return one(SplitChoices.none(), members, arguments);
  }

  /** The mappers of the only loop, with the user's choices for dividing it. */
  static LoopMappers one(SplitChoices splits, String members, Object... arguments) {
    List<LoopMappers> all = of(splits, members, arguments);
    if (all.size() != 1) {
      throw new AssertionError("not one execution but " + all.size());
    }
    return all.get(0);
  }
}
