package dev.slipstream.ucx;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.communication.BoxMemory;
import dev.slipstream.runtime.communication.Pilot;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.command.TransferId;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How fast rank 0 sends to rank 1; both ask all the time whether something has arrived. */
final class TransferSpeed {
  /** Receives that are posted at a time; half as many messages are on their way. */
  private static final int WINDOW = 32;

  private static final int ROUND_TRIPS = 20_000;
  private static final int WARM_UP = 3;

  private TransferSpeed() {}

  static List<String> measure(TestNode node) {
    List<String> results = new ArrayList<>();
    double half = 0;
    for (int i = 0; i < WARM_UP; i++) {
      half = halfRoundTrip(node);
    }
    results.add(String.format(Locale.ROOT, "latency: %.2f us", half));
    for (int bytes : new int[] {64 << 10, 1 << 20, 16 << 20}) {
      int count = (int) Math.min(4000, (2L << 30) / bytes);
      double rate = 0;
      for (int i = 0; i < WARM_UP; i++) {
        rate = bytesPerNano(node, bytes, count, i);
      }
      results.add(String.format(Locale.ROOT, "bandwidth of %d bytes: %.2f GB/s", bytes, rate));
    }
    return results;
  }

  /** Microseconds. */
  private static double halfRoundTrip(TestNode node) {
    NodeId other = new NodeId(1 - node.rank());
    node.barrier();
    ByteBuffer eight = ByteBuffer.allocate(8);
    long start = System.nanoTime();
    for (int i = 0; i < ROUND_TRIPS; i++) {
      if (node.rank() == 0) {
        node.communicator.tell(other, eight);
        node.spinForTold(other);
      } else {
        node.spinForTold(other);
        node.communicator.tell(other, eight);
      }
    }
    return (System.nanoTime() - start) / 2e3 / ROUND_TRIPS;
  }

  private static double bytesPerNano(TestNode node, int bytes, int count, int round) {
    Box box = Box.of(0, bytes);
    // The same for all, as ucx_perftest does it: caches have it.
    ByteBuffer memory = ByteBuffer.allocateDirect(bytes);
    BoxMemory<ByteBuffer> place = new BoxMemory<>(memory, box, 1);
    long first = (long) round * count;
    int[] begun = {0};
    int[] done = {0};
    int most = node.rank() == 0 ? WINDOW / 2 : WINDOW;
    node.barrier();
    long start = System.nanoTime();
    while (done[0] < count) {
      while (begun[0] < count && begun[0] - done[0] < most) {
        int i = begun[0]++;
        TransferId transfer = TestNode.transfer(first + i, bytes);
        if (node.rank() == 0) {
          Pilot pilot = new Pilot(node.nextMessage(), transfer, new NodeId(1), box);
          node.communicator.announce(pilot);
          node.communicator.send(pilot, place, () -> done[0]++);
        } else {
          node.arbiter.receive(transfer, Region.of(box), place, () -> done[0]++);
        }
      }
      node.poll();
    }
    node.barrier();
    return (double) bytes * count / (System.nanoTime() - start);
  }
}
