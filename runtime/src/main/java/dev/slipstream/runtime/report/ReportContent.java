package dev.slipstream.runtime.report;

import dev.slipstream.runtime.observation.BuildStatistics;
import dev.slipstream.runtime.observation.DryRunStatistics;
import dev.slipstream.runtime.observation.GraphStatistics;
import dev.slipstream.runtime.observation.NodeStatistics;
import java.util.List;

/**
 * All that a report says, at one moment.
 *
 * @param version Slipstream's version
 * @param device the id of the device that ran most; {@code host} if none ran anything
 * @param deviceDescription what that device is; empty for the host
 * @param taken the loops that were taken
 * @param refused the loops that were not
 * @param builds how kernels came to the devices
 * @param graphs what became of loops that were submitted as tasks
 * @param dryRun what several nodes would have moved
 * @param nodes what the nodes of a run have done; empty where the program runs on one
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

  /** Loops seen. */
  int loops() {
    return taken.size() + refused.size();
  }
}
