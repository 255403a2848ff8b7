package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.graph.Buffer;

/**
 * A contiguous piece of memory.
 *
 * @param id its identifier
 * @param memory where it is
 * @param buffer the buffer that it belongs to
 * @param box the elements of the buffer that it holds, in row-major order
 */
public record Allocation(AllocationId id, MemoryId memory, Buffer buffer, Box box) {
  @Override
  public String toString() {
    return id + " of " + buffer.name() + " on " + memory;
  }
}
