package dev.slipstream.runtime.network;

import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.communication.BoxBytes;
import dev.slipstream.runtime.communication.BoxMemory;
import dev.slipstream.runtime.communication.Communicator;
import dev.slipstream.runtime.communication.MessageId;
import dev.slipstream.runtime.communication.PeerLoss;
import dev.slipstream.runtime.communication.Pilot;
import dev.slipstream.runtime.communication.ReceiveArbiter;
import dev.slipstream.runtime.execution.Doorbell;
import dev.slipstream.runtime.execution.RuntimeThreads;
import dev.slipstream.runtime.execution.SpinThenPark;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.command.TransferId;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The thread that communicates with the other nodes of a run: {@code slipstream-network} owns the
 * communicator and what is received. All methods may be called from any thread; only {@link #close}
 * waits.
 */
public final class Network implements AutoCloseable {
  private static final long LOOK_NANOS = 50_000_000;
  private static final Duration FAREWELL = Duration.ofSeconds(2);

  /** Receives what other nodes send, on the network's thread; must not wait. */
  public interface Listener {
    /**
     * Another node has sent bytes.
     *
     * @param bytes from the position to the limit; may be kept
     */
    void told(NodeId from, ByteBuffer bytes);

    /** A node has left in an orderly way. */
    void left(NodeId node);

    /** A node is lost. */
    void lost(PeerLoss loss);

    /** Nothing can be exchanged any more. */
    void failed(Throwable cause);
  }

  private final Communicator communicator;
  private final ReceiveArbiter<ByteBuffer> arbiter;
  private final Listener listener;
  private final Queue<Runnable> orders = new ConcurrentLinkedQueue<>();
  private final Doorbell bell = new Doorbell();
  private final SpinThenPark lookOut = new SpinThenPark();
  private final AtomicLong bytesSent = new AtomicLong();
  private final AtomicLong messagesSent = new AtomicLong();
  private final BooleanSupplier news = this::hasNews;
  private final Thread thread;
  private volatile boolean arrived;
  private volatile boolean closed;

  private final Communicator.Arrivals arrivals =
      new Communicator.Arrivals() {
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
          listener.told(from, bytes);
        }

        @Override
        public void left(NodeId node) {
          listener.left(node);
        }

        @Override
        public void lost(PeerLoss loss) {
          listener.lost(loss);
        }
      };

  /**
   * Starts the thread.
   *
   * @param communicator reaches the others; closed at the end
   */
  public Network(Communicator communicator, Listener listener) {
    this.communicator = communicator;
    this.listener = listener;
    this.arbiter = new ReceiveArbiter<>(communicator.local(), communicator);
    communicator.onArrival(
        () -> {
          arrived = true;
          bell.ring();
        });
    thread = RuntimeThreads.named("slipstream-network", this::run);
    thread.start();
  }

  /** This node. */
  public NodeId local() {
    return communicator.local();
  }

  /** How many nodes there are. */
  public int nodes() {
    return communicator.nodes();
  }

  /** How elements travel from another node, for the report; called by the network's thread. */
  public String route(NodeId peer) {
    return communicator.route(peer);
  }

  /** How many bytes of elements this node has sent. */
  public long bytesSent() {
    return bytesSent.get();
  }

  /** How many messages with elements this node has sent. */
  public long messagesSent() {
    return messagesSent.get();
  }

  /** Sends bytes to another node; they arrive in the order of the calls. */
  public void tell(NodeId to, ByteBuffer bytes) {
    order(() -> communicator.tell(to, bytes));
  }

  /**
   * Sends bytes to all other nodes.
   *
   * @param bytes called on the network's thread for the bytes
   */
  public void tellOthers(Supplier<ByteBuffer> bytes) {
    order(
        () -> {
          ByteBuffer content = bytes.get();
          for (int rank = 0; rank < nodes(); rank++) {
            if (rank != local().rank()) {
              communicator.tell(new NodeId(rank), content.duplicate());
            }
          }
        });
  }

  /** Announces a message. */
  public void announce(Pilot pilot) {
    order(() -> communicator.announce(pilot));
  }

  /**
   * Sends a message that was announced.
   *
   * @param source contains the elements
   * @param sent called when they may change
   */
  public void send(Pilot pilot, BoxMemory<ByteBuffer> source, Runnable sent) {
    order(
        () -> {
          bytesSent.addAndGet(BoxBytes.of(pilot.box(), source.elementBytes()));
          messagesSent.incrementAndGet();
          communicator.send(pilot, source, sent);
        });
  }

  /**
   * Receives a region.
   *
   * @param done called when all of it was received
   */
  public void receive(
      TransferId transfer, Region region, BoxMemory<ByteBuffer> destination, Runnable done) {
    order(() -> arbiter.receive(transfer, region, destination, done));
  }

  /** Begins to receive a region whose parts are awaited. */
  public void beginReceive(TransferId transfer, Region region, BoxMemory<ByteBuffer> destination) {
    order(() -> arbiter.beginReceive(transfer, region, destination));
  }

  /**
   * Waits for a part of regions that are being received.
   *
   * @param done called when it was received
   */
  public void awaitPart(TransferId transfer, Region part, Runnable done) {
    order(() -> arbiter.awaitPart(transfer, part, done));
  }

  private void order(Runnable action) {
    orders.add(action);
    bell.ring();
  }

  private boolean hasNews() {
    return arrived || closed || !orders.isEmpty();
  }

  private void run() {
    try (Communicator reached = communicator) {
      while (!closed || !orders.isEmpty()) {
        boolean any = false;
        for (Runnable next = orders.poll(); next != null; next = orders.poll()) {
          next.run();
          any = true;
        }
        arrived = false;
        any |= reached.poll(arrivals);
        if (!any && !SpinThenPark.briefly(() -> hasNews() || reached.poll(arrivals))) {
          reached.rest();
          lookOut.await(news, bell);
        }
      }
    } catch (Throwable cause) {
      if (!closed) {
        listener.failed(cause);
      }
    }
  }

  /** Sends what was requested before, and leaves. Returns within a few seconds. */
  @Override
  public void close() {
    closed = true;
    bell.ring();
    boolean interrupted = false;
    long until = System.nanoTime() + FAREWELL.toNanos();
    while (thread.isAlive() && System.nanoTime() - until < 0) {
      try {
        thread.join(Duration.ofNanos(LOOK_NANOS).toMillis());
      } catch (InterruptedException again) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
