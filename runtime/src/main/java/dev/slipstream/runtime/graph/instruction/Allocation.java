package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.graph.Buffer;

/**
 * A contiguous piece of memory.
 *
 * @param id its identifier
 * @param memory where it is
 * @param buffer the buffer that it belongs to
 * @param contents what it holds
 * @param box what it holds of that, in row-major order: a box of the buffer's elements, or the
 *     numbers of contributors
 */
public record Allocation(
    AllocationId id, MemoryId memory, Buffer buffer, Contents contents, Box box) {
  /** What an allocation holds. */
  public enum Contents {
    /** Elements of the buffer. */
    ELEMENTS,
    /** One value for each contributor to a reduction into the buffer. */
    CONTRIBUTIONS
  }

  @Override
  public String toString() {
    return id + " of " + buffer.name() + " on " + memory;
  }
}
