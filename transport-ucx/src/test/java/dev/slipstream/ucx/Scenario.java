package dev.slipstream.ucx;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.communication.BoxMemory;
import dev.slipstream.runtime.communication.Pilot;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.command.TransferId;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The required behaviour of every communicator. Each rank runs all of a scenario, with the same
 * seed.
 */
enum Scenario {
  /** Pieces of boxes with gaps, in random order, from and to all. */
  PILOTS_AND_RECEIVES_COME_IN_ANY_ORDER {
    @Override
    void run(TestNode node, long seed) {
      Random shape = new Random(seed);
      Random order = new Random(seed + 7919L * node.rank());
      for (int round = 0; round < 12; round++) {
        // The last rounds have boxes of megabytes.
        int scale = round < 8 ? 20 : 400;
        exchange(node, shape, order, round, scale);
      }
    }
  },

  /** One box to all others, many times. */
  ONE_BOX_GOES_TO_MANY_NODES {
    @Override
    void run(TestNode node, long seed) {
      Box box = Box.of(0, 300, 0, 200);
      for (int round = 0; round < 6; round++) {
        int root = round % node.nodes();
        TransferId transfer = TestNode.transfer(2000 + round, 0);
        int[] done = {0};
        int wanted;
        BoxMemory<ByteBuffer> memory;
        if (node.rank() == root) {
          memory = filled(box, box, round, true);
          wanted = node.nodes() - 1;
          for (int rank = 0; rank < node.nodes(); rank++) {
            if (rank != root) {
              Pilot pilot = new Pilot(node.nextMessage(), transfer, new NodeId(rank), box);
              node.communicator.announce(pilot);
              node.communicator.send(pilot, memory, () -> done[0]++);
            }
          }
        } else {
          memory = empty(box, true);
          wanted = 1;
          node.arbiter.receive(transfer, Region.of(box), memory, () -> done[0]++);
        }
        node.await("round " + round, () -> done[0] == wanted);
        check(memory, box, round);
      }
    }
  },

  /** More than all staging memory, contiguous and with gaps, in both directions simultaneously. */
  MEGABYTES_GO_BOTH_WAYS_TOGETHER {
    @Override
    void run(TestNode node, long seed) {
      Box dense = Box.of(0, 300, 0, 280);
      Box wide = Box.of(0, 300, 0, 281);
      for (int round = 0; round < 2; round++) {
        boolean gaps = round == 1;
        TransferId transfer = TestNode.transfer(4000 + round, 2);
        int next = (node.rank() + 1) % node.nodes();
        int before = (node.rank() + node.nodes() - 1) % node.nodes();
        int[] done = {0};
        BoxMemory<ByteBuffer> out = large(gaps ? wide : dense);
        BoxMemory<ByteBuffer> in = large(gaps ? wide : dense);
        visit(out, dense, node.rank(), true);
        Pilot pilot = new Pilot(node.nextMessage(), transfer, new NodeId(next), dense);
        node.communicator.announce(pilot);
        node.communicator.send(pilot, out, () -> done[0]++);
        node.arbiter.receive(transfer, Region.of(dense), in, () -> done[0]++);
        node.await("round " + round, () -> done[0] == 2);
        check(in, dense, before);
      }
    }
  },

  /** Thousands of messages of a few elements. */
  SMALL_MESSAGES_ALL_ARRIVE {
    @Override
    void run(TestNode node, long seed) {
      int count = 2000;
      int[] done = {0};
      Box box = Box.of(0, 3);
      int next = (node.rank() + 1) % node.nodes();
      BoxMemory<ByteBuffer> in = empty(Box.of(0, 3L * count), false);
      for (int i = 0; i < count; i++) {
        Box target = Box.of(3L * i, 3L * i + 3);
        TransferId transfer = TestNode.transfer(5000, i);
        if (i % 2 == 0) {
          node.arbiter.receive(transfer, Region.of(target), in, () -> done[0]++);
        }
        Pilot pilot = new Pilot(node.nextMessage(), transfer, new NodeId(next), target);
        node.communicator.announce(pilot);
        node.communicator.send(pilot, filled(target, target, i, false), () -> done[0]++);
        if (i % 2 == 1) {
          node.arbiter.receive(transfer, Region.of(target), in, () -> done[0]++);
        }
        node.poll();
      }
      node.await("all", () -> done[0] == 2 * count);
      for (int i = 0; i < count; i++) {
        check(in, Box.of(3L * i, 3L * i + 3), i);
      }
      require(box.area() == 3, "three elements each");
    }
  },

  /** Told bytes, nearly as many as may be told in one call. */
  WHAT_IS_TOLD_TOGETHER_ARRIVES_IN_ITS_ORDER {
    @Override
    void run(TestNode node, long seed) {
      int size = 48 << 20;
      int next = (node.rank() + 1) % node.nodes();
      int before = (node.rank() + node.nodes() - 1) % node.nodes();
      node.communicator.tell(new NodeId(next), pattern(size, node.rank()));
      require(node.told(new NodeId(before)).equals(pattern(size, before)), size + " bytes");
    }
  },

  /** Told bytes, of all sizes. */
  WHAT_IS_TOLD_ARRIVES_IN_ITS_ORDER {
    @Override
    void run(TestNode node, long seed) {
      int[] sizes = {0, 1, 4095, 4096, 4097, 200_000, 12, 1_000_000, 5};
      for (int round = 0; round < 3; round++) {
        for (int size : sizes) {
          for (int rank = 0; rank < node.nodes(); rank++) {
            if (rank != node.rank()) {
              node.communicator.tell(new NodeId(rank), pattern(size, node.rank() + round));
            }
          }
        }
        for (int size : sizes) {
          for (int rank = 0; rank < node.nodes(); rank++) {
            if (rank != node.rank()) {
              ByteBuffer bytes = node.told(new NodeId(rank));
              require(bytes.equals(pattern(size, rank + round)), size + " bytes");
            }
          }
        }
      }
    }
  };

  abstract void run(TestNode node, long seed);

  /** Every rank needs a domain, and each other rank sends parts of it. */
  private static void exchange(TestNode node, Random shape, Random order, int round, int scale) {
    int[] done = {0};
    int wanted = 0;
    List<Runnable> events = new ArrayList<>();
    List<Runnable> checks = new ArrayList<>();
    for (int receiver = 0; receiver < node.nodes(); receiver++) {
      long rows = 1 + shape.nextInt(scale);
      long columns = 1 + shape.nextInt(scale);
      Box domain = Box.sized(rows, columns, 2 + shape.nextInt(3));
      Box allocated = shape.nextBoolean() ? domain : larger(domain, shape.nextInt(3));
      TransferId transfer = TestNode.transfer(1000 + round, receiver);
      boolean direct = shape.nextBoolean();
      List<Box> parts = cut(domain, shape);
      if (receiver == node.rank()) {
        BoxMemory<ByteBuffer> memory = empty(allocated, direct);
        wanted++;
        Region region = Region.of(domain);
        events.add(() -> node.arbiter.receive(transfer, region, memory, () -> done[0]++));
        int salt = 31 * round + receiver;
        checks.add(() -> check(memory, domain, salt));
      }
      for (Box part : parts) {
        int sender = (receiver + 1 + shape.nextInt(node.nodes() - 1)) % node.nodes();
        boolean gaps = shape.nextBoolean();
        if (sender == node.rank()) {
          wanted++;
          Pilot pilot = new Pilot(node.nextMessage(), transfer, new NodeId(receiver), part);
          BoxMemory<ByteBuffer> memory =
              filled(part, gaps ? larger(part, 2) : part, 31 * round + receiver, direct);
          events.add(() -> node.communicator.announce(pilot));
          events.add(() -> node.communicator.send(pilot, memory, () -> done[0]++));
        }
      }
    }
    Collections.shuffle(events, order);
    for (Runnable event : events) {
      event.run();
      if (order.nextInt(3) == 0) {
        node.poll();
      }
    }
    int all = wanted;
    node.await("round " + round, () -> done[0] == all);
    checks.forEach(Runnable::run);
  }

  private static Box larger(Box box, int axis) {
    long least = Math.max(0, box.min(axis) - 1);
    return box.with(axis, least, box.max(axis) + 2);
  }

  private static List<Box> cut(Box box, Random random) {
    List<Box> parts = new ArrayList<>(List.of(box));
    for (int i = random.nextInt(5); i > 0; i--) {
      Box whole = parts.remove(random.nextInt(parts.size()));
      int axis = random.nextInt(3);
      long at = whole.min(axis) + random.nextInt((int) whole.extent(axis));
      if (at == whole.min(axis)) {
        parts.add(whole);
      } else {
        parts.add(whole.with(axis, whole.min(axis), at));
        parts.add(whole.with(axis, at, whole.max(axis)));
      }
    }
    return parts;
  }

  private static BoxMemory<ByteBuffer> empty(Box allocated, boolean direct) {
    int bytes = Math.toIntExact(4 * allocated.area()) + 8;
    ByteBuffer memory = direct ? ByteBuffer.allocateDirect(bytes) : ByteBuffer.allocate(bytes);
    return new BoxMemory<>(memory.position(8), allocated, 4);
  }

  /** Elements of 512 bytes, of which the first four are checked: 43 MB. */
  private static BoxMemory<ByteBuffer> large(Box allocated) {
    int bytes = Math.toIntExact(512 * allocated.area());
    return new BoxMemory<>(ByteBuffer.allocateDirect(bytes), allocated, 512);
  }

  private static BoxMemory<ByteBuffer> filled(Box box, Box allocated, int salt, boolean direct) {
    BoxMemory<ByteBuffer> memory = empty(allocated, direct);
    visit(memory, box, salt, true);
    return memory;
  }

  private static void check(BoxMemory<ByteBuffer> memory, Box box, int salt) {
    visit(memory, box, salt, false);
  }

  private static void visit(BoxMemory<ByteBuffer> memory, Box box, int salt, boolean write) {
    Box held = memory.allocated();
    for (long i = box.min0(); i < box.max0(); i++) {
      for (long j = box.min1(); j < box.max1(); j++) {
        long row =
            ((i - held.min0()) * held.extent(1) + j - held.min1()) * held.extent(2) - held.min2();
        for (long k = box.min2(); k < box.max2(); k++) {
          int at = (int) (memory.memory().position() + memory.elementBytes() * (row + k));
          int value = (int) (((i * 5003 + j) * 31 + k) * 7 + salt);
          if (write) {
            memory.memory().putInt(at, value);
          } else if (memory.memory().getInt(at) != value) {
            throw new AssertionError("element " + i + "," + j + "," + k + " of " + box);
          }
        }
      }
    }
  }

  private static ByteBuffer pattern(int size, int salt) {
    byte[] bytes = new byte[size];
    new Random(size + 17L * salt).nextBytes(bytes);
    return ByteBuffer.wrap(bytes);
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }
}
