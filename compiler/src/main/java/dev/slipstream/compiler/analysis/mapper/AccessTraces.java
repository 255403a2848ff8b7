package dev.slipstream.compiler.analysis.mapper;

import java.util.List;
import java.util.Optional;

/**
 * All accesses of one direction to an array, of which no box says exactly what they touch, followed
 * through single chunks. That is possible where the chunks are small. Immutable.
 *
 * @param accesses each case of each of them; none if they cannot be followed
 */
record AccessTraces(List<AccessTrace> accesses) {
  /** Nothing can be followed. */
  static final AccessTraces NONE = new AccessTraces(List.of());

  AccessTraces {
    accesses = List.copyOf(accesses);
  }

  boolean isNone() {
    return accesses.isEmpty();
  }

  /**
   * What the accesses touch in a chunk, all of it and nothing else.
   *
   * @param chunk its ends on each loop; not empty
   * @return boxes that may overlap; empty if there are too many of them
   */
  Optional<List<IndexBox>> boxes(long[] chunk) {
    if (accesses.isEmpty()) {
      return Optional.empty();
    }
    BoxCollector boxes = new BoxCollector();
    for (int a = 0; a < accesses.size(); a++) {
      if (!accesses.get(a).addBoxes(chunk, boxes)) {
        return Optional.empty();
      }
    }
    return Optional.of(boxes.boxes());
  }
}
