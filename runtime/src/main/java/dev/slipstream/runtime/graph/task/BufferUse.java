package dev.slipstream.runtime.graph.task;

import dev.slipstream.model.mapper.Chunk;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import java.util.List;

/**
 * Everything that one task does with one buffer, of which it accesses elements that range mappers
 * name. Immutable.
 */
public final class BufferUse {
  private final Buffer buffer;
  private final List<BufferAccess> accesses;
  private final Region consumed;
  private final Region produced;

  /**
   * Evaluates the mappers for all iterations.
   *
   * @param accesses all accesses of the task to one buffer; at least one
   * @param space all iterations of the task
   */
  BufferUse(List<BufferAccess> accesses, Box space) {
    this.buffer = accesses.get(0).buffer();
    this.accesses = List.copyOf(accesses);
    this.consumed = consumed(Chunk.whole(space));
    this.produced = produced(Chunk.whole(space));
  }

  /** The buffer. */
  public Buffer buffer() {
    return buffer;
  }

  /** What the whole task needs. */
  public Region consumed() {
    return consumed;
  }

  /** What the whole task writes. */
  public Region produced() {
    return produced;
  }

  /**
   * Returns what one chunk needs.
   *
   * @param chunk iterations
   * @return elements of the buffer
   */
  public Region consumed(Chunk chunk) {
    Region region = Region.EMPTY;
    for (int i = 0; i < accesses.size(); i++) {
      if (accesses.get(i).mode().consumes()) {
        region = region.union(accesses.get(i).region(chunk));
      }
    }
    return region;
  }

  /**
   * Returns what one chunk writes.
   *
   * @param chunk iterations
   * @return elements of the buffer
   */
  public Region produced(Chunk chunk) {
    Region region = Region.EMPTY;
    for (int i = 0; i < accesses.size(); i++) {
      if (accesses.get(i).mode().produces()) {
        region = region.union(accesses.get(i).region(chunk));
      }
    }
    return region;
  }
}
