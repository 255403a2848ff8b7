package dev.slipstream.model.mapper;

import dev.slipstream.model.region.Region;
import java.util.List;
import java.util.Optional;

/** How one execution of a loop may be divided, and what its parts read and write. Thread-safe. */
public interface Division {
  /** All iterations, counted from 0 on each axis, and where chunks may begin. */
  Geometry geometry();

  /** Which of the nested loops, from 0 for the outermost, each axis of the iterations is. */
  List<Integer> loops();

  /**
   * What chunks access of an array.
   *
   * @param parameter the index of a kernel's parameter that holds it
   * @return empty if it is not known
   */
  Optional<Elements> elements(int parameter);

  /**
   * What chunks access of one array: elements of an array of primitives, rows of an array of
   * arrays, in either case in one dimension. More than what they access may be named.
   */
  interface Elements {
    /** What a chunk may read. */
    Region reads(Chunk chunk);

    /** What a chunk may write. */
    Region writes(Chunk chunk);
  }
}
