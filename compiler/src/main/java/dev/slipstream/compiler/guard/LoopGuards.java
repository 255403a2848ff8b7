package dev.slipstream.compiler.guard;

import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.NaturalLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The guards around one loop.
 *
 * @param begin what is called when the loop is entered
 * @param end what is called when it is left, on whatever way
 */
record LoopGuards(NaturalLoop loop, List<GuardCall> begin, List<GuardCall> end) {

  /**
   * The guards for what a loop does.
   *
   * @param needed READ or READ and WRITE of {@link GuardStates} for each place; WRITE alone where
   *     the guard of a write stands before the loop
   */
  static LoopGuards of(NaturalLoop loop, Map<Place, Integer> needed) {
    List<GuardCall> begin = new ArrayList<>();
    List<GuardCall> end = new ArrayList<>();
    needed.forEach(
        (place, kind) -> {
          boolean rows = place instanceof Place.Rows;
          if ((kind & GuardStates.WRITE) == 0) {
            begin.add(new GuardCall(place, rows ? GuardCalls.READ_ROWS : GuardCalls.BEGIN_READ));
          } else if ((kind & GuardStates.READ) == 0) {
            end.add(new GuardCall(place, rows ? GuardCalls.WRITTEN_ROWS : GuardCalls.WRITTEN));
          } else {
            begin.add(
                new GuardCall(place, rows ? GuardCalls.BEGIN_WRITE_ROWS : GuardCalls.BEGIN_WRITE));
            end.add(new GuardCall(place, rows ? GuardCalls.END_WRITE_ROWS : GuardCalls.END_WRITE));
          }
        });
    return new LoopGuards(loop, begin, end);
  }

  void addBegin(Edges edges) {
    if (begin.isEmpty()) {
      return;
    }
    for (Block from : loop.header().predecessors()) {
      if (!loop.contains(from)) {
        edges.enter(from, loop, begin);
      }
    }
  }

  void addEnd(Edges edges) {
    if (end.isEmpty()) {
      return;
    }
    for (Block from : loop.blocks()) {
      for (Block to : edges.successors(from)) {
        if (!loop.contains(to)) {
          edges.leave(from, to, loop, end);
        }
      }
    }
  }
}
