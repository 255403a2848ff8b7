package dev.slipstream.model.mapper;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A way to divide one execution of a loop, with the elements that its parts read and write. It
 * refers to no array and no buffer, so that all executions of one shape can share it, on any node.
 * Immutable.
 *
 * @param geometry all iterations, counted from 0 on each axis, and where chunks may begin
 * @param loops for each axis of the iterations the number of the nested loop, 0 for the outermost
 * @param arrays the mapper of each array that iterations read or write
 * @param lanes the iterations of a chunk, if it consists of a reduction's lanes
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
   * The mapper of an array.
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

  /** The elements of an array that a chunk accesses in one direction, in the array's shape. */
  public Region elements(ArrayMapper.Access access, Box chunk) {
    List<Box> elements = new ArrayList<>();
    for (Box iterations : iterations(chunk)) {
      elements.addAll(access.map(iterations));
    }
    return Region.of(elements);
  }

  /**
   * The elements of an array that a chunk reads, in the form in which devices store them.
   *
   * @param parameter the index of a kernel's parameter that holds it
   * @return empty if it is not known
   */
  public Optional<Region> reads(int parameter, Box chunk) {
    return isOfLanes(parameter)
        ? Optional.of(Region.EMPTY)
        : array(parameter).map(array -> array.shape().flat(elements(array.reads(), chunk)));
  }

  /** The elements of an array that a chunk writes, or may write, in the same form. */
  public Optional<Region> writes(int parameter, Box chunk) {
    return isOfLanes(parameter)
        ? Optional.of(Region.of(Box.of(chunk.min0(), chunk.max0())))
        : array(parameter).map(array -> array.shape().flat(elements(array.writes(), chunk)));
  }

  /** Whether a parameter is an array in which lanes store their results. */
  private boolean isOfLanes(int parameter) {
    return lanes.isPresent() && lanes.get().results().contains(parameter);
  }

  /** The elements that chunks access in one direction, as a range mapper for the graphs. */
  public RangeMapper mapper(ArrayMapper.Access access) {
    return (chunk, domain) -> elements(access, chunk.box());
  }

  /**
   * The loop's accesses to one of its arrays, in the array's shape.
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
      // Where an element may not be written, its previous content is needed too.
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
