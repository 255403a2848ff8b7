package dev.slipstream.benchmarks.transport;

import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.communication.BoxMemory;
import dev.slipstream.runtime.communication.Communicator;
import dev.slipstream.runtime.communication.Landing;
import dev.slipstream.runtime.communication.MessageId;
import dev.slipstream.runtime.communication.PeerLoss;
import dev.slipstream.runtime.communication.Pilot;
import dev.slipstream.runtime.communication.Transport;
import dev.slipstream.runtime.communication.TransportException;
import dev.slipstream.runtime.communication.Transports;
import dev.slipstream.runtime.configuration.ClusterSettings;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.configuration.LogLevel;
import dev.slipstream.runtime.configuration.Settings;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.command.TransferId;
import dev.slipstream.runtime.graph.task.TaskId;
import dev.slipstream.runtime.membership.LaunchedRank;
import dev.slipstream.runtime.membership.Launcher;
import dev.slipstream.runtime.membership.Membership;
import dev.slipstream.runtime.membership.Rendezvous;
import dev.slipstream.runtime.membership.RunSecret;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * One of the two ranks between which {@link TransportSpeed} measures. Rank 0 prints a result for
 * each character of its input that asks for one; both rest meanwhile.
 */
final class TransferNode implements Communicator.Arrivals {
  /** The number of messages in flight. */
  private static final int WINDOW = 16;

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long REST_NANOS = 100_000_000;

  private final Communicator communicator;
  private final NodeId other;
  private Landing<ByteBuffer> landing;
  private long messages;
  private long told;
  private long wantedTold;
  private ByteBuffer lastTold = ByteBuffer.allocate(1);
  private long arrived;
  private long wantedArrived;

  private TransferNode(Communicator communicator) {
    this.communicator = communicator;
    this.other = new NodeId(1 - communicator.local().rank());
    this.landing = new Landing<>(memory(Box.SCALAR), Box.SCALAR);
  }

  /**
   * Runs a rank.
   *
   * @param arguments the approximate GB/s of the connection, the transfer to measure, and how many
   *     seconds to warm up
   * @throws TransportException if there is no connection
   * @throws IOException if the ranks do not find each other
   */
  public static void main(String[] arguments) throws Exception {
    double speed = Double.parseDouble(arguments[0]);
    Duration warmUp = Duration.ofSeconds(Integer.parseInt(arguments[2]));
    Map<String, String> environment = System.getenv();
    ClusterSettings settings = Settings.read(System.getProperties(), environment, "").cluster();
    LaunchedRank rank = new Launcher(settings, environment).rank().orElseThrow();
    RunSecret secret = RunSecret.find(settings, environment);
    Transport.Port port = Transports.find(TransferNode.class.getClassLoader()).open(PATIENCE);
    Membership members =
        new Rendezvous(rank, secret, "benchmark", Log.to(System.err, LogLevel.WARN))
            .join(port.address(), PATIENCE);
    try (Communicator communicator = port.connect(members)) {
      TransferNode node = new TransferNode(communicator);
      node.barrier();
      MeasuredTransfer transfer = MeasuredTransfer.named(arguments[1]);
      long end = System.nanoTime() + warmUp.toNanos();
      while (node.agree(System.nanoTime() < end)) {
        node.measure(transfer, transfer.times(speed) / 4);
      }
      if (rank.rank() == 0) {
        System.out.println(TransportSpeed.ROUTE + communicator.route(node.other));
      }
      while (node.isAskedAgain()) {
        node.measure(transfer, transfer.times(speed) / 2);
        double result = node.measure(transfer, transfer.times(speed));
        if (rank.rank() == 0) {
          System.out.println(TransportSpeed.RESULT + result);
        }
      }
      node.barrier();
    }
  }

  private double measure(MeasuredTransfer transfer, int times) {
    BoxMemory<ByteBuffer> memory = memory(transfer.allocated());
    landing = new Landing<>(memory, transfer.box());
    barrier();
    long start = System.nanoTime();
    if (transfer.kind().isLatency()) {
      thereAndBack(transfer, memory, times);
    } else {
      stream(transfer, memory, times);
    }
    barrier();
    double nanos = System.nanoTime() - start;
    return transfer.kind().isLatency()
        ? nanos / 2e3 / times
        : (double) transfer.bytes() * times / nanos;
  }

  private static BoxMemory<ByteBuffer> memory(Box allocated) {
    return new BoxMemory<>(ByteBuffer.allocateDirect((int) allocated.area()), allocated, 1);
  }

  private void thereAndBack(MeasuredTransfer transfer, BoxMemory<ByteBuffer> memory, int times) {
    ByteBuffer bytes = ByteBuffer.allocate(transfer.bytes());
    for (int i = 0; i < times; i++) {
      if (other.rank() == 0) {
        await(transfer);
      }
      if (transfer.kind() == MeasuredTransfer.Kind.TOLD) {
        communicator.tell(other, bytes);
      } else {
        send(transfer, memory, () -> {});
      }
      if (other.rank() != 0) {
        await(transfer);
      }
    }
  }

  private void await(MeasuredTransfer transfer) {
    if (transfer.kind() == MeasuredTransfer.Kind.TOLD) {
      awaitTold();
    } else {
      awaitRegions(1);
    }
  }

  private void awaitTold() {
    wantedTold++;
    while (told < wantedTold) {
      communicator.poll(this);
    }
  }

  /** Waits for a message for long, and leaves the processor to others. */
  private void awaitToldAtRest() {
    wantedTold++;
    Thread waiting = Thread.currentThread();
    communicator.onArrival(() -> LockSupport.unpark(waiting));
    while (told < wantedTold) {
      if (!communicator.poll(this)) {
        communicator.rest();
        LockSupport.parkNanos(this, REST_NANOS);
      }
    }
  }

  private void awaitRegions(int count) {
    wantedArrived += count;
    while (arrived < wantedArrived) {
      communicator.poll(this);
    }
  }

  private void stream(MeasuredTransfer transfer, BoxMemory<ByteBuffer> memory, int times) {
    if (other.rank() == 0) {
      awaitRegions(times);
      return;
    }
    int[] sent = {0};
    for (int begun = 0; sent[0] < times; communicator.poll(this)) {
      while (begun < times && begun - sent[0] < WINDOW) {
        begun++;
        send(transfer, memory, () -> sent[0]++);
      }
    }
  }

  private void send(MeasuredTransfer transfer, BoxMemory<ByteBuffer> memory, Runnable sent) {
    MessageId message = new MessageId(communicator.local(), messages++);
    TransferId id = new TransferId(new TaskId(message.number()), new BufferId(0));
    Pilot pilot = new Pilot(message, id, other, transfer.box());
    communicator.announce(pilot);
    communicator.send(pilot, memory, sent);
  }

  private void barrier() {
    agree(true);
  }

  /** Waits for the other rank; returns rank 0's answer. */
  private boolean agree(boolean answer) {
    if (other.rank() == 0) {
      tell(answer);
      awaitTold();
      return lastTold.get(0) == 1;
    }
    awaitTold();
    tell(answer);
    return answer;
  }

  /** Returns whether rank 0 is asked to measure again; both ranks rest until then. */
  private boolean isAskedAgain() throws IOException {
    if (other.rank() == 0) {
      awaitToldAtRest();
      return lastTold.get(0) == 1;
    }
    communicator.rest();
    boolean asked = System.in.read() == TransportSpeed.AGAIN;
    tell(asked);
    return asked;
  }

  private void tell(boolean answer) {
    communicator.tell(other, ByteBuffer.allocate(1).put(0, (byte) (answer ? 1 : 0)));
  }

  @Override
  public void pilot(Pilot pilot) {
    communicator.request(pilot.message(), List.of(landing));
  }

  @Override
  public void payload(MessageId message) {
    arrived++;
  }

  @Override
  public void told(NodeId from, ByteBuffer bytes) {
    told++;
    lastTold = bytes;
  }

  @Override
  public void left(NodeId node) {
    // The other rank has ended first.
  }

  @Override
  public void lost(PeerLoss loss) {
    throw new IllegalStateException(loss.toString());
  }
}
