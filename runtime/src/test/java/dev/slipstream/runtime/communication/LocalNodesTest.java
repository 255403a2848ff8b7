package dev.slipstream.runtime.communication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.fixture.Seeds;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.command.TransferId;
import dev.slipstream.runtime.graph.task.TaskId;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LocalNodesTest {
  private static final int ROWS = 12;
  private static final int COLUMNS = 9;

  /** A node that waits for elements with its own arbiter. */
  private static final class Node implements Communicator.Arrivals {
    final Communicator communicator;
    final ReceiveArbiter<ByteBuffer> arbiter;

    Node(Communicator communicator) {
      this.communicator = communicator;
      arbiter = new ReceiveArbiter<>(communicator.local(), communicator);
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
      throw new AssertionError("no node sends a message here");
    }

    @Override
    public void left(NodeId node) {
      throw new AssertionError("no node leaves here");
    }

    @Override
    public void lost(PeerLoss loss) {
      throw new AssertionError(loss);
    }
  }

  private static List<Node> nodes(int count) {
    return LocalNodes.of(count).stream().map(Node::new).toList();
  }

  private static TransferId transfer(long task) {
    return new TransferId(new TaskId(task), new BufferId(3));
  }

  /** Element (i, j) of a box of ints holds 100 i + j. */
  private static ByteBuffer filled(Box box) {
    ByteBuffer memory = ByteBuffer.allocate(Math.toIntExact(4 * box.area()));
    for (long i = box.min0(); i < box.max0(); i++) {
      for (long j = box.min1(); j < box.max1(); j++) {
        memory.putInt((int) (100 * i + j));
      }
    }
    return memory.flip();
  }

  @Test
  void whatSeveralNodesSendOfABoxArrivesInPlaceInWhateverOrderThingsHappen() {
    Random random = Seeds.random(31);
    for (int round = 0; round < 200; round++) {
      exchange(random);
    }
  }

  private static void exchange(Random random) {
    List<Node> nodes = nodes(4);
    Node receiver = nodes.get(0);
    Box all = Box.of(0, ROWS, 0, COLUMNS);
    Box larger = Box.of(0, ROWS + 1, 0, COLUMNS + 2);
    ByteBuffer memory = ByteBuffer.allocate((int) (4 * larger.area()));
    AtomicInteger done = new AtomicInteger();
    List<Runnable> events = new ArrayList<>();
    events.add(
        () ->
            receiver.arbiter.receive(
                transfer(9),
                Region.of(all),
                new BoxMemory<>(memory, larger, 4),
                done::incrementAndGet));
    int column = 1 + random.nextInt(COLUMNS - 1);
    List<Box> boxes =
        List.of(
            Box.of(0, 5, 0, column), Box.of(0, 5, column, COLUMNS), Box.of(5, ROWS, 0, COLUMNS));
    for (int i = 0; i < boxes.size(); i++) {
      Box box = boxes.get(i);
      Communicator sender = nodes.get(1 + random.nextInt(3)).communicator;
      Pilot pilot =
          new Pilot(new MessageId(sender.local(), 70 + i), transfer(9), new NodeId(0), box);
      ByteBuffer elements = filled(box);
      events.add(() -> sender.announce(pilot));
      events.add(
          () -> sender.send(pilot, new BoxMemory<>(elements, box, 4), () -> elements.clear()));
      events.add(() -> receiver.communicator.poll(receiver));
    }
    Collections.shuffle(events, random);
    events.forEach(Runnable::run);
    while (receiver.communicator.poll(receiver)) {
      assertThat(done.get()).isLessThanOrEqualTo(1);
    }
    assertThat(done.get()).isEqualTo(1);
    assertThat(receiver.arbiter.isIdle()).isTrue();
    for (int i = 0; i < larger.max0(); i++) {
      for (int j = 0; j < larger.max1(); j++) {
        int expected = i < ROWS && j < COLUMNS ? 100 * i + j : 0;
        assertThat(memory.getInt((int) (4 * (i * larger.max1() + j)))).isEqualTo(expected);
      }
    }
  }

  @Test
  void theSenderMayChangeItsElementsOnceTheyAreSent() {
    List<Node> nodes = nodes(2);
    Pilot pilot =
        new Pilot(new MessageId(new NodeId(0), 0), transfer(1), new NodeId(1), Box.of(0, 1, 0, 3));
    ByteBuffer elements = filled(Box.of(0, 1, 0, 3));
    nodes.get(0).communicator.announce(pilot);
    nodes
        .get(0)
        .communicator
        .send(pilot, new BoxMemory<>(elements, pilot.box(), 4), () -> elements.putInt(8, -1));
    ByteBuffer memory = ByteBuffer.allocate(12);
    nodes
        .get(1)
        .arbiter
        .receive(
            transfer(1),
            Region.of(Box.of(0, 1, 0, 3)),
            new BoxMemory<>(memory, Box.of(0, 1, 0, 3), 4),
            () -> {});
    while (nodes.get(1).communicator.poll(nodes.get(1))) {
      assertThat(nodes.get(1).communicator.nodes()).isEqualTo(2);
    }
    assertThat(memory.getInt(8)).isEqualTo(2);
  }

  @Test
  void whatIsToldArrivesInItsOrderAndWakesAndWhoLeavesSaysSo() {
    List<Communicator> nodes = LocalNodes.of(2);
    List<String> events = new ArrayList<>();
    AtomicInteger woken = new AtomicInteger();
    nodes.get(1).onArrival(woken::incrementAndGet);
    ByteBuffer bytes = ByteBuffer.wrap(new byte[] {1, 2});
    nodes.get(0).tell(new NodeId(1), bytes);
    bytes.put(0, (byte) 9);
    nodes.get(0).tell(new NodeId(1), bytes.position(1));
    nodes.get(0).close();
    assertThat(woken.get()).isEqualTo(3);
    nodes
        .get(1)
        .poll(
            new Communicator.Arrivals() {
              @Override
              public void pilot(Pilot pilot) {
                events.add("pilot");
              }

              @Override
              public void payload(MessageId message) {
                events.add("payload");
              }

              @Override
              public void told(NodeId from, ByteBuffer told) {
                events.add(from + " tells " + told.remaining() + " from " + told.get());
              }

              @Override
              public void left(NodeId node) {
                events.add(node + " left");
              }

              @Override
              public void lost(PeerLoss loss) {
                events.add("lost");
              }
            });
    assertThat(events).containsExactly("N0 tells 2 from 1", "N0 tells 1 from 2", "N0 left");
  }

  @Test
  void thereIsNoNodeBeyondTheLast() {
    assertThatThrownBy(() -> LocalNodes.of(0)).isInstanceOf(IllegalArgumentException.class);
    Pilot astray =
        new Pilot(new MessageId(new NodeId(0), 0), transfer(1), new NodeId(2), Box.SCALAR);
    assertThatThrownBy(() -> LocalNodes.of(2).get(0).announce(astray))
        .hasMessageContaining("is for N2, of 2 nodes");
  }
}
