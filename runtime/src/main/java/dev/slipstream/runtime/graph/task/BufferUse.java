package dev.slipstream.runtime.graph.task;

import dev.slipstream.model.mapper.Chunk;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import java.util.List;

/** All accesses of one task to one buffer, evaluated with their range mappers. Immutable. */
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

  /** The elements that the whole task needs. */
  public Region consumed() {
    return consumed;
  }

  /** The elements that the whole task writes. */
  public Region produced() {
    return produced;
  }

  /**
   * Returns the elements that one chunk needs.
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
   * Returns the elements that one chunk writes.
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
