package dev.slipstream.runtime.cluster;

import dev.slipstream.runtime.coherence.Replication;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.observation.NodeStatistics;
import java.util.List;
import java.util.Optional;

/** The ranks of a run, as seen by one that runs the program. Thread-safe. */
public interface Ranks extends AutoCloseable {
  /** Is notified of losses, on a thread for that purpose. */
  interface Listener {
    /** No submitted work completes any more, except what can be recomputed here. */
    void failed(ExecutionFailedException failure);

    /** Loops can be submitted again: to the ranks that remain, or to this node alone. */
    void goesOn();
  }

  /** Sets the listener for losses. */
  void tell(Listener listener);

  /** The ranks that share loops at the moment; empty if this one is alone. */
  Optional<RankGroup> group();

  /** The messages between host tasks of the ranks; empty if others do not run the program. */
  default Optional<PeerChannels> channels() {
    return Optional.empty();
  }

  /** Whether the others run the program, too. */
  Replication replication();

  /** The index of this process among those that share the devices of a machine, from 0 on. */
  int localRank();

  /** Whether this rank writes the report. */
  boolean reports();

  /** Whether the program continues when others are lost. */
  boolean outlivesLoss();

  /** The figures of the ranks that are available, up to now. */
  List<NodeStatistics> statistics();

  /**
   * Ends the run when the program has ended here. Returns when the process may end, with the run on
   * all ranks.
   */
  @Override
  void close();
}
