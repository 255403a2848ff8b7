package dev.slipstream.compiler.guard.placement;

import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.ControlFlow;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Accesses that stand alone: no other access of the array relies on their guard. That guard is for
 * the element, so that a program which looks at one number between two loops waits for that number
 * and not for the array.
 */
final class SingleElements {
  private final MethodFacts facts;
  private final ControlFlow flow;
  private final HoistedGuards hoisted;
  private final WritesAhead writesAhead;
  private final BitSet updating = new BitSet();
  private final BitSet numbers;
  private final GuardStates states;

  /**
   * Finds them.
   *
   * @param writesAhead reads that are guarded as writes; those of the element that is written stand
   *     alone together with the write
   */
  SingleElements(
      MethodFacts facts, ControlFlow flow, HoistedGuards hoisted, WritesAhead writesAhead) {
    this.facts = facts;
    this.flow = flow;
    this.hoisted = hoisted;
    this.writesAhead = writesAhead;
    GuardStates withoutAny = states(new BitSet());
    BitSet guarded = guarded(withoutAny);
    BitSet candidates = candidates(guarded);
    GuardStates withAll = candidates.isEmpty() ? withoutAny : states(candidates);
    this.numbers = withoutThoseReliedOn(candidates, guarded, withAll);
    this.states =
        numbers.equals(candidates) ? withAll : numbers.isEmpty() ? withoutAny : states(numbers);
    updating.and(numbers);
  }

  /** The numbers of the accesses. */
  BitSet numbers() {
    return numbers;
  }

  /** Of these the writes in front of which the guard of a read of the same element stands. */
  BitSet updating() {
    return updating;
  }

  /** What is guarded where, if they are guarded for their elements alone. */
  GuardStates states() {
    return states;
  }

  private BitSet candidates(BitSet guarded) {
    BitSet single = (BitSet) guarded.clone();
    single.andNot(writesAhead.reads());
    writesAhead
        .updates()
        .forEach(
            (read, write) -> {
              if (guarded.get(read) && !guarded.get(write)) {
                single.set(read);
                updating.set(write);
              }
            });
    single.or(updating);
    return single;
  }

  private BitSet withoutThoseReliedOn(BitSet candidates, BitSet guarded, GuardStates withAll) {
    BitSet single = (BitSet) candidates.clone();
    if (single.isEmpty()) {
      return single;
    }
    Set<Place> relied = new HashSet<>();
    hoisted.guards().values().forEach(places -> relied.addAll(places.keySet()));
    BitSet others = guarded(withAll);
    others.andNot(guarded);
    others.andNot(updating);
    others.stream().forEach(number -> relied.addAll(facts.names(number)));
    candidates.stream()
        .filter(number -> facts.names(number).stream().anyMatch(relied::contains))
        .forEach(single::clear);
    writesAhead
        .updates()
        .forEach(
            (read, write) -> {
              if (updating.get(write) && !(single.get(read) && single.get(write))) {
                single.clear(read);
                single.clear(write);
              }
            });
    return single;
  }

  private GuardStates states(BitSet elements) {
    return new GuardStates(facts, flow, hoisted, writesAhead.reads(), elements);
  }

  /** The accesses in front of which a guard stands, if those of some elements help no other. */
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
