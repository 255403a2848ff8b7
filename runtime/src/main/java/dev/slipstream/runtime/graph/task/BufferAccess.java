package dev.slipstream.runtime.graph.task;

import dev.slipstream.model.mapper.AccessMode;
import dev.slipstream.model.mapper.Chunk;
import dev.slipstream.model.mapper.RangeMapper;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;

/**
 * How a task accesses a buffer; a task may have several accesses to one.
 *
 * @param buffer the buffer
 * @param mode what it does with the elements
 * @param mapper which elements a chunk accesses
 */
public record BufferAccess(Buffer buffer, AccessMode mode, RangeMapper mapper) {
  /**
   * Returns the elements that a chunk accesses.
   *
   * @param chunk iterations
   * @return elements of the buffer; none if the chunk is empty
   */
  public Region region(Chunk chunk) {
    return chunk.box().isEmpty()
        ? Region.EMPTY
        : mapper.map(chunk, buffer.domain()).intersection(buffer.domain());
  }
}
