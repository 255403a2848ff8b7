package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The allocations that held-back commands will need. Neighbouring boxes among these are joined,
 * since a buffer that grows by a part at a time is mostly used as a whole.
 */
final class Anticipation {
  private record Place(BufferId buffer, MemoryId memory) {}

  private final InstructionBuilder builder;
  private final Map<Place, List<Box>> boxes = new HashMap<>();

  Anticipation(InstructionBuilder builder) {
    this.builder = builder;
  }

  /**
   * Adds the needs of a command. Returns whether something is neither allocated nor anticipated, so
   * that later commands may need more of it. Nothing can be needed beyond a whole buffer.
   */
  boolean add(List<Footprint> demands) {
    boolean grows = false;
    for (int i = 0; i < demands.size(); i++) {
      Footprint demand = demands.get(i);
      BufferMemory state = builder.state(demand.buffer());
      for (Box box : demand.boxes()) {
        if (!state.isAllocated(demand.memory(), box) && !isAnticipated(demand, box)) {
          anticipate(demand, box, state);
          grows |= !box.contains(demand.buffer().domain());
        }
      }
    }
    return grows;
  }

  private boolean isAnticipated(Footprint demand, Box box) {
    for (Box other : of(demand.buffer(), demand.memory())) {
      if (other.contains(box)) {
        return true;
      }
    }
    return false;
  }

  private void anticipate(Footprint demand, Box box, BufferMemory state) {
    List<Box> all = new ArrayList<>(of(demand.buffer(), demand.memory()));
    all.add(box);
    // An existing allocation becomes a part of the one that replaces it.
    for (LiveAllocation allocation : state.in(demand.memory())) {
      all.add(allocation.box());
    }
    boxes.put(new Place(demand.buffer().id(), demand.memory()), BoxGroups.joinNeighbours(all));
  }

  List<Box> of(Buffer buffer, MemoryId memory) {
    return boxes.isEmpty()
        ? List.of()
        : boxes.getOrDefault(new Place(buffer.id(), memory), List.of());
  }

  void clear() {
    boxes.clear();
  }
}
