package dev.slipstream.compiler.guard;

import dev.slipstream.compiler.flow.Block;
import dev.slipstream.compiler.flow.ControlFlow;
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
  private final BitSet writesAhead;

  private SingleElements(
      MethodFacts facts, ControlFlow flow, HoistedGuards hoisted, BitSet writesAhead) {
    this.facts = facts;
    this.flow = flow;
    this.hoisted = hoisted;
    this.writesAhead = writesAhead;
  }

  /**
   * The numbers of the accesses.
   *
   * @param writesAhead reads that are guarded as writes
   */
  static BitSet of(MethodFacts facts, ControlFlow flow, HoistedGuards hoisted, BitSet writesAhead) {
    return new SingleElements(facts, flow, hoisted, writesAhead).find();
  }

  private BitSet find() {
    BitSet guarded = guarded(new BitSet());
    BitSet single = (BitSet) guarded.clone();
    single.andNot(writesAhead);
    if (single.isEmpty()) {
      return single;
    }
    Set<Place> relied = new HashSet<>();
    hoisted.guards().values().forEach(places -> relied.addAll(places.keySet()));
    BitSet others = guarded(single);
    others.andNot(guarded);
    others.stream().forEach(number -> relied.addAll(facts.names(number)));
    single.stream()
        .filter(number -> facts.names(number).stream().anyMatch(relied::contains))
        .forEach(single::clear);
    return single;
  }

  /** The accesses in front of which a guard stands, if those of some elements help no other. */
  private BitSet guarded(BitSet elements) {
    GuardStates states = new GuardStates(facts, flow, hoisted, writesAhead, elements);
    BitSet guarded = new BitSet();
    for (Block block : flow.blocks()) {
      Map<Place, Integer> state = states.atStartOf(block);
      for (int i = block.first(); i <= block.last(); i++) {
        if (facts.isAccess(i)
            && !hoisted.isOpen(block, facts.names(i))
            && !states.isGuarded(i, state)) {
          guarded.set(i);
        }
        states.step(i, state);
      }
    }
    return guarded;
  }
}
