package dev.slipstream.runtime.communication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.fixture.Seeds;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.command.TransferId;
import dev.slipstream.runtime.graph.task.TaskId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReceiveArbiterRandomTest {
  private static final NodeId SELF = new NodeId(0);
  private static final int NODES = 5;

  @Test
  void everyElementArrivesOnceAndInPlaceWhateverTheOrder() {
    Random seeds = Seeds.random(40);
    for (int i = Seeds.count(500, 20_000); i > 0; i--) {
      long seed = seeds.nextLong();
      try {
        new Scenario(new Random(seed)).run();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("with seed " + seed, e);
      }
    }
  }

  /** A few transfers whose events happen in a random order. */
  private static final class Scenario {
    private final Random random;
    private final FakeTransport transport = new FakeTransport();
    private final ReceiveArbiter<Map<Box, MessageId>> arbiter =
        new ReceiveArbiter<>(SELF, transport);
    private final List<Runnable> events = new ArrayList<>();
    private final List<Runnable> checks = new ArrayList<>();
    private long messages;
    private int expectedDone;
    private int done;

    Scenario(Random random) {
      this.random = random;
      for (int i = 1 + random.nextInt(3); i > 0; i--) {
        TransferId id = new TransferId(new TaskId(i), new BufferId(random.nextInt(2)));
        addRegions(id);
      }
    }

    /** Adds a domain that receives and senders cut in different ways. */
    private void addRegions(TransferId id) {
      Box domain = Box.sized(2 + random.nextInt(8), 2 + random.nextInt(8));
      List<List<Box>> requests = new ArrayList<>();
      for (int i = 1 + random.nextInt(3); i > 0; i--) {
        requests.add(new ArrayList<>());
      }
      cut(domain, 3).forEach(box -> requests.get(random.nextInt(requests.size())).add(box));
      requests.removeIf(List::isEmpty);
      requests.forEach(boxes -> addReceive(id, Region.of(boxes)));
      cut(domain, 4).forEach(box -> addPilot(id, box, 1 + random.nextInt(NODES - 1)));
    }

    private void addReceive(TransferId id, Region region) {
      Map<Box, MessageId> memory = new HashMap<>();
      BoxMemory<Map<Box, MessageId>> destination = new BoxMemory<>(memory, region.boundingBox(), 8);
      if (random.nextBoolean()) {
        events.add(() -> arbiter.receive(id, region, destination, expectDone(memory, region)));
      } else {
        // A part can be awaited only after its region; other events are in any order.
        events.add(
            () -> {
              arbiter.beginReceive(id, region, destination);
              for (int i = 1 + random.nextInt(3); i > 0; i--) {
                Region part = part(region);
                events.add(
                    random.nextInt(events.size() + 1),
                    () -> arbiter.awaitPart(id, part, expectDone(memory, part)));
              }
            });
      }
      checks.add(() -> assertThat(memory).hasSize((int) region.area()));
    }

    private Region part(Region region) {
      Box all = region.boundingBox();
      long row = all.min0() + random.nextInt((int) all.extent(0));
      Region part = region.intersection(all.with(0, row, all.max(0)));
      return part.isEmpty() ? region : part;
    }

    private Runnable expectDone(Map<Box, MessageId> memory, Region region) {
      expectedDone++;
      boolean[] told = {false};
      return () -> {
        assertThat(told[0]).as("told once").isFalse();
        told[0] = true;
        done++;
        for (Box box : region.boxes()) {
          assertThat(memory.keySet()).containsAll(FakeTransport.points(box));
        }
      };
    }

    private void addPilot(TransferId id, Box box, int from) {
      Pilot pilot = new Pilot(new MessageId(new NodeId(from), messages++), id, SELF, box);
      transport.sends(pilot);
      events.add(() -> arbiter.pilotArrived(pilot));
    }

    /** Cuts a box into parts, in a random order. */
    private List<Box> cut(Box box, int cuts) {
      List<Box> parts = new ArrayList<>(List.of(box));
      for (int i = random.nextInt(cuts + 1); i > 0; i--) {
        Box whole = parts.remove(random.nextInt(parts.size()));
        int axis = random.nextInt(2);
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

    void run() {
      while (!events.isEmpty() || transport.hasRequests()) {
        if (transport.hasRequests() && (events.isEmpty() || random.nextInt(3) == 0)) {
          arbiter.payloadArrived(transport.deliverAny(random));
        } else {
          events.remove(random.nextInt(events.size())).run();
        }
      }
      checks.forEach(Runnable::run);
      assertThat(done).isEqualTo(expectedDone);
      assertThat(arbiter.isIdle()).isTrue();
      assertThat(arbiter.waiting()).isEmpty();
    }
  }
}
