package dev.slipstream.runtime.cluster;

import dev.slipstream.runtime.coherence.Replication;
import dev.slipstream.runtime.communication.Communicator;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.observation.NodeStatistics;
import java.util.List;
import java.util.Optional;

/** The ranks of a run in which every one runs the program. The run ends when one is lost. */
public final class PeerRanks implements Ranks {
  private final PeerGroup peers;
  private final int localRank;

  /**
   * Connects to the other ranks. Returns when all have joined.
   *
   * @param communicator communicates with them; closed at the end
   * @param rules what has to be the same everywhere
   */
  public PeerRanks(Communicator communicator, PeerRules rules, Log log) {
    peers = new PeerGroup(communicator, rules, log);
    localRank = rules.localRank();
  }

  @Override
  public void tell(Listener listener) {
    // No rank continues after a loss.
  }

  @Override
  public Optional<RankGroup> group() {
    return Optional.of(peers);
  }

  @Override
  public Optional<PeerChannels> channels() {
    return Optional.of(peers.channels());
  }

  @Override
  public Replication replication() {
    return new Replication(true, peers.heapBytes());
  }

  @Override
  public int localRank() {
    return localRank;
  }

  @Override
  public boolean reports() {
    return peers.self().rank() == 0;
  }

  @Override
  public boolean outlivesLoss() {
    return false;
  }

  @Override
  public List<NodeStatistics> statistics() {
    return reports() ? peers.statistics() : List.of();
  }

  @Override
  public void close() {
    peers.close();
  }
}
