package dev.slipstream.runtime.graph.instruction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.region.Region;
import dev.slipstream.model.region.RegionMap.Entry;
import dev.slipstream.runtime.communication.Pilot;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.command.TransferId;
import dev.slipstream.runtime.graph.instruction.SimulatedMemory.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Messages between simulated nodes, from when they are sent until they are received completely. */
final class Network {
  private record Destination(TransferId transfer, NodeId node) {}

  private record Message(NodeId from, Region region, List<Entry<Value>> values) {}

  private final Map<Destination, List<Message>> messages = new HashMap<>();

  void send(NodeId from, Pilot pilot, List<Entry<Value>> values) {
    messages
        .computeIfAbsent(
            new Destination(pilot.transfer(), pilot.to()), destination -> new ArrayList<>())
        .add(new Message(from, Region.of(pilot.box()), values));
  }

  private List<Message> arrived(NodeId node, TransferId transfer) {
    return messages.getOrDefault(new Destination(transfer, node), List.of());
  }

  boolean hasArrived(NodeId node, TransferId transfer, Region region) {
    Region all = Region.EMPTY;
    for (Message message : arrived(node, transfer)) {
      assertThat(all.intersects(message.region())).as("nothing arrives twice").isFalse();
      all = all.union(message.region());
    }
    return all.contains(region);
  }

  /** Removes and returns what has arrived of a region. */
  List<Entry<Value>> receive(NodeId node, TransferId transfer, Region region, boolean whole) {
    List<Entry<Value>> values = new ArrayList<>();
    List<Message> left = new ArrayList<>();
    for (Message message : arrived(node, transfer)) {
      if (whole && message.region().intersects(region)) {
        assertThat(region.contains(message.region())).as("messages fit in receives").isTrue();
      }
      for (Entry<Value> entry : message.values()) {
        for (var box : region.intersection(entry.box()).boxes()) {
          values.add(new Entry<>(box, entry.value()));
        }
      }
      Region rest = message.region().difference(region);
      if (!rest.isEmpty()) {
        left.add(new Message(message.from(), rest, message.values()));
      }
    }
    replace(new Destination(transfer, node), left);
    return values;
  }

  private void replace(Destination destination, List<Message> left) {
    if (left.isEmpty()) {
      messages.remove(destination);
    } else {
      messages.put(destination, left);
    }
  }

  void checkIsEmpty() {
    assertThat(messages).as("everything that was sent was received").isEmpty();
  }
}
