package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.model.region.RegionMap.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Copies elements to the memories that need them: directly if possible, otherwise through host
 * memory, once for all memories that need them.
 */
final class CoherencePlanner {
  private static final int ZEROS = -1;

  private final NodeTopology topology;
  private final AllocationPlanner allocations;
  private final InstructionBuilder builder;

  CoherencePlanner(
      NodeTopology topology, AllocationPlanner allocations, InstructionBuilder builder) {
    this.topology = topology;
    this.allocations = allocations;
    this.builder = builder;
  }

  /** Makes elements fresh in a memory where they are allocated. */
  void bring(BufferMemory state, MemoryId memory, Region region) {
    bring(state, List.of(new Footprint(memory, state.buffer(), region, Region.EMPTY, List.of())));
  }

  /** Makes what is consumed of a buffer fresh in memories where it is allocated. */
  void bring(BufferMemory state, List<Footprint> needs) {
    List<Box> staged = new ArrayList<>();
    for (int i = 0; i < needs.size(); i++) {
      Footprint need = needs.get(i);
      for (Entry<MemorySet> entry : state.fresh().query(need.consumed())) {
        if (!entry.value().contains(need.memory())
            && source(state, entry, need.memory()) == MemoryId.MOST) {
          staged.add(entry.box());
        }
      }
    }
    stage(state, staged);
    // All sources are chosen before the first copy: copies for one command do not wait for others.
    List<Map<Integer, List<Box>>> sources = new ArrayList<>(needs.size());
    for (int i = 0; i < needs.size(); i++) {
      sources.add(
          sources(state, needs.get(i).memory(), needs.get(i).consumed(), /* alsoFresh= */ false));
    }
    for (int i = 0; i < needs.size(); i++) {
      copy(state, needs.get(i).memory(), sources.get(i), Instruction.Copy.Reason.COHERENCE);
    }
  }

  private void stage(BufferMemory state, List<Box> staged) {
    if (!staged.isEmpty()) {
      Region region = Region.of(staged);
      allocations.ensureOnHost(state, BoxGroups.connected(region), region);
      copy(
          state,
          MemoryId.HOST,
          sources(state, MemoryId.HOST, region, /* alsoFresh= */ false),
          Instruction.Copy.Reason.STAGING);
    }
  }

  /**
   * Copies elements to an array that does not belong to the buffer; where they are fresh does not
   * change.
   */
  void copyOut(BufferMemory state, Region region, LiveAllocation target) {
    List<Box> staged = new ArrayList<>();
    for (Entry<MemorySet> entry : state.fresh().query(region)) {
      if (source(state, entry, MemoryId.HEAP) == MemoryId.MOST) {
        staged.add(entry.box());
      }
    }
    stage(state, staged);
    for (Map.Entry<Integer, List<Box>> from :
        sources(state, MemoryId.HEAP, region, /* alsoFresh= */ true).entrySet()) {
      Region part = Region.of(from.getValue());
      if (from.getKey() == ZEROS) {
        builder.clear(target, part);
      } else {
        builder.copyOut(state, new MemoryId(from.getKey()), part, target);
      }
    }
  }

  /**
   * The elements of a region by the numbers of the memories that they are copied from.
   *
   * @param alsoFresh whether elements that are fresh in the target memory are copied, too
   */
  private Map<Integer, List<Box>> sources(
      BufferMemory state, MemoryId memory, Region region, boolean alsoFresh) {
    Map<Integer, List<Box>> sources = new TreeMap<>();
    for (Entry<MemorySet> entry : state.fresh().query(region)) {
      if (alsoFresh || !entry.value().contains(memory)) {
        int source = source(state, entry, memory);
        List<Box> boxes = sources.get(source);
        if (boxes == null) {
          boxes = new ArrayList<>();
          sources.put(source, boxes);
        }
        boxes.add(entry.box());
      }
    }
    return sources;
  }

  private void copy(
      BufferMemory state,
      MemoryId memory,
      Map<Integer, List<Box>> sources,
      Instruction.Copy.Reason reason) {
    for (Map.Entry<Integer, List<Box>> from : sources.entrySet()) {
      Region part = Region.of(from.getValue());
      if (from.getKey() == ZEROS) {
        builder.clear(state, memory, part);
      } else {
        builder.copy(state, new MemoryId(from.getKey()), memory, part, reason);
      }
    }
  }

  /**
   * Chooses the memory that elements are copied from, among those with a direct copy. For a device
   * this is another device, then the host, then the heap; for others the host or the heap, then a
   * device. {@link MemoryId#MOST} if no copy is direct.
   */
  private int source(BufferMemory state, Entry<MemorySet> entry, MemoryId to) {
    MemorySet fresh = entry.value();
    if (fresh.isZeros()) {
      return ZEROS;
    }
    int device = fresh.next(MemoryId.HOST.number() + 1);
    while (device >= 0 && !topology.isDirect(new MemoryId(device), to)) {
      device = fresh.next(device + 1);
    }
    int host =
        fresh.contains(MemoryId.HOST)
            ? MemoryId.HOST.number()
            : fresh.contains(MemoryId.HEAP) ? MemoryId.HEAP.number() : -1;
    int first = to.isDevice() ? device : host;
    int second = to.isDevice() ? host : device;
    if (first >= 0 || second >= 0) {
      return first >= 0 ? first : second;
    }
    if (fresh.next(0) < 0) {
      throw new IllegalStateException(
          state.buffer().text(Region.of(entry.box())) + " is fresh in no memory of this node");
    }
    return MemoryId.MOST;
  }
}
