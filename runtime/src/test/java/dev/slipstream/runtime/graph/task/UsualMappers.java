package dev.slipstream.runtime.graph.task;

import dev.slipstream.model.mapper.Chunk;
import dev.slipstream.model.mapper.RangeMapper;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;

/**
 * Range mappers for programs of the tests: those of Celerity, whose {@code range_mapper.h}
 * documents them.
 */
public final class UsualMappers {
  private UsualMappers() {}

  /** Iteration i accesses element i. */
  public record OneToOne() implements RangeMapper {
    @Override
    public Region map(Chunk chunk, Box domain) {
      return Region.of(chunk.box());
    }

    @Override
    public String toString() {
      return "one-to-one";
    }
  }

  /**
   * Iteration i accesses all elements that differ from element i on one axis only.
   *
   * @param axis the axis of the buffer, 0 to 2, on which everything is accessed
   */
  public record Slice(int axis) implements RangeMapper {
    @Override
    public Region map(Chunk chunk, Box domain) {
      return Region.of(chunk.box().with(axis, domain.min(axis), domain.max(axis)));
    }

    @Override
    public String toString() {
      return "slice along " + axis;
    }
  }

  /** Which neighbours a {@link Neighbourhood} has. */
  public enum Shape {
    /** All elements of a box around the element itself, including diagonal neighbours. */
    BOX,
    /** Those that differ from the element itself on one axis only. */
    ALONG_AXES
  }

  /**
   * Iteration i accesses element i and those around it.
   *
   * @param border0 how far it reaches on axis 0 in both directions, at least 0
   * @param border1 how far it reaches on axis 1
   * @param border2 how far it reaches on axis 2
   * @param shape whether diagonal neighbours are accessed
   */
  public record Neighbourhood(long border0, long border1, long border2, Shape shape)
      implements RangeMapper {
    @Override
    public Region map(Chunk chunk, Box domain) {
      Box box = chunk.box();
      Box wide0 = grow(box, 0, border0);
      if (shape == Shape.BOX) {
        return Region.of(grow(grow(wide0, 1, border1), 2, border2));
      }
      return Region.of(
          wide0.intersection(domain),
          grow(box, 1, border1).intersection(domain),
          grow(box, 2, border2).intersection(domain));
    }

    private static Box grow(Box box, int axis, long border) {
      return border == 0 ? box : box.with(axis, box.min(axis) - border, box.max(axis) + border);
    }

    @Override
    public String toString() {
      return "neighbourhood " + border0 + ", " + border1 + ", " + border2;
    }
  }

  /** Every iteration accesses all elements. */
  public record All() implements RangeMapper {
    @Override
    public Region map(Chunk chunk, Box domain) {
      return Region.of(domain);
    }

    @Override
    public String toString() {
      return "all";
    }
  }

  /**
   * Each axis of the buffer follows an axis of the iteration space, in any order, or is accessed as
   * a whole: (1, 0) is a transposed matrix, (0) the row of an iteration in two axes, (1) its
   * column.
   *
   * @param from0 the axis of the iterations that axis 0 of the buffer follows, or {@link #WHOLE}
   * @param from1 the one that axis 1 follows
   * @param from2 the one that axis 2 follows
   */
  public record Transposed(int from0, int from1, int from2) implements RangeMapper {
    /** An axis that is accessed as a whole. */
    public static final int WHOLE = -1;

    /**
     * Creates a mapper for a buffer with one axis.
     *
     * @param from0 the axis of the iterations that it follows
     */
    public Transposed(int from0) {
      this(from0, WHOLE, WHOLE);
    }

    /**
     * Creates a mapper for a buffer with two axes.
     *
     * @param from0 the axis of the iterations that axis 0 follows, or {@link #WHOLE}
     * @param from1 the one that axis 1 follows, or {@link #WHOLE}
     */
    public Transposed(int from0, int from1) {
      this(from0, from1, WHOLE);
    }

    @Override
    public Region map(Chunk chunk, Box domain) {
      Box mapped = follow(domain, 0, chunk.box(), from0);
      mapped = follow(mapped, 1, chunk.box(), from1);
      return Region.of(follow(mapped, 2, chunk.box(), from2));
    }

    private static Box follow(Box mapped, int axis, Box iterations, int from) {
      return from == WHOLE ? mapped : mapped.with(axis, iterations.min(from), iterations.max(from));
    }

    @Override
    public String toString() {
      return "transposed " + from0 + ", " + from1 + ", " + from2;
    }
  }
}
