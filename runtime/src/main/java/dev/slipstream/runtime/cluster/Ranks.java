package dev.slipstream.runtime.cluster;

import dev.slipstream.runtime.coherence.Replication;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.observation.NodeStatistics;
import java.util.List;
import java.util.Optional;

/** The ranks of a run, as one knows them that runs the program. Thread-safe. */
public interface Ranks extends AutoCloseable {
  /** Hears of losses; called by a thread of its own. */
  interface Listener {
    /** Nothing that was submitted ends any more, but for what can be computed again here. */
    void failed(ExecutionFailedException failure);

    /** Loops can be submitted again: to those that are left, or to nobody but this node. */
    void goesOn();
  }

  /** Who is told of losses. */
  void tell(Listener hears);

  /** Those that share loops at the moment; empty if this one is alone. */
  Optional<RankGroup> group();

  /** What host tasks say to those of other ranks; empty where others do not run the program. */
  default Optional<PeerChannels> channels() {
    return Optional.empty();
  }

  /** Whether the others run the program, too. */
  Replication replication();

  /** Which of the processes this is that share the devices of a machine, from 0 on. */
  int localRank();

  /** Whether this one writes the report. */
  boolean reports();

  /** Whether the program goes on when others are lost. */
  boolean outlivesLoss();

  /** What the ranks have done so far, those that are there. */
  List<NodeStatistics> statistics();

  /** The program has ended here. Returns when it may end, with the run on all ranks. */
  @Override
  void close();
}
