package dev.slipstream.runtime.graph.task;

import dev.slipstream.model.mapper.Chunk;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import java.util.List;

/**
 * Everything that one task does with one buffer: it accesses elements that range mappers name, or
 * the buffer is the result of a reduction, to which every chunk writes its contribution, and the
 * first one includes what was there if that is wanted. Immutable.
 */
public final class BufferUse {
  private static final Region SCALAR = Region.of(Box.SCALAR);

  private final Buffer buffer;
  private final List<BufferAccess> accesses;
  private final boolean reduced;
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
    this.reduced = false;
    this.consumed = consumed(Chunk.whole(space));
    this.produced = produced(Chunk.whole(space));
  }

  BufferUse(TaskReduction reduction) {
    this.buffer = reduction.buffer();
    this.accesses = List.of();
    this.reduced = true;
    this.consumed = reduction.includesCurrent() ? SCALAR : Region.EMPTY;
    this.produced = SCALAR;
  }

  /** The buffer. */
  public Buffer buffer() {
    return buffer;
  }

  /** Whether the buffer is the result of a reduction. */
  public boolean isReduced() {
    return reduced;
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
    Region region = reduced && chunk.isFirst() ? consumed : Region.EMPTY;
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
    Region region = reduced && !chunk.box().isEmpty() ? SCALAR : Region.EMPTY;
    for (int i = 0; i < accesses.size(); i++) {
      if (accesses.get(i).mode().produces()) {
        region = region.union(accesses.get(i).region(chunk));
      }
    }
    return region;
  }
}
