package dev.slipstream.compiler.random;

import dev.slipstream.compiler.TestProgram;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.loop.LaunchPlan;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Plans with errors. */
final class PlanEdits {
  private PlanEdits() {}

  static LaunchPlan.Run counts(LaunchPlan.Run run, int outermost) {
    int[] counts = run.launch().space().counts();
    counts[0] = outermost;
    return with(run, counts, run.resume(), run.launch().accesses());
  }

  static LaunchPlan.Run resume(LaunchPlan.Run run, int resume) {
    return with(run, run.launch().space().counts(), resume, run.launch().accesses());
  }

  static LaunchPlan.Run accesses(LaunchPlan.Run run, UnaryOperator<ArrayAccess> edit) {
    return with(
        run,
        run.launch().space().counts(),
        run.resume(),
        run.launch().accesses().stream().map(edit).toList());
  }

  private static LaunchPlan.Run with(
      LaunchPlan.Run run, int[] counts, int resume, List<ArrayAccess> accesses) {
    Launch launch = run.launch();
    IterationSpace space =
        new IterationSpace(launch.space().starts(), launch.space().steps(), counts);
    return new LaunchPlan.Run(
        new Launch(space, launch.arguments(), accesses, launch.violation()),
        resume,
        run.work(),
        run.certainWork(),
        run.checked(),
        run.completion(),
        run.fixedOrder(),
        run.iterations(),
        run.results(),
        run.divisions(),
        run.trusted());
  }

  /** Passes the compiler a copy of each array that is passed twice. */
  static final class NoAliases implements Sabotage {
    @Override
    public LaunchPlan plan(LoopKernel kernel, int start, Object[] captures) {
      Map<Object, Object> originals = new IdentityHashMap<>();
      Object[] shown = captures.clone();
      for (int c = 0; c < shown.length; c++) {
        Object value = captures[c];
        boolean before = Arrays.stream(captures, 0, c).anyMatch(other -> other == value);
        if (value != null && value.getClass().isArray() && before) {
          shown[c] = TestProgram.copies(new Object[] {value})[0];
          originals.put(shown[c], value);
        }
      }
      LaunchPlan plan = kernel.plan(start, shown);
      if (plan instanceof LaunchPlan.Run run) {
        Object[] arguments = run.launch().arguments().clone();
        Arrays.setAll(arguments, a -> originals.getOrDefault(arguments[a], arguments[a]));
        return run.on(arguments);
      }
      return plan;
    }
  }
}
