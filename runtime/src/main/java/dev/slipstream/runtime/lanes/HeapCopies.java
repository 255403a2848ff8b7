package dev.slipstream.runtime.lanes;

import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.graph.instruction.Allocation;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.graph.instruction.MemoryId;
import dev.slipstream.runtime.memory.MemoryStore;
import dev.slipstream.runtime.scheduling.ElementVersions;
import dev.slipstream.runtime.scheduling.HeapArrays;
import dev.slipstream.runtime.scheduling.HostAllocations;
import dev.slipstream.runtime.scheduling.NodeMemory;
import dev.slipstream.runtime.transfer.ArrayLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Allocates host memory, and copies between it and the heap. Any thread may call this, each for
 * other elements.
 */
final class HeapCopies {
  private final HeapArrays heap;
  private final HostAllocations host;
  private final ElementVersions versions;

  /**
   * @param memory the memory of the node
   */
  HeapCopies(NodeMemory memory) {
    this.heap = memory.heap();
    this.host = memory.host();
    this.versions = memory.versions();
  }

  /** A range of elements of the outermost array. */
  record Rows(ArrayLayout layout, int from, int to) {
    long offset() {
      return layout.offset(from);
    }

    long bytes() {
      return layout.offset(to) - layout.offset(from);
    }

    /** The number of primitives of a part that is in host memory. */
    int count() {
      return Math.toIntExact(layout.start(to) - layout.start(from));
    }
  }

  /** Runs an instruction that concerns no memory of a device. */
  void run(Instruction instruction) {
    if (instruction instanceof Instruction.Copy copy) {
      copy(copy);
    } else if (instruction instanceof Instruction.Allocate allocate) {
      allocate(allocate);
    } else if (instruction instanceof Instruction.Free free) {
      host.free(free);
      versions.freed(free.allocation());
    } else {
      throw new IllegalStateException("the host does not run " + instruction);
    }
  }

  private void allocate(Instruction.Allocate allocate) {
    Allocation allocation = allocate.allocation();
    Optional<ArrayLayout> layout = layout(allocation);
    int from = Math.toIntExact(allocation.box().min0());
    int to = Math.toIntExact(allocation.box().max0());
    // Rows differ in length, and the planner counts with their mean.
    long bytes = layout.isPresent() ? new Rows(layout.get(), from, to).bytes() : 0;
    host.allocate(
        new Instruction.Allocate(allocate.id(), allocation, bytes), MemoryStore.Purpose.SPILL);
  }

  private void copy(Instruction.Copy copy) {
    Allocation source = copy.source();
    Allocation destination = copy.destination();
    boolean fromHeap = source.memory().equals(MemoryId.HEAP);
    if (fromHeap && destination.memory().equals(MemoryId.HEAP)) {
      heap.copy(copy);
      return;
    }
    versions.copying(copy);
    for (Rows rows : rows(copy)) {
      if (fromHeap) {
        rows.layout()
            .load(rows.layout().start(rows.from()), rows.count(), memory(destination, rows));
      } else if (destination.memory().equals(MemoryId.HEAP)) {
        stored(copy);
        rows.layout().store(rows.layout().start(rows.from()), rows.count(), memory(source, rows));
      } else {
        memory(destination, rows).put(memory(source, rows));
      }
    }
    versions.copied(copy);
  }

  /** Notes that elements of an array on the heap may have changed. */
  void stored(Instruction.Copy copy) {
    heap.stored(copy.destination().buffer().id(), copy.region());
  }

  /** The ranges that are copied; empty if the array was collected. */
  List<Rows> rows(Instruction.Copy copy) {
    List<Rows> all = new ArrayList<>();
    // On the heap, elements may go to another array than the buffer's; it has the same layout.
    boolean toHeap = copy.destination().memory().equals(MemoryId.HEAP);
    Optional<ArrayLayout> layout = layout(toHeap ? copy.destination() : copy.source());
    if (layout.isPresent()) {
      for (Box box : copy.region().boxes()) {
        Rows rows =
            new Rows(layout.get(), Math.toIntExact(box.min0()), Math.toIntExact(box.max0()));
        if (rows.bytes() > 0) {
          all.add(rows);
        }
      }
    }
    return all;
  }

  /** The layout; empty if the array was collected, so that no code can read it. */
  private Optional<ArrayLayout> layout(Allocation allocation) {
    Optional<Object> array = heap.array(allocation.buffer().id());
    return array.isPresent() ? Optional.of(ArrayLayout.of(array.get())) : Optional.empty();
  }

  /** The elements in host memory, which begins with the first element of the allocation's box. */
  ByteBuffer memory(Allocation allocation, Rows rows) {
    ByteBuffer memory = host.of(allocation);
    int first = Math.toIntExact(allocation.box().min0());
    int before = Math.toIntExact(rows.offset() - rows.layout().offset(first));
    return memory
        .slice(memory.position() + before, Math.toIntExact(rows.bytes()))
        .order(ByteOrder.nativeOrder());
  }
}
