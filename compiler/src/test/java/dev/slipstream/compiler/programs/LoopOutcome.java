package dev.slipstream.compiler.programs;

import dev.slipstream.compiler.TestProgram;
import dev.slipstream.compiler.opencl.ArrayStart;
import dev.slipstream.compiler.opencl.FloatingPoint;
import dev.slipstream.compiler.opencl.OpenClTranslator;
import dev.slipstream.compiler.opencl.UntranslatableException;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.model.loop.LaunchPlan;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The results for the marked loops of a program that has run with its loops taken. */
final class LoopOutcome {
  /** The result for a program whose loops all ran as kernels. */
  static final String TAKEN = "taken";

  /** The result for a program that computes something else on a device. */
  static final String WRONG = "wrong";

  private final TestProgram program;
  private final Set<LoopKernel> launched = new HashSet<>();
  private final Set<LoopKernel> launchedWithAllChecks = new HashSet<>();
  private boolean checking;

  LoopOutcome(TestProgram program) {
    this.program = program;
  }

  /** Launches as another launcher does, and records which loops were launched. */
  TestProgram.Launcher watching(TestProgram.Launcher launcher) {
    return (LoopKernel kernel, LaunchPlan.Run run) -> {
      launched.add(kernel);
      if (run.checked()) {
        launchedWithAllChecks.add(kernel);
      }
      checking |= run.launch().violation() != Launch.PROVEN;
      launcher.launch(kernel, run);
    };
  }

  /** Whether a launched kernel still had to check something. */
  boolean checking() {
    return checking;
  }

  /**
   * {@code taken} if every loop was compiled, translated to OpenCL and launched each time that it
   * was reached; otherwise what failed, with the reasons.
   */
  String text() {
    Map<String, Set<String>> problems = new TreeMap<>();
    program.refused().forEach(r -> add(problems, "refused", r.reason()));
    program.stays().forEach(reason -> add(problems, "on the host", reason));
    for (LoopKernel kernel : program.kernels()) {
      untranslatable(kernel).ifPresent(reason -> add(problems, "not translated", reason));
      if (!launched.contains(kernel) && program.stays().isEmpty()) {
        add(problems, "never launched", kernel.name().toString());
      }
    }
    if (problems.isEmpty()) {
      return program.kernels().isEmpty() ? "no marked loop" : TAKEN;
    }
    return problems.entrySet().stream()
        .map(e -> e.getKey() + ": " + String.join("; ", e.getValue()))
        .collect(Collectors.joining(" | "));
  }

  private static void add(Map<String, Set<String>> problems, String kind, String reason) {
    Collection<String> reasons = problems.computeIfAbsent(kind, k -> new TreeSet<>());
    reasons.add(reason);
  }

  private Optional<String> untranslatable(LoopKernel kernel) {
    try {
      OpenClTranslator.translate(
          kernel.kernel().classFile(),
          kernel.kernel().dimensions(),
          kernel.kernel().descriptors(),
          FloatingPoint.EXACT,
          Set.of(),
          ArrayStart.FIRST_ELEMENT);
      if (launchedWithAllChecks.contains(kernel)) {
        RangeKernel code = kernel.checkedKernel();
        OpenClTranslator.translate(
            code.classFile(),
            kernel.kernel().dimensions(),
            code.descriptors(),
            FloatingPoint.EXACT,
            Set.of(),
            ArrayStart.FIRST_ELEMENT);
      }
      return Optional.empty();
    } catch (UntranslatableException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }
}
