package dev.slipstream.ucx;

import dev.slipstream.runtime.communication.Communicator;
import dev.slipstream.runtime.communication.MessageId;
import dev.slipstream.runtime.communication.PeerLoss;
import dev.slipstream.runtime.communication.Pilot;
import dev.slipstream.runtime.communication.ReceiveArbiter;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.command.TransferId;
import dev.slipstream.runtime.graph.task.TaskId;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** One rank of a test: a communicator with an arbiter, used by one thread. */
final class TestNode implements Communicator.Arrivals, AutoCloseable {
  private static final int PATIENCE_SECONDS = 60;

  final Communicator communicator;
  final ReceiveArbiter<ByteBuffer> arbiter;
  final List<PeerLoss> losses = new ArrayList<>();
  final List<NodeId> left = new ArrayList<>();
  private final Map<NodeId, Deque<ByteBuffer>> told = new HashMap<>();
  private final Semaphore arrival = new Semaphore(0);

  /** How often something had arrived without a wake-up. */
  int missedWakes;

  private long messages;

  TestNode(Communicator communicator) {
    this.communicator = communicator;
    this.arbiter = new ReceiveArbiter<>(communicator.local(), communicator);
    communicator.onArrival(arrival::release);
  }

  int rank() {
    return communicator.local().rank();
  }

  int nodes() {
    return communicator.nodes();
  }

  MessageId nextMessage() {
    return new MessageId(communicator.local(), messages++);
  }

  static TransferId transfer(long task, long buffer) {
    return new TransferId(new TaskId(task), new BufferId(buffer));
  }

  /** Waits until a condition holds, asleep while nothing arrives. */
  void await(String what, BooleanSupplier condition) {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    boolean overslept = false;
    while (!condition.getAsBoolean()) {
      arrival.drainPermits();
      if (communicator.poll(this)) {
        missedWakes += overslept ? 1 : 0;
        overslept = false;
        continue;
      }
      if (System.nanoTime() - until > 0) {
        throw new AssertionError(
            "rank " + rank() + " waits for " + what + "; " + arbiter.waiting() + " " + losses);
      }
      communicator.rest();
      try {
        overslept = !arrival.tryAcquire(1, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  void poll() {
    communicator.poll(this);
  }

  /** The next bytes that a node has told. */
  ByteBuffer told(NodeId from) {
    Deque<ByteBuffer> queue = told.computeIfAbsent(from, n -> new ArrayDeque<>());
    await("what " + from + " tells", () -> !queue.isEmpty());
    return queue.remove();
  }

  /** Waits until all nodes have reached this place. */
  void barrier() {
    ByteBuffer empty = ByteBuffer.allocate(0);
    if (rank() != 0) {
      communicator.tell(new NodeId(0), empty);
      told(new NodeId(0));
      return;
    }
    for (int rank = 1; rank < nodes(); rank++) {
      told(new NodeId(rank));
    }
    for (int rank = 1; rank < nodes(); rank++) {
      communicator.tell(new NodeId(rank), empty);
    }
  }

  @Override
  public void pilot(Pilot pilot) {
    arbiter.pilotArrived(pilot);
  }

  @Override
  public void payload(MessageId message) {
    arbiter.payloadArrived(message);
  }

  @Override
  public void told(NodeId from, ByteBuffer bytes) {
    told.computeIfAbsent(from, n -> new ArrayDeque<>()).add(bytes);
  }

  @Override
  public void left(NodeId node) {
    left.add(node);
  }

  @Override
  public void lost(PeerLoss loss) {
    losses.add(loss);
  }

  @Override
  public void close() {
    communicator.close();
  }
}
