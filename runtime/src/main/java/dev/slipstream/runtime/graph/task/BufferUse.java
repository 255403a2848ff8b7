package dev.slipstream.runtime.graph.task;

import dev.slipstream.model.mapper.Chunk;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import java.util.List;

/** Everything that one task does with one buffer. Immutable. */
public sealed interface BufferUse {
  /** The buffer. */
  Buffer buffer();

  /** What the whole task needs. */
  Region consumed();

  /** What the whole task writes. */
  Region produced();

  /**
   * Returns what one chunk needs.
   *
   * @param chunk iterations
   * @return elements of the buffer
   */
  Region consumed(Chunk chunk);

  /**
   * Returns what one chunk writes.
   *
   * @param chunk iterations
   * @return elements of the buffer
   */
  Region produced(Chunk chunk);

  /** Elements that range mappers name. */
  final class Mapped implements BufferUse {
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
    Mapped(List<BufferAccess> accesses, Box space) {
      this.accesses = List.copyOf(accesses);
      buffer = accesses.get(0).buffer();
      consumed = consumed(Chunk.whole(space));
      produced = produced(Chunk.whole(space));
    }

    @Override
    public Buffer buffer() {
      return buffer;
    }

    @Override
    public Region consumed() {
      return consumed;
    }

    @Override
    public Region produced() {
      return produced;
    }

    @Override
    public Region consumed(Chunk chunk) {
      Region region = Region.EMPTY;
      for (int i = 0; i < accesses.size(); i++) {
        if (accesses.get(i).mode().consumes()) {
          region = region.union(accesses.get(i).region(chunk));
        }
      }
      return region;
    }

    @Override
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

  /**
   * The result of a reduction: every chunk writes its contribution, and the first one includes what
   * was there if that is wanted.
   *
   * @param reduction the reduction
   */
  record Reduced(TaskReduction reduction) implements BufferUse {
    private static final Region SCALAR = Region.of(Box.SCALAR);

    @Override
    public Buffer buffer() {
      return reduction.buffer();
    }

    @Override
    public Region consumed() {
      return reduction.includesCurrent() ? SCALAR : Region.EMPTY;
    }

    @Override
    public Region produced() {
      return SCALAR;
    }

    @Override
    public Region consumed(Chunk chunk) {
      return chunk.isFirst() ? consumed() : Region.EMPTY;
    }

    @Override
    public Region produced(Chunk chunk) {
      return chunk.box().isEmpty() ? Region.EMPTY : SCALAR;
    }
  }
}
