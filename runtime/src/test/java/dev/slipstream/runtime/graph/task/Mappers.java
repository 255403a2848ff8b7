package dev.slipstream.runtime.graph.task;

import dev.slipstream.model.mapper.RangeMapper;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;

/** Short names for range mappers. */
public final class Mappers {
  private Mappers() {}

  public static RangeMapper oneToOne() {
    return new UsualMappers.OneToOne();
  }

  public static RangeMapper all() {
    return new UsualMappers.All();
  }

  public static RangeMapper fixed(long min, long max) {
    return new RangeMapper.Fixed(Region.of(Box.of(min, max)));
  }

  /** Iteration i accesses element n - 1 - i. */
  public static RangeMapper reversed() {
    return (chunk, domain) ->
        Region.of(
            chunk
                .box()
                .with(0, domain.max0() - chunk.box().max0(), domain.max0() - chunk.box().min0()));
  }

  public static RangeMapper alongAxes(long border) {
    return new UsualMappers.Neighbourhood(border, border, 0, UsualMappers.Shape.ALONG_AXES);
  }

  public static RangeMapper around(long border) {
    return new UsualMappers.Neighbourhood(border, 0, 0, UsualMappers.Shape.BOX);
  }

  public static RangeMapper transposed() {
    return new UsualMappers.Transposed(1, 0);
  }

  public static RangeMapper rows() {
    return new UsualMappers.Transposed(0);
  }

  public static RangeMapper columns() {
    return new UsualMappers.Transposed(1);
  }
}
