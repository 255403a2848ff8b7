package dev.slipstream.compiler.guard.placement;

import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.NaturalLoop;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
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
  private final BitSet reads = new BitSet();
  private final Map<Integer, Integer> updates = new HashMap<>();

  /**
   * Finds them.
   *
   * @param hoisted the guards in front of loops
   */
  WritesAhead(MethodFacts facts, ControlFlow flow, HoistedGuards hoisted) {
    this.facts = facts;
    this.hoisted = hoisted;
    for (Block block : flow.blocks()) {
      for (int i = facts.nextOfConcern(block.first());
          i <= block.last();
          i = facts.nextOfConcern(i + 1)) {
        if (facts.isAccess(i) && !facts.isWrite(i)) {
          follow(block, i);
        }
      }
    }
  }

  /** The numbers of the reads. */
  BitSet reads() {
    return reads;
  }

  /**
   * Of the reads those of the very element that is written next, with the numbers of the writes.
   */
  Map<Integer, Integer> updates() {
    return updates;
  }

  private void follow(Block block, int read) {
    List<Place> names = new ArrayList<>(facts.names(read));
    Place index = facts.index(read);
    int last = Math.min(block.last(), read + FARTHEST);
    for (int i = read + 1; i <= last && !names.isEmpty(); i++) {
      if (facts.isAccess(i)
          && facts.isWrite(i)
          && facts.names(i).stream().anyMatch(names::contains)) {
        reads.set(read);
        if (index != Place.Unknown.UNKNOWN && index.equals(facts.index(i))) {
          updates.put(read, i);
        }
        return;
      }
      if (facts.isBarrier(i)) {
        return;
      }
      int number = i;
      names.removeIf(name -> isLostAfter(number, name));
      index = isLostAfter(i, index) ? Place.Unknown.UNKNOWN : index;
    }
    if (last == block.last() && isWrittenByNextLoop(block, names)) {
      reads.set(read);
    }
  }

  private boolean isLostAfter(int number, Place name) {
    return PlaceFrame.invalidates(facts.instruction(number), name) || name.mentionsResult(number);
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
                  & GuardKind.WRITE)
              != 0) {
        return true;
      }
    }
    return false;
  }
}
