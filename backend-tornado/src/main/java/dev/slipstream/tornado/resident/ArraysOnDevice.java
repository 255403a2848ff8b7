package dev.slipstream.tornado.resident;

import dev.slipstream.runtime.instruction.Allocation;
import dev.slipstream.runtime.instruction.AllocationId;
import dev.slipstream.runtime.scheduling.HeapArrays;
import dev.slipstream.tornado.binding.TornadoException;
import java.util.HashMap;
import java.util.Map;

/**
 * Where arrays are on the device. A block begins with the first element of its array, so that
 * kernels find elements at their own indices.
 */
final class ArraysOnDevice {
  private final Blocks blocks;
  private final HeapArrays heap;
  private final Map<AllocationId, Block> known = new HashMap<>();

  ArraysOnDevice(Blocks blocks, HeapArrays heap) {
    this.blocks = blocks;
    this.heap = heap;
  }

  /** Allocates memory for elements from the first to the end of the allocation. */
  void allocate(Allocation allocation) throws TornadoException {
    long bytes = allocation.box().max0() * heap.elementBytes(allocation.buffer().id());
    known.put(allocation.id(), blocks.take(bytes));
  }

  /** Frees memory that nobody uses any more. */
  void free(Allocation allocation) throws TornadoException {
    Block block = block(allocation);
    known.remove(allocation.id());
    blocks.giveBack(block);
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
