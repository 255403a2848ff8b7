package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import java.util.List;

/**
 * All accesses of a command, or of one part of it, to one buffer in one memory.
 *
 * @param memory the memory
 * @param buffer the buffer
 * @param consumed the elements that it needs
 * @param produced the elements that it writes
 * @param boxes each of them must be in one allocation
 */
record Footprint(
    MemoryId memory, Buffer buffer, Region consumed, Region produced, List<Box> boxes) {
  /** Creates a footprint of boxes that only have to be allocated. */
  static Footprint of(MemoryId memory, Buffer buffer, List<Box> boxes) {
    return new Footprint(memory, buffer, Region.EMPTY, Region.EMPTY, boxes);
  }
}
