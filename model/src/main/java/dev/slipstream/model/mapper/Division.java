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
 * @param arrays what is known of each array that is read or written
 */
public record Division(Geometry geometry, List<Integer> loops, List<ArrayMapper> arrays) {
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

  /** The iterations of a chunk, in the order of the loops. */
  public Box iterations(Box chunk) {
    Box iterations = Box.SCALAR;
    for (int axis = 0; axis < loops.size(); axis++) {
      iterations = iterations.with(loops.get(axis), chunk.min(axis), chunk.max(axis));
    }
    return iterations;
  }

  /** What chunks access in one direction, as the graphs take it. */
  public RangeMapper mapper(ArrayMapper.Access access) {
    return (chunk, domain) -> access.region(iterations(chunk.box()));
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
