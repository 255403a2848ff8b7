package dev.slipstream.model.mapper;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How one execution of a loop may be divided, and what its parts read and write. It holds no array
 * and no buffer, so that all executions of one shape can share it, on any node. Immutable.
 *
 * @param geometry all iterations, counted from 0 on each axis, and where chunks may begin
 * @param loops which of the nested loops, from 0 for the outermost, each axis of the iterations is
 * @param arrays what is known of each array that iterations read or write
 * @param lanes which iterations a chunk runs if it is one of a reduction's lanes
 */
public record Division(
    Geometry geometry,
    List<Integer> loops,
    List<ArrayMapper> arrays,
    Optional<LaneIterations> lanes) {
  /** A division of the iterations themselves. */
  public Division(Geometry geometry, List<Integer> loops, List<ArrayMapper> arrays) {
    this(geometry, loops, arrays, Optional.empty());
  }

  /** Copies the lists. */
  public Division {
    loops = List.copyOf(loops);
    arrays = List.copyOf(arrays);
  }

  /**
   * What chunks access of an array.
   *
   * @param parameter the index of a kernel's parameter that holds it
   * @return empty if it is not known
   */
  public Optional<ArrayMapper> array(int parameter) {
    for (ArrayMapper array : arrays) {
      if (array.parameters().contains(parameter)) {
        return Optional.of(array);
      }
    }
    return Optional.empty();
  }

  /** The iterations of a chunk, in the order of the loops, as disjoint boxes. */
  public List<Box> iterations(Box chunk) {
    if (lanes.isPresent()) {
      return lanes.get().of(chunk.min0(), chunk.max0());
    }
    Box iterations = Box.SCALAR;
    for (int axis = 0; axis < loops.size(); axis++) {
      iterations = iterations.with(loops.get(axis), chunk.min(axis), chunk.max(axis));
    }
    return List.of(iterations);
  }

  /** What a chunk accesses of an array in one direction, in the array's shape. */
  public Region elements(ArrayMapper.Access access, Box chunk) {
    List<Box> elements = new ArrayList<>();
    for (Box iterations : iterations(chunk)) {
      elements.addAll(access.map(iterations));
    }
    return Region.of(elements);
  }

  /**
   * What a chunk reads of an array, as devices hold it.
   *
   * @param parameter the index of a kernel's parameter that holds it
   * @return empty if it is not known
   */
  public Optional<Region> reads(int parameter, Box chunk) {
    return isOfLanes(parameter)
        ? Optional.of(Region.EMPTY)
        : array(parameter).map(array -> array.shape().flat(elements(array.reads(), chunk)));
  }

  /** What a chunk writes of an array, or may write, in the same way. */
  public Optional<Region> writes(int parameter, Box chunk) {
    return isOfLanes(parameter)
        ? Optional.of(Region.of(Box.of(chunk.min0(), chunk.max0())))
        : array(parameter).map(array -> array.shape().flat(elements(array.writes(), chunk)));
  }

  /** Whether lanes leave there what they have found. */
  private boolean isOfLanes(int parameter) {
    return lanes.isPresent() && lanes.get().results().contains(parameter);
  }

  /** What chunks access in one direction, as the graphs take it. */
  public RangeMapper mapper(ArrayMapper.Access access) {
    return (chunk, domain) -> elements(access, chunk.box());
  }

  /**
   * How the loop accesses one of its arrays, in the array's shape.
   *
   * @return one to three accesses
   */
  public List<MappedAccess> accesses(ArrayMapper array) {
    List<MappedAccess> accesses = new ArrayList<>(2);
    RangeMapper writes = mapper(array.writes());
    RangeMapper certain = mapper(array.certain());
    if (!array.reads().isNone()) {
      accesses.add(new MappedAccess(AccessMode.READ, mapper(array.reads())));
    }
    if (array.writesAll() && !array.writes().isNone()) {
      accesses.add(new MappedAccess(AccessMode.WRITE, writes));
    } else if (!array.writes().isNone()) {
      // Where an element may be left out, what was there before is needed too.
      RangeMapper uncertain =
          (chunk, domain) -> {
            Region all = writes.map(chunk, domain);
            return all.difference(certain.map(chunk, domain));
          };
      accesses.add(new MappedAccess(AccessMode.READ_WRITE, uncertain));
      if (!array.certain().isNone()) {
        accesses.add(new MappedAccess(AccessMode.WRITE, certain));
      }
    }
    return accesses;
  }
}
