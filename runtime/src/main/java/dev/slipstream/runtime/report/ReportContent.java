package dev.slipstream.runtime.report;

import dev.slipstream.runtime.observation.BuildStatistics;
import dev.slipstream.runtime.observation.DryRunStatistics;
import dev.slipstream.runtime.observation.GraphStatistics;
import dev.slipstream.runtime.observation.NodeStatistics;
import java.util.List;

/**
 * The content of a report.
 *
 * @param version Slipstream's version
 * @param device the id of the device that ran most; {@code host} if none ran anything
 * @param deviceDescription the description of that device; empty for the host
 * @param taken the loops that were taken
 * @param refused the loops that were refused
 * @param builds the origins of kernels
 * @param graphs the figures of loops that were submitted as tasks
 * @param dryRun what several nodes would have moved
 * @param nodes the figures of the nodes of a run; empty if the program runs on one
 * @param messages what else the user should know, a line each
 */
public record ReportContent(
    String version,
    String device,
    String deviceDescription,
    List<TakenEntry> taken,
    List<RefusedEntry> refused,
    BuildStatistics builds,
    GraphStatistics graphs,
    DryRunStatistics dryRun,
    List<NodeStatistics> nodes,
    List<String> messages) {

  /** Copies the lists. */
  public ReportContent {
    taken = List.copyOf(taken);
    refused = List.copyOf(refused);
    nodes = List.copyOf(nodes);
    messages = List.copyOf(messages);
  }

  /** Executions on devices, over all loops. */
  long deviceRuns() {
    long runs = 0;
    for (TakenEntry loop : taken) {
      runs += loop.statistics().deviceRuns();
    }
    return runs;
  }

  /** The time that the program waited for devices, in nanoseconds. */
  long waitedNanos() {
    long nanos = 0;
    for (TakenEntry loop : taken) {
      nanos += loop.statistics().waitedNanos();
    }
    return nanos;
  }

  /** The number of taken and refused loops. */
  int loops() {
    return taken.size() + refused.size();
  }
}
