package dev.slipstream.runtime.communication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.junit.jupiter.api.Test;

class ReceiveArbiterTest {
  private static final NodeId SELF = new NodeId(1);
  private static final TransferId TRANSFER = new TransferId(new TaskId(5), new BufferId(1));
  private static final TransferId OTHER = new TransferId(new TaskId(6), new BufferId(1));
  private static final Box DOMAIN = Box.sized(8, 8);

  private final FakeTransport transport = new FakeTransport();
  private final ReceiveArbiter<Map<Box, MessageId>> arbiter = new ReceiveArbiter<>(SELF, transport);
  private final Map<Box, MessageId> memory = new HashMap<>();
  private final BoxMemory<Map<Box, MessageId>> destination = new BoxMemory<>(memory, DOMAIN, 4);
  private final List<String> done = new ArrayList<>();
  private long messages;

  @Test
  void aPilotForAnotherNodeIsRefused() {
    Pilot astray =
        new Pilot(new MessageId(new NodeId(0), 7), TRANSFER, new NodeId(2), Box.of(0, 4));
    assertThatThrownBy(() -> arbiter.pilotArrived(astray))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is for N2, not for N1");
  }

  @Test
  void aPilotMayComeBeforeItsReceive() {
    Pilot pilot = pilot(0, TRANSFER, DOMAIN);
    arbiter.pilotArrived(pilot);
    assertThat(transport.hasRequests()).as("the target is unknown").isFalse();
    receive("all", TRANSFER, Region.of(DOMAIN));
    arrive(pilot);
    assertThat(done).containsExactly("all");
    assertThat(memory).hasSize(64);
    assertThat(arbiter.isIdle()).isTrue();
  }

  @Test
  void aReceiveMayComeBeforeItsPilot() {
    receive("all", TRANSFER, Region.of(DOMAIN));
    assertThat(arbiter.waiting()).containsExactly("T5.B1 lacks " + Region.of(DOMAIN));
    Pilot pilot = pilot(0, TRANSFER, DOMAIN);
    arbiter.pilotArrived(pilot);
    assertThat(done).isEmpty();
    arrive(pilot);
    assertThat(done).containsExactly("all");
    assertThat(arbiter.isIdle()).isTrue();
  }

  @Test
  void aRegionMayComeInFragmentsFromSeveralNodes() {
    Pilot early = pilot(0, TRANSFER, Box.of(0, 3, 0, 8));
    arbiter.pilotArrived(early);
    receive("all", TRANSFER, Region.of(DOMAIN));
    Pilot left = pilot(2, TRANSFER, Box.of(3, 8, 0, 2));
    Pilot right = pilot(3, TRANSFER, Box.of(3, 8, 2, 8));
    arbiter.pilotArrived(left);
    arrive(left);
    arbiter.pilotArrived(right);
    arrive(right);
    assertThat(done).isEmpty();
    arrive(early);
    assertThat(done).containsExactly("all");
    assertThat(memory.get(Box.of(7, 8, 7, 8))).isEqualTo(right.message());
  }

  @Test
  void transfersOfDifferentTasksOrBuffersAreKeptApart() {
    receive("one", TRANSFER, Region.of(DOMAIN));
    Pilot pilot = pilot(0, OTHER, DOMAIN);
    arbiter.pilotArrived(pilot);
    assertThat(transport.hasRequests()).isFalse();
    memory.clear();
    receive("other", OTHER, Region.of(DOMAIN));
    arrive(pilot);
    assertThat(done).containsExactly("other");
    assertThat(arbiter.isIdle()).isFalse();
  }

  @Test
  void severalReceivesOfOneTransferGoToTheirOwnMemory() {
    Map<Box, MessageId> second = new HashMap<>();
    Box low = Box.of(0, 4, 0, 8);
    Box high = Box.of(4, 8, 0, 8);
    Pilot lowPilot = pilot(0, TRANSFER, low);
    Pilot highPilot = pilot(2, TRANSFER, high);
    arbiter.pilotArrived(highPilot);
    receive("low", TRANSFER, Region.of(low));
    arbiter.pilotArrived(lowPilot);
    arrive(lowPilot);
    assertThat(done).containsExactly("low");
    arbiter.receive(
        TRANSFER, Region.of(high), new BoxMemory<>(second, high, 4), () -> done.add("high"));
    arrive(highPilot);
    assertThat(done).containsExactly("low", "high");
    assertThat(second).hasSize(32);
    assertThat(memory).hasSize(32);
    assertThat(arbiter.isIdle()).isTrue();
  }

  @Test
  void aMessageForSeveralReceivesIsTakenInPlaceOnceAllAreKnown() {
    Map<Box, MessageId> second = new HashMap<>();
    Pilot pilot = pilot(0, TRANSFER, DOMAIN);
    arbiter.pilotArrived(pilot);
    receive("low", TRANSFER, Region.of(Box.of(0, 4, 0, 8)));
    assertThat(transport.hasRequests()).isFalse();
    arbiter.receive(
        TRANSFER,
        Region.of(Box.of(4, 8, 0, 8)),
        new BoxMemory<>(second, Box.of(4, 8, 0, 8), 4),
        () -> done.add("high"));
    arrive(pilot);
    assertThat(done).containsExactly("low", "high");
    assertThat(memory).hasSize(32);
    assertThat(second).hasSize(32);
  }

  @Test
  void partsOfARegionAreToldAsTheyCome() {
    arbiter.beginReceive(TRANSFER, Region.of(DOMAIN), destination);
    Pilot top = pilot(0, TRANSFER, Box.of(0, 4, 0, 8));
    Pilot bottom = pilot(2, TRANSFER, Box.of(4, 8, 0, 8));
    await("left", Region.of(Box.of(0, 8, 0, 4)));
    await("top", Region.of(Box.of(0, 4, 0, 8)));
    arbiter.pilotArrived(bottom);
    arbiter.pilotArrived(top);
    arrive(top);
    assertThat(done).containsExactly("top");
    await("top again", Region.of(Box.of(0, 2, 0, 8)));
    assertThat(done).containsExactly("top", "top again");
    arrive(bottom);
    assertThat(done).containsExactly("top", "top again", "left");
    await("all", Region.of(DOMAIN));
    assertThat(done).contains("all");
    assertThat(arbiter.isIdle()).isTrue();
  }

  @Test
  void anEmptyRegionArrivesImmediately() {
    receive("nothing", TRANSFER, Region.EMPTY);
    arbiter.beginReceive(TRANSFER, Region.EMPTY, destination);
    assertThat(done).containsExactly("nothing");
    assertThat(arbiter.isIdle()).isTrue();
  }

  @Test
  void elementsThatAreSentTwiceAreNoticed() {
    receive("all", TRANSFER, Region.of(DOMAIN));
    Pilot pilot = pilot(0, TRANSFER, Box.of(0, 4, 0, 8));
    arbiter.pilotArrived(pilot);
    arrive(pilot);
    assertThatThrownBy(() -> arbiter.pilotArrived(pilot(2, TRANSFER, Box.of(3, 5, 0, 8))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("message 1 of N2 for T5.B1")
        .hasMessageContaining("another message brings already");
  }

  @Test
  void messagesThatMakeNoSenseAreNoticed() {
    assertThatThrownBy(() -> arbiter.payloadArrived(new MessageId(new NodeId(0), 7)))
        .hasMessageContaining("was not requested");
    receive("other", OTHER, Region.of(DOMAIN));
    assertThatThrownBy(() -> arbiter.pilotArrived(pilot(0, OTHER, Box.EMPTY)))
        .hasMessageContaining("announces no elements");
    assertThatThrownBy(() -> receive("again", OTHER, Region.of(Box.of(0, 1, 0, 1))))
        .hasMessageContaining("overlap");
    assertThatThrownBy(() -> receive("outside", OTHER, Region.of(Box.of(0, 9, 8, 9))))
        .hasMessageContaining("does not fit");
    assertThat(done).isEmpty();
  }

  private Pilot pilot(int from, TransferId transfer, Box box) {
    Pilot pilot = new Pilot(new MessageId(new NodeId(from), messages++), transfer, SELF, box);
    transport.sends(pilot);
    return pilot;
  }

  private void receive(String name, TransferId transfer, Region region) {
    arbiter.receive(transfer, region, destination, () -> done.add(name));
  }

  private void await(String name, Region part) {
    arbiter.awaitPart(TRANSFER, part, () -> done.add(name));
  }

  private void arrive(Pilot pilot) {
    arbiter.payloadArrived(transport.deliver(pilot.message()));
  }
}
