package dev.slipstream.runtime.observation;

import dev.slipstream.runtime.graph.instruction.Traffic;
import java.util.List;

/**
 * What several nodes would have moved, had they shared the loops that were submitted.
 *
 * @param loops the loops
 * @param divided those of them that nodes would have divided among them; the others would have run
 *     on one node
 * @param nodes what each node would have moved; empty if nobody has asked
 */
public record DryRunStatistics(long loops, long divided, List<Traffic> nodes) {
  /** Nobody has asked. */
  public static final DryRunStatistics NONE = new DryRunStatistics(0, 0, List.of());

  /** Copies the list. */
  public DryRunStatistics {
    nodes = List.copyOf(nodes);
  }

  /** What all nodes together would have moved. */
  public Traffic sum() {
    Traffic sum = Traffic.NONE;
    for (Traffic node : nodes) {
      sum = sum.plus(node);
    }
    return sum;
  }
}
