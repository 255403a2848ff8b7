package dev.slipstream.agent.connection;

import dev.slipstream.boot.HostTaskRunner;
import dev.slipstream.boot.HostTasks;
import dev.slipstream.runtime.cluster.PeerChannels;
import dev.slipstream.runtime.cluster.RankGroup;
import java.util.concurrent.CompletableFuture;

/** Passes host tasks on to the runtime in runs where every rank runs the program. Thread-safe. */
public final class HostTaskConnection implements HostTaskRunner {
  private final RuntimeConnection connection;
  private final PeerChannels channels;
  private final int rank;
  private final int ranks;

  /**
   * Connects host tasks with the runtime. A static method, so that its caller links without the
   * boot classes of host tasks, which are defined in such runs only.
   *
   * @param connection starts the runtime
   * @param peers the ranks that run the program
   * @param channels the channels for messages between their host tasks
   */
  public static void install(RuntimeConnection connection, RankGroup peers, PeerChannels channels) {
    HostTasks.install(new HostTaskConnection(connection, peers, channels));
  }

  private HostTaskConnection(RuntimeConnection connection, RankGroup peers, PeerChannels channels) {
    this.connection = connection;
    this.channels = channels;
    rank = peers.self().rank();
    ranks = peers.nodes();
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int ranks() {
    return ranks;
  }

  @Override
  public CompletableFuture<Void> submit(
      String name,
      Object[] arrays,
      boolean[] reads,
      boolean[] writes,
      long[][] elements,
      Object[] inTurn,
      int runs,
      Runnable own) {
    return connection.hostTasks().submit(name, arrays, reads, writes, elements, inTurn, runs, own);
  }

  @Override
  public void send(int channel, int to, byte[] content) {
    channels.send(channel, to, content);
  }

  @Override
  public byte[] receive(int channel, int from) {
    return channels.receive(channel, from);
  }

  @Override
  public void barrier() {
    connection.hostTasks().barrier();
  }
}
