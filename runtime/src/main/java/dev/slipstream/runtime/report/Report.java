package dev.slipstream.runtime.report;

import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.configuration.OutputFile;
import dev.slipstream.runtime.configuration.ReportLength;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.launch.LoopSite;
import dev.slipstream.runtime.observation.BuildStatistics;
import dev.slipstream.runtime.observation.DryRunStatistics;
import dev.slipstream.runtime.observation.GraphStatistics;
import dev.slipstream.runtime.observation.LoopStatistics.OnDevice;
import dev.slipstream.runtime.observation.NodeStatistics;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Collects the results of all loops and creates the report. Thread-safe. */
public final class Report {
  /** The beginning of a report as text. */
  public static final String PREFIX = "[slipstream] ";

  /** The header of the report on a program without loops. */
  public static final String NO_LOOP =
      "no loop marked @Parallel or named in slipstream.loops was loaded";

  private static final String RELAXED =
      "slipstream.fastMath=true: on OpenCL devices products and sums may be fused, float division"
          + " and square roots are within 2.5 and 3 ulp, denormal floats may be zero, and functions"
          + " are the device's own: sin, cos, asin, acos, sinh, cosh, hypot ≤ 4 ulp, tan, atan,"
          + " tanh ≤ 5, atan2 ≤ 6, exp, expm1, log, log10 ≤ 3, cbrt, log1p ≤ 2, pow ≤ 16; of a"
          + " float in single precision; on TornadoVM's devices sin, cos, exp and log of floats are"
          + " its own, with errors that it does not document";

  private final String version;
  private final TakenLoops taken = new TakenLoops();
  private final Set<RefusedEntry> refused = new LinkedHashSet<>();

  /** Entries without a loop that are listed; of the others the report has the number. */
  private static final int MOST_UNMATCHED = 20;

  private final List<String> messages = new ArrayList<>();
  private int unmatched;

  /**
   * @param version Slipstream's version
   */
  public Report(String version) {
    this.version = version;
  }

  /** A loop was taken; its statistics are read when the report is written. */
  public synchronized void taken(LoopSite site) {
    taken.add(site);
  }

  /** Forgets loops whose classes were unloaded, except for their figures. */
  public synchronized void forget(Collection<LoopSite> unloaded) {
    taken.forget(unloaded);
  }

  /** A loop was refused when its class was loaded. */
  public synchronized void refused(RefusedEntry loop) {
    refused.add(loop);
  }

  /** An entry of {@code slipstream.loops} matched no loop of the program. */
  public synchronized void unmatched(String entry) {
    unmatched++;
    if (unmatched <= MOST_UNMATCHED) {
      messages.add(
          "slipstream.loops names "
              + entry
              + ", but no such loop was loaded: check class, method and line");
    }
  }

  /** Floating-point results may differ from Java's. */
  public synchronized void relaxed() {
    messages.add(RELAXED);
  }

  /**
   * Returns the current report.
   *
   * @param devices the devices that were opened
   * @param builds the origins of kernels
   * @param graphs the figures of loops that were submitted as tasks
   * @param dryRun what several nodes would have moved
   * @param nodes the figures of the nodes of a run; empty if the program runs on one
   * @param furtherMessages what else the user should know, a line each
   */
  public synchronized ReportContent content(
      List<Device> devices,
      BuildStatistics builds,
      GraphStatistics graphs,
      DryRunStatistics dryRun,
      List<NodeStatistics> nodes,
      List<String> furtherMessages) {
    List<TakenEntry> entries = taken.entries(graphs);
    Map<String, Long> nanosByDevice = new HashMap<>();
    for (TakenEntry entry : entries) {
      for (OnDevice on : entry.statistics().devices()) {
        long before = nanosByDevice.getOrDefault(on.device(), 0L);
        nanosByDevice.put(on.device(), before + on.waitedNanos());
      }
    }
    Device most = null;
    long mostNanos = 0;
    for (Device device : devices) {
      long nanos = nanosByDevice.getOrDefault(device.id(), -1L);
      if (nanos >= mostNanos) {
        most = device;
        mostNanos = nanos;
      }
    }
    List<String> all = new ArrayList<>(messages);
    if (unmatched > MOST_UNMATCHED) {
      all.add("slipstream.loops names " + (unmatched - MOST_UNMATCHED) + " more without a loop");
    }
    all.addAll(furtherMessages);
    return new ReportContent(
        version,
        most == null ? "host" : most.id(),
        most == null ? "" : most.description(),
        entries,
        List.copyOf(refused),
        builds,
        graphs,
        dryRun,
        nodes,
        all);
  }

  /**
   * Writes a report in UTF-8: to the file if there is one, as JSON if its name ends in {@code
   * .json}; otherwise to the stream. If the file cannot be written, the report goes to the stream,
   * with an error.
   *
   * @param report is asked only if a report is written
   */
  public static void write(
      Supplier<ReportContent> report,
      ReportLength length,
      Optional<Path> file,
      PrintStream stream,
      Log log) {
    if (length == ReportLength.OFF) {
      return;
    }
    ReportContent content = report.get();
    if (file.isPresent() && wrote(content, length, file.get(), log)) {
      return;
    }
    byte[] text = TextReport.of(content, length).getBytes(StandardCharsets.UTF_8);
    stream.write(text, 0, text.length);
    stream.flush();
  }

  private static boolean wrote(ReportContent content, ReportLength length, Path file, Log log) {
    boolean json = file.toString().toLowerCase(Locale.ROOT).endsWith(".json");
    try {
      OutputFile.write(file, json ? JsonReport.of(content) : TextReport.of(content, length));
      return true;
    } catch (IOException | SecurityException unwritable) {
      log.error(
          "the report cannot be written to "
              + file
              + ": "
              + OutputFile.reason(unwritable)
              + "; set slipstream.report.file to a path that can be written");
      return false;
    }
  }
}
