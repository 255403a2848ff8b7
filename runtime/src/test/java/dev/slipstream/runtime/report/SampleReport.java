package dev.slipstream.runtime.report;

import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.runtime.graph.instruction.Traffic;
import dev.slipstream.runtime.observation.BuildStatistics;
import dev.slipstream.runtime.observation.DryRunStatistics;
import dev.slipstream.runtime.observation.GraphStatistics;
import dev.slipstream.runtime.observation.LoopStatistics;
import dev.slipstream.runtime.observation.LoopStatistics.OnDevice;
import dev.slipstream.runtime.observation.SharingStatistics;
import dev.slipstream.runtime.observation.VerificationStatistics;
import java.util.List;
import java.util.Map;

/** Loops of a program, with their figures. */
final class SampleReport {
  static final long SECOND = 1_000_000_000;

  /** A loop that ran on a device, and three times on the host. */
  static final TakenEntry HEAT =
      taken(
          "Heat.heat:12",
          "u: neighborhood(1,1)  v: one-to-one",
          neverInspected(
              List.of(
                  new OnDevice(
                      "opencl:0",
                      10_000,
                      640_000_000,
                      4_000_000,
                      2_100_000_000,
                      1_840_000_000,
                      10_000,
                      128L << 20,
                      128L << 20)),
              3,
              Map.of("too small to pay", 3L),
              List.of(),
              97 * SECOND,
              4_000_000,
              0,
              VerificationStatistics.NONE));

  private static final TakenEntry CHECKSUM =
      taken(
          "Heat.checksum:31",
          "",
          neverInspected(
              List.of(new OnDevice("cpu", 1, 100, 100, 30_000_000, 20_000_000, 0, 0, 0)),
              0,
              Map.of(),
              List.of("opencl:0: it has no fp64"),
              0,
              0,
              0,
              VerificationStatistics.NONE));
  private static final TakenEntry UNREACHED =
      taken(
          "Heat.init:22",
          "",
          neverInspected(List.of(), 0, Map.of(), List.of(), 0, 0, 0, VerificationStatistics.NONE));
  private static final RefusedEntry SMOOTH =
      new RefusedEntry(
          "Heat.smooth:44",
          "line 46 reads a[i-1], which iteration i-1 writes (line 46)",
          "If the order does not matter, read from a copy of a; if it does, remove @Parallel.",
          "docs/refusals.md#carried-values");

  /** One loop on a GPU, one on the CPU, one that was never reached, and one that was refused. */
  static final ReportContent CONTENT =
      withoutDryRun(
          "0.1.0",
          "opencl:0",
          "NVIDIA H200",
          List.of(HEAT, CHECKSUM, UNREACHED),
          List.of(SMOOTH),
          new BuildStatistics(3, 1),
          GraphStatistics.NONE,
          List.of("slipstream.loops names A#b:1, but no such loop was loaded"));

  private static final GraphStatistics MOVED =
      new GraphStatistics(
          10_003,
          10_002,
          10_003,
          new Traffic(10_002, 128L << 20, 64L << 20, 0, 0, 0, 0, 0),
          5,
          24,
          3,
          SECOND / 5,
          List.of(new GraphStatistics.Memory("opencl:0", true, 0, 256L << 20)),
          List.of(
              new GraphStatistics.Kernels(
                  "Heat.heat:12", "opencl:0", 10_000, SECOND, 1 << 20, 1 << 10)));

  /** The loop on the GPU, with the figures of its submitted executions. */
  static final ReportContent SUBMITTED =
      withoutDryRun(
          "0.1.0",
          "opencl:0",
          "NVIDIA H200",
          List.of(HEAT),
          List.of(),
          BuildStatistics.NONE,
          MOVED,
          List.of());

  private SampleReport() {}

  /** The report of a run with these loops and nothing else. */
  static ReportContent of(String device, String deviceDescription, TakenEntry... taken) {
    return withoutDryRun(
        "0.1.0",
        device,
        deviceDescription,
        List.of(taken),
        List.of(),
        BuildStatistics.NONE,
        GraphStatistics.NONE,
        List.of());
  }

  static ReportContent withoutDryRun(
      String version,
      String device,
      String deviceDescription,
      List<TakenEntry> taken,
      List<RefusedEntry> refused,
      BuildStatistics builds,
      GraphStatistics graphs,
      List<String> messages) {
    return new ReportContent(
        version,
        device,
        deviceDescription,
        taken,
        refused,
        builds,
        graphs,
        DryRunStatistics.NONE,
        List.of(),
        messages);
  }

  static TakenEntry taken(String name, String note, LoopStatistics statistics) {
    return new TakenEntry(
        name,
        note,
        List.of(new KernelParameter("u", "[[D"), new KernelParameter("n", "I")),
        List.of(),
        statistics);
  }

  static LoopStatistics neverInspected(
      List<OnDevice> devices,
      long hostRuns,
      Map<String, Long> hostReasons,
      List<String> deviceProblems,
      long measuredNanos,
      long measuredWork,
      long preparedNanos,
      VerificationStatistics verification) {
    return new LoopStatistics(
        devices,
        hostRuns,
        hostReasons,
        deviceProblems,
        measuredNanos,
        measuredWork,
        preparedNanos,
        verification,
        SharingStatistics.NONE,
        0,
        0,
        "");
  }
}
