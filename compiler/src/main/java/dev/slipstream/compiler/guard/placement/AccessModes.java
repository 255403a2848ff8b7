package dev.slipstream.compiler.guard.placement;

import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.NaturalLoop;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decides how the accesses are guarded that no guard in front of a loop covers.
 *
 * <p>Where straight-line code reads an array and then writes to it, as {@code a[i] += x} does, one
 * guard in front of the read allows both. An access is on its own if no other access of the array
 * relies on its guard. Its guard is then for the element alone: a program that reads one number
 * between two loops waits for that number, not for the whole array.
 */
final class AccessModes {
  /** The number of instructions after a read that are searched for a write. */
  private static final int FARTHEST = 64;

  private final MethodFacts facts;
  private final ControlFlow flow;
  private final LoopHoisting hoisted;
  private final BitSet writesAhead = new BitSet();
  private final BitSet elements;
  private final BitSet updating = new BitSet();
  private final GuardStates states;

  /** The reads of an element that the code writes next, with the numbers of the writes. */
  private final Map<Integer, Integer> updates = new HashMap<>();

  /** Computes the modes of all accesses. */
  AccessModes(MethodFacts facts, ControlFlow flow, LoopHoisting hoisted) {
    this.facts = facts;
    this.flow = flow;
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
    GuardStates withoutAny = states(new BitSet());
    BitSet guarded = guarded(withoutAny);
    BitSet candidates = candidates(guarded);
    GuardStates withAll = candidates.isEmpty() ? withoutAny : states(candidates);
    this.elements = withoutThoseReliedOn(candidates, guarded, withAll);
    this.states =
        elements.equals(candidates) ? withAll : elements.isEmpty() ? withoutAny : states(elements);
    updating.and(elements);
  }

  /** The numbers of the reads that are guarded as writes. */
  BitSet writesAhead() {
    return writesAhead;
  }

  /**
   * The numbers of the accesses that are guarded for their elements alone. A read of the element
   * that is written next is among them only together with the write.
   */
  BitSet elements() {
    return elements;
  }

  /**
   * Those writes among {@link #elements} whose guard is in front of the read of the same element.
   */
  BitSet updating() {
    return updating;
  }

  /** The state of the guards at each instruction under these modes. */
  GuardStates states() {
    return states;
  }

  private void follow(Block block, int read) {
    List<Place> names = new ArrayList<>(facts.names(read));
    Place index = facts.index(read);
    int last = Math.min(block.last(), read + FARTHEST);
    for (int i = read + 1; i <= last && !names.isEmpty(); i++) {
      if (facts.isAccess(i) && facts.isWrite(i) && !Collections.disjoint(facts.names(i), names)) {
        writesAhead.set(read);
        if (index != Place.Unknown.UNKNOWN && index.equals(facts.index(i))) {
          updates.put(read, i);
        }
        return;
      }
      if (facts.isBarrier(i)) {
        return;
      }
      for (int n = names.size() - 1; n >= 0; n--) {
        if (isLostAfter(i, names.get(n))) {
          names.remove(n);
        }
      }
      index = isLostAfter(i, index) ? Place.Unknown.UNKNOWN : index;
    }
    if (last == block.last() && isWrittenByNextLoop(block, names)) {
      writesAhead.set(read);
    }
  }

  private boolean isLostAfter(int number, Place name) {
    return PlaceFrame.invalidates(facts.instruction(number), name) || name.mentionsResult(number);
  }

  /** Whether a block leads into a loop that is preceded by the guard of a write. */
  private boolean isWrittenByNextLoop(Block block, List<Place> names) {
    if (block.successors().size() != 1) {
      return false;
    }
    for (int l = 0; l < hoisted.loops().size(); l++) {
      NaturalLoop loop = hoisted.loops().get(l);
      if (block.successors().contains(loop.header())
          && !loop.contains(block)
          && (GuardKind.known(hoisted.guards(l), names) & GuardKind.WRITE) != 0) {
        return true;
      }
    }
    return false;
  }

  private BitSet candidates(BitSet guarded) {
    BitSet candidates = (BitSet) guarded.clone();
    candidates.andNot(writesAhead);
    for (Map.Entry<Integer, Integer> update : updates.entrySet()) {
      if (guarded.get(update.getKey()) && !guarded.get(update.getValue())) {
        candidates.set(update.getKey());
        updating.set(update.getValue());
      }
    }
    candidates.or(updating);
    return candidates;
  }

  private BitSet withoutThoseReliedOn(BitSet candidates, BitSet guarded, GuardStates withAll) {
    BitSet single = (BitSet) candidates.clone();
    if (single.isEmpty()) {
      return single;
    }
    Set<Place> relied = new HashSet<>();
    for (int l = 0; l < hoisted.loops().size(); l++) {
      relied.addAll(hoisted.guards(l).keySet());
    }
    BitSet others = guarded(withAll);
    others.andNot(guarded);
    others.andNot(updating);
    for (int i = others.nextSetBit(0); i >= 0; i = others.nextSetBit(i + 1)) {
      relied.addAll(facts.names(i));
    }
    for (int i = candidates.nextSetBit(0); i >= 0; i = candidates.nextSetBit(i + 1)) {
      if (!Collections.disjoint(facts.names(i), relied)) {
        single.clear(i);
      }
    }
    for (Map.Entry<Integer, Integer> update : updates.entrySet()) {
      int read = update.getKey();
      int write = update.getValue();
      if (updating.get(write) && !(single.get(read) && single.get(write))) {
        single.clear(read);
        single.clear(write);
      }
    }
    return single;
  }

  private GuardStates states(BitSet elements) {
    return new GuardStates(facts, flow, hoisted, writesAhead, elements);
  }

  /** The accesses that need a guard in front of them, given certain states. */
  private BitSet guarded(GuardStates states) {
    BitSet guarded = new BitSet();
    for (Block block : flow.blocks()) {
      Map<Place, Integer> state = states.atStartOf(block);
      for (int i = facts.nextOfConcern(block.first());
          i <= block.last();
          i = facts.nextOfConcern(i + 1)) {
        if (facts.isAccess(i)
            && !hoisted.isOpen(block, facts.namesAndRows(i))
            && !states.isGuarded(i, state)) {
          guarded.set(i);
        }
        states.step(i, state);
      }
    }
    return guarded;
  }
}
