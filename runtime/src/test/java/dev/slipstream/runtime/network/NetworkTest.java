package dev.slipstream.runtime.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.communication.BoxMemory;
import dev.slipstream.runtime.communication.Communicator;
import dev.slipstream.runtime.communication.LocalNodes;
import dev.slipstream.runtime.communication.MessageId;
import dev.slipstream.runtime.communication.PeerLoss;
import dev.slipstream.runtime.communication.Pilot;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.command.TransferId;
import dev.slipstream.runtime.graph.task.TaskId;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class NetworkTest {
  private static final NodeId FIRST = new NodeId(0);
  private static final NodeId SECOND = new NodeId(1);

  /** A listener that keeps what it receives. */
  private static final class ReceivedMessages implements Network.Listener {
    private final BlockingQueue<String> all = new LinkedBlockingQueue<>();

    @Override
    public void told(NodeId from, ByteBuffer bytes) {
      all.add(from + " says " + bytes.get());
    }

    @Override
    public void left(NodeId node) {
      all.add(node + " left");
    }

    @Override
    public void lost(PeerLoss loss) {
      all.add(loss.toString());
    }

    @Override
    public void failed(Throwable cause) {
      all.add(cause.toString());
    }

    String next() throws InterruptedException {
      return String.valueOf(all.poll(20, TimeUnit.SECONDS));
    }
  }

  private final List<Communicator> nodes = LocalNodes.of(2);
  private final ReceivedMessages receivedByFirst = new ReceivedMessages();
  private final ReceivedMessages receivedBySecond = new ReceivedMessages();
  private final Network first = new Network(nodes.get(0), receivedByFirst);
  private final Network second = new Network(nodes.get(1), receivedBySecond);

  @Test
  void whatIsToldArrivesInItsOrderAndThenTheFarewell() throws InterruptedException {
    for (int k = 0; k < 3; k++) {
      first.tell(SECOND, ByteBuffer.wrap(new byte[] {(byte) k}));
    }
    first.tellOthers(() -> ByteBuffer.wrap(new byte[] {9}));
    first.close();
    for (int k : new int[] {0, 1, 2, 9}) {
      assertThat(receivedBySecond.next()).isEqualTo(FIRST + " says " + k);
    }
    assertThat(receivedBySecond.next()).isEqualTo(FIRST + " left");
    second.close();
    assertThat(receivedByFirst.all).isEmpty();
  }

  @Test
  void aRegionArrivesWhereItWasAskedFor() throws InterruptedException {
    TransferId transfer = new TransferId(new TaskId(4), new BufferId(2));
    Box box = Box.of(10, 14);
    ByteBuffer source = ByteBuffer.allocateDirect(8);
    source.put(new byte[] {1, 2, 3, 4, 5, 6, 7, 8}).flip();
    ByteBuffer destination = ByteBuffer.allocateDirect(8);
    CountDownLatch done = new CountDownLatch(2);
    second.receive(transfer, Region.of(box), new BoxMemory<>(destination, box, 2), done::countDown);
    Pilot pilot = new Pilot(new MessageId(FIRST, 0), transfer, SECOND, box);
    first.announce(pilot);
    first.send(pilot, new BoxMemory<>(source, box, 2), done::countDown);
    assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(destination).isEqualTo(source);
    assertThat(first.bytesSent()).isEqualTo(8);
    assertThat(first.messagesSent()).isEqualTo(1);
    first.close();
    second.close();
  }
}
