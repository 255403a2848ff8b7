package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.model.region.RegionMap;
import dev.slipstream.model.region.RegionMap.Entry;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.InitialContents;
import dev.slipstream.runtime.graph.Vertex;
import dev.slipstream.runtime.graph.command.TransferId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The state of a buffer on one node: its allocations, the memories in which each element is fresh,
 * and what remains to be received. The allocations in one memory do not overlap.
 */
final class BufferMemory {
  /** Elements that other nodes send for the next command. */
  record Incoming(TransferId transfer, Region region) {}

  private final Buffer buffer;
  private final RegionMap<MemorySet> fresh;
  private final List<List<LiveAllocation>> allocations = new ArrayList<>();
  private Vertex<Instruction> epoch;
  private Optional<Incoming> incoming = Optional.empty();

  BufferMemory(Buffer buffer, boolean firstNode, LiveAllocation heap, Vertex<Instruction> epoch) {
    this.buffer = buffer;
    this.epoch = epoch;
    fresh =
        new RegionMap<>(
            buffer.domain(),
            buffer.contents() == InitialContents.UNWRITTEN
                ? MemorySet.UNWRITTEN
                : buffer.contents() == InitialContents.ON_EVERY_NODE || firstNode
                    ? MemorySet.only(MemoryId.HEAP)
                    : MemorySet.NONE);
    in(MemoryId.HEAP).add(heap);
  }

  BufferPlaces places() {
    List<BufferPlaces.Part> parts = new ArrayList<>();
    for (Entry<MemorySet> entry : fresh.query(buffer.domain())) {
      Set<MemoryId> memories = new TreeSet<>();
      for (int n = entry.value().next(0); n >= 0; n = entry.value().next(n + 1)) {
        memories.add(new MemoryId(n));
      }
      parts.add(new BufferPlaces.Part(entry.box(), memories, entry.value().isZeros()));
    }
    return new BufferPlaces(buffer, parts);
  }

  Buffer buffer() {
    return buffer;
  }

  RegionMap<MemorySet> fresh() {
    return fresh;
  }

  /** The allocations in one memory; the list is the buffer's own. */
  List<LiveAllocation> in(MemoryId memory) {
    while (allocations.size() <= memory.number()) {
      allocations.add(new ArrayList<>(1));
    }
    return allocations.get(memory.number());
  }

  /** The allocations in all memories but the heap. */
  List<LiveAllocation> outsideOfHeap() {
    List<LiveAllocation> all = new ArrayList<>();
    for (int memory = MemoryId.HOST.number(); memory < allocations.size(); memory++) {
      all.addAll(allocations.get(memory));
    }
    return all;
  }

  boolean areAllocated(MemoryId memory, List<Box> boxes) {
    for (int i = 0; i < boxes.size(); i++) {
      if (!isAllocated(memory, boxes.get(i))) {
        return false;
      }
    }
    return true;
  }

  boolean isAllocated(MemoryId memory, Box box) {
    return find(memory, box).isPresent();
  }

  Optional<LiveAllocation> find(MemoryId memory, Box box) {
    List<LiveAllocation> here = in(memory);
    for (int i = 0; i < here.size(); i++) {
      if (here.get(i).box().contains(box)) {
        return Optional.of(here.get(i));
      }
    }
    return Optional.empty();
  }

  /**
   * The allocation that holds a box.
   *
   * @throws IllegalStateException if there is none
   */
  LiveAllocation holding(MemoryId memory, Box box) {
    return find(memory, box)
        .orElseThrow(
            () ->
                new IllegalStateException(
                    buffer.text(Region.of(box)) + " is not allocated on " + memory));
  }

  /** The elements of a region that are fresh in a memory. */
  Region freshIn(MemoryId memory, Region region) {
    List<Box> boxes = new ArrayList<>();
    for (Entry<MemorySet> entry : fresh.query(region)) {
      if (entry.value().contains(memory)) {
        boxes.add(entry.box());
      }
    }
    return Region.of(boxes);
  }

  /** The elements of a box that are fresh in no other memory, and are not just zeros. */
  Region freshOnlyIn(MemoryId memory, Box box) {
    List<Box> boxes = new ArrayList<>();
    for (Entry<MemorySet> entry : fresh.query(box)) {
      if (entry.value().isOnly(memory)) {
        boxes.add(entry.box());
      }
    }
    return Region.of(boxes);
  }

  /** Replaces all earlier instructions by an epoch, or by a horizon in force. */
  void collapse(Vertex<Instruction> newEpoch) {
    if (newEpoch.id() == epoch.id()) {
      return;
    }
    epoch = newEpoch;
    for (List<LiveAllocation> memory : allocations) {
      for (LiveAllocation allocation : memory) {
        allocation.collapse(newEpoch);
      }
    }
  }

  Optional<Incoming> takeIncoming() {
    Optional<Incoming> taken = incoming;
    incoming = Optional.empty();
    return taken;
  }

  void expect(Incoming expected) {
    incoming = Optional.of(expected);
  }
}
