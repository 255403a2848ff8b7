package dev.slipstream.compiler.guard;

import dev.slipstream.compiler.flow.Block;
import dev.slipstream.compiler.flow.ControlFlow;
import dev.slipstream.compiler.flow.NaturalLoop;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/**
 * Reads of arrays to which the same stretch of code writes next, as {@code a[i] += x} does: one
 * guard that allows both stands in front of the read then.
 */
final class WritesAhead {
  /** How many instructions are looked at from each read on. */
  private static final int FARTHEST = 64;

  private final MethodFacts facts;
  private final HoistedGuards hoisted;

  private WritesAhead(MethodFacts facts, HoistedGuards hoisted) {
    this.facts = facts;
    this.hoisted = hoisted;
  }

  /** The numbers of the reads. */
  static BitSet of(MethodFacts facts, ControlFlow flow, HoistedGuards hoisted) {
    WritesAhead ahead = new WritesAhead(facts, hoisted);
    BitSet reads = new BitSet();
    for (Block block : flow.blocks()) {
      for (int i = block.first(); i <= block.last(); i++) {
        if (facts.isAccess(i) && !facts.isWrite(i) && ahead.isWrittenNext(block, i)) {
          reads.set(i);
        }
      }
    }
    return reads;
  }

  private boolean isWrittenNext(Block block, int read) {
    List<Place> names = new ArrayList<>(facts.names(read));
    int last = Math.min(block.last(), read + FARTHEST);
    for (int i = read + 1; i <= last && !names.isEmpty(); i++) {
      if (facts.isAccess(i)
          && facts.isWrite(i)
          && facts.names(i).stream().anyMatch(names::contains)) {
        return true;
      }
      if (facts.isEvent(i)) {
        return false;
      }
      int number = i;
      names.removeIf(
          name ->
              PlaceFrame.invalidates(facts.instruction(number), name)
                  || name.mentionsResult(number));
    }
    return last == block.last() && isWrittenByNextLoop(block, names);
  }

  /** Whether a block leads into a loop in front of which the guard of a write stands. */
  private boolean isWrittenByNextLoop(Block block, List<Place> names) {
    if (block.successors().size() != 1) {
      return false;
    }
    for (NaturalLoop loop : hoisted.loops()) {
      if (block.successors().contains(loop.header())
          && !loop.contains(block)
          && (GuardStates.known(hoisted.guards().getOrDefault(loop, Map.of()), names)
                  & GuardStates.WRITE)
              != 0) {
        return true;
      }
    }
    return false;
  }
}
