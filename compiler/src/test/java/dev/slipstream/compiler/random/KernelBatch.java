package dev.slipstream.compiler.random;

import dev.slipstream.compiler.CheckedLaunch;
import dev.slipstream.compiler.DeviceComparison;
import dev.slipstream.compiler.LoadedKernels;
import dev.slipstream.compiler.TestProgram;
import dev.slipstream.compiler.opencl.OpenClTestDevice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Kernels that are compiled as one class and built as one OpenCL program, with their results on the
 * JVM without and with their loops taken, and on a device.
 */
final class KernelBatch {
  private final List<RandomKernel> kernels;
  private final Sabotage sabotage;
  private final Optional<OpenClTestDevice> device;
  private final List<Difference> differences = new ArrayList<>();
  private final Tally tally = new Tally();

  private KernelBatch(
      List<RandomKernel> kernels, Sabotage sabotage, Optional<OpenClTestDevice> device) {
    this.kernels = kernels;
    this.sabotage = sabotage;
    this.device = device;
  }

  /** The results; at most one difference for each kernel. */
  record Outcome(List<Difference> differences, Tally tally) {}

  static Outcome run(
      List<RandomKernel> kernels, Sabotage sabotage, Optional<OpenClTestDevice> device) {
    KernelBatch batch = new KernelBatch(kernels, sabotage, device);
    batch.run();
    return new Outcome(batch.differences, batch.tally);
  }

  private void run() {
    StringBuilder members = new StringBuilder(SharedMethods.TEXT + RandomObjects.TYPES);
    kernels.forEach(kernel -> members.append(kernel.source()));
    TestProgram program;
    try {
      program = TestProgram.of(members.toString());
    } catch (RuntimeException e) {
      // The compiler does not tell which loop was the cause.
      if (kernels.size() == 1) {
        differences.add(new Difference(kernels.get(0), Difference.Kind.COMPILER, -1, e.toString()));
      }
      for (RandomKernel kernel : kernels.size() == 1 ? List.<RandomKernel>of() : kernels) {
        Outcome alone = run(List.of(kernel), sabotage, device);
        differences.addAll(alone.differences);
        tally.add(alone.tally);
      }
      return;
    }
    run(program);
  }

  private void run(TestProgram program) {
    LoadedKernels loaded = new LoadedKernels(sabotage::kernel);
    Optional<DeviceComparison> comparison =
        device.map(d -> new DeviceComparison(d, loaded, sabotage::text));
    CheckedLaunch launch = new CheckedLaunch(loaded, comparison);
    program.keepClasses();
    program.planWith(sabotage::plan);
    program.launchWith(
        (kernel, run) -> {
          launch.launch(kernel, run);
          sabotage.launched(run);
        });
    kernels.forEach(kernel -> run(program, kernel));
    comparison.ifPresent(all -> all.compare(this::add));
    comparison.ifPresent(
        all ->
            all.untranslatable()
                .forEach(
                    reason ->
                        differences.add(
                            new Difference(kernels.get(0), Difference.Kind.DEVICE, -1, reason))));
    count(program);
    tally.inspected += launch.inspections();
    tally.onDevice += comparison.map(DeviceComparison::executions).orElse(0);
  }

  private void run(TestProgram program, RandomKernel kernel) {
    for (int variant = 0; variant < RandomKernel.VARIANTS; variant++) {
      tally.executions++;
      try {
        Object[] expected = (Object[]) program.plain(kernel.runner(), variant);
        if (!"".equals(expected[1])) {
          tally.threw++;
        }
        Object actual = program.taken(kernel.runner(), variant);
        Optional<String> difference = ReturnedBits.difference(expected, actual);
        if (difference.isPresent()) {
          add(new Difference(kernel, Difference.Kind.RESULT, variant, difference.get()));
          return;
        }
      } catch (Throwable e) {
        String cause = e.getCause() == null ? "" : ": " + e.getCause();
        add(new Difference(kernel, Difference.Kind.KERNEL, variant, e + cause));
        return;
      }
    }
  }

  private void add(Difference difference) {
    if (differences.stream().noneMatch(d -> d.kernel().equals(difference.kernel()))) {
      differences.add(difference);
    }
  }

  private void add(DeviceComparison.Failure failure) {
    String loop = failure.kernel().name().toString();
    RandomKernel kernel =
        kernels.stream().filter(k -> loop.startsWith(k.loopPrefix())).findFirst().orElseThrow();
    Difference.Kind kind = failure.isBuilt() ? Difference.Kind.DEVICE : Difference.Kind.BUILD;
    add(new Difference(kernel, kind, -1, String.valueOf(failure.error().getMessage())));
  }

  private void count(TestProgram program) {
    tally.kernels += kernels.size();
    for (RandomKernel kernel : kernels) {
      boolean taken =
          program.kernels().stream()
              .anyMatch(k -> k.name().toString().startsWith(kernel.loopPrefix()));
      tally.taken += taken ? 1 : 0;
      tally.refused += taken ? 0 : 1;
      Constructs.in(kernel.source()).forEach(c -> tally.constructs.merge(c, 1, Integer::sum));
    }
    tally.launches += program.runs().size();
    tally.stays += program.stays().size();
    program.stays().forEach(s -> count("stays: " + s));
    program.refused().forEach(r -> count("refused: " + r.reason()));
  }

  private void count(String reason) {
    String plain = reason.replaceAll("line \\d+:? ?", "").replaceAll("\\d+", "N");
    tally.reasons.merge(plain, 1, Integer::sum);
  }
}
