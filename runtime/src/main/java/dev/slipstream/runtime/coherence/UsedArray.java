package dev.slipstream.runtime.coherence;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An array as a loop uses it, with the rows that it has when the loop is submitted. */
record UsedArray(Object array, LeafShape shape, boolean writes) {
  /** To compare more rows at each submission takes longer than most loops. */
  private static final int MOST_ROWS = 1 << 16;

  /**
   * The arrays of a loop.
   *
   * @param leastLength loops over arrays of arrays with shorter rows are launched at once
   * @return empty if rows occur twice, are too short or are too many
   */
  static Optional<List<UsedArray>> of(List<LoopArray> used, int leastLength) {
    List<UsedArray> uses = new ArrayList<>(used.size());
    for (LoopArray use : used) {
      Optional<LeafShape> shape = LeafShape.of(use.array(), MOST_ROWS);
      boolean ofArrays = use.array() instanceof Object[];
      if (shape.isEmpty() || (ofArrays && shape.get().shortest() < leastLength)) {
        return Optional.empty();
      }
      uses.add(new UsedArray(use.array(), shape.get(), use.writes()));
    }
    return DuplicateRows.areAmong(uses) ? Optional.empty() : Optional.of(uses);
  }

  boolean isOfArrays() {
    return array instanceof Object[];
  }
}
