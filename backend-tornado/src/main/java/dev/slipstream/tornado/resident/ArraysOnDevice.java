package dev.slipstream.tornado.resident;

import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.instruction.Allocation;
import dev.slipstream.runtime.graph.instruction.AllocationId;
import dev.slipstream.runtime.scheduling.HeapArrays;
import dev.slipstream.tornado.binding.TornadoException;
import dev.slipstream.tornado.layout.ArrayLayout;
import dev.slipstream.tornado.layout.RowShape;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where arrays are on the device. A block begins with the first element of its array, so that
 * kernels find elements at their own indices.
 */
final class ArraysOnDevice {
  private final Blocks blocks;
  private final HostCopies copies;
  private final HeapArrays heap;
  private final Map<AllocationId, Block> known = new HashMap<>();
  private final Map<BufferId, Rows> rows = new HashMap<>();

  /** An array of arrays that has memory on the device. */
  private static final class Rows {
    final RowShape shape;
    int allocations;
    @Nullable Block table;

    Rows(RowShape shape) {
      this.shape = shape;
    }
  }

  ArraysOnDevice(Blocks blocks, HostCopies copies, HeapArrays heap) {
    this.blocks = blocks;
    this.copies = copies;
    this.heap = heap;
  }

  /** Allocates memory for elements from the first to the end of the allocation. */
  void allocate(Allocation allocation) throws TornadoException {
    BufferId id = allocation.buffer().id();
    int end = Math.toIntExact(allocation.box().max0());
    long bytes = end * heap.elementBytes(id);
    if (heap.array(id).orElse(id) instanceof Object[] outer) {
      ArrayLayout layout = ArrayLayout.of(outer);
      bytes = layout.start(end) * layout.kind().bytes();
      rows.computeIfAbsent(id, first -> new Rows(layout.shape()));
    }
    known.put(allocation.id(), blocks.take(bytes));
    Rows shape = rows.get(id);
    if (shape != null) {
      shape.allocations++;
    }
  }

  /** Lets an allocation of an array of primitives be in memory that nobody gives back. */
  void place(Allocation allocation, Block block) {
    known.put(allocation.id(), block);
  }

  /** The size in bytes of the elements of an allocation, also of one that is elsewhere. */
  long bytes(Allocation allocation) {
    int from = Math.toIntExact(allocation.box().min0());
    int to = Math.toIntExact(allocation.box().max0());
    // Of an array that is gone nobody will look at anything.
    return heap.array(allocation.buffer().id())
        .map(ArrayLayout::of)
        .map(layout -> (layout.start(to) - layout.start(from)) * layout.kind().bytes())
        .orElse(0L);
  }

  /** Frees memory that nobody uses any more. */
  void free(Allocation allocation) throws TornadoException {
    BufferId id = allocation.buffer().id();
    Block block = block(allocation);
    known.remove(allocation.id());
    blocks.giveBack(block);
    Rows shape = rows.get(id);
    if (shape != null && --shape.allocations == 0) {
      rows.remove(id);
      if (shape.table != null) {
        blocks.giveBack(shape.table);
      }
    }
  }

  /** An array in the memory of an allocation as a kernel gets it. */
  KeptArray array(Allocation allocation) {
    BufferId id = allocation.buffer().id();
    Rows shape = rows.get(id);
    return new KeptArray(id, block(allocation), shape == null ? RowShape.NONE : shape.shape);
  }

  /** Where the table is that finds the rows of an array which a kernel gets. */
  Block table(KeptArray array) throws TornadoException {
    Rows shape = rows.get(array.buffer());
    if (shape == null) {
      throw new IllegalStateException(array.buffer() + " is no array of arrays");
    }
    Block table = shape.table;
    if (table == null) {
      int[] entries = ArrayLayout.of(heap.array(array.buffer()).orElseThrow()).table();
      table = blocks.take((long) Integer.BYTES * entries.length);
      shape.table = table;
      copies.store(
          table,
          Integer.BYTES,
          0,
          entries.length,
          (first, count, at) -> at.asIntBuffer().put(entries, first, count));
    }
    return table;
  }

  /**
   * The memory of an allocation.
   *
   * @throws IllegalStateException if there is none
   */
  Block block(Allocation allocation) {
    Block block = known.get(allocation.id());
    if (block == null) {
      throw new IllegalStateException(allocation + " is not there");
    }
    return block;
  }
}
