package dev.slipstream.runtime.observation;

import dev.slipstream.runtime.graph.instruction.Traffic;
import java.util.List;

/**
 * What several nodes would have exchanged if they had shared the submitted loops.
 *
 * @param loops the number of loops
 * @param divided how many of them the nodes would have divided; one node would have run the others
 * @param nodes what each node would have moved; empty without a dry run
 */
public record DryRunStatistics(long loops, long divided, List<Traffic> nodes) {
  /** There was no dry run. */
  public static final DryRunStatistics NONE = new DryRunStatistics(0, 0, List.of());

  /** Copies the list. */
  public DryRunStatistics {
    nodes = List.copyOf(nodes);
  }

  /** The sum over all nodes. */
  public Traffic sum() {
    Traffic sum = Traffic.NONE;
    for (Traffic node : nodes) {
      sum = sum.plus(node);
    }
    return sum;
  }
}
