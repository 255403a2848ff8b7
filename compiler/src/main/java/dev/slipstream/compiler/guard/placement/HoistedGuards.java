package dev.slipstream.compiler.guard.placement;

import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.NaturalLoop;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The guards that stand in front of loops: for each loop the arrays with what is done to them.
 *
 * @param loops outer loops before inner ones
 * @param guards READ or READ and WRITE of {@link GuardStates} for each place
 * @param stores the numbers of instructions that store rows in loops with guards for all rows of an
 *     array, and what those loops do to the rows; each row that is stored is guarded by itself
 */
record HoistedGuards(
    List<NaturalLoop> loops,
    Map<NaturalLoop, Map<Place, Integer>> guards,
    Map<Integer, Integer> stores) {

  /** What is guarded on the edge between two blocks because it enters a loop. */
  Map<Place, Integer> entering(Block from, Block to) {
    if (loops.isEmpty()) {
      return Map.of();
    }
    Map<Place, Integer> all = new LinkedHashMap<>();
    for (NaturalLoop loop : loops) {
      if (loop.header() == to && !loop.contains(from)) {
        guards
            .getOrDefault(loop, Map.of())
            .forEach((p, kind) -> all.merge(p, kind, (a, b) -> a | b));
      }
    }
    return all;
  }

  /** Whether one of the places of an array is in an open interval in a block. */
  boolean isOpen(Block block, List<Place> names) {
    for (NaturalLoop loop : loops) {
      if (loop.contains(block)
          && (GuardStates.known(guards.getOrDefault(loop, Map.of()), names) & GuardKind.WRITE)
              != 0) {
        return true;
      }
    }
    return false;
  }
}
