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
  private final WritesAhead writesAhead;

  private SingleElements(
      MethodFacts facts, ControlFlow flow, HoistedGuards hoisted, WritesAhead writesAhead) {
    this.facts = facts;
    this.flow = flow;
    this.hoisted = hoisted;
    this.writesAhead = writesAhead;
  }

  /**
   * The numbers of the accesses.
   *
   * @param writesAhead reads that are guarded as writes; those of the element that is written stand
   *     alone together with the write
   */
  static BitSet of(
      MethodFacts facts, ControlFlow flow, HoistedGuards hoisted, WritesAhead writesAhead) {
    return new SingleElements(facts, flow, hoisted, writesAhead).find();
  }

  private BitSet find() {
    BitSet guarded = guarded(new BitSet());
    BitSet single = (BitSet) guarded.clone();
    single.andNot(writesAhead.reads());
    BitSet updating = new BitSet();
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
    if (single.isEmpty()) {
      return single;
    }
    Set<Place> relied = new HashSet<>();
    hoisted.guards().values().forEach(places -> relied.addAll(places.keySet()));
    BitSet others = guarded(single);
    others.andNot(guarded);
    others.andNot(updating);
    others.stream().forEach(number -> relied.addAll(facts.names(number)));
    single.stream()
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

  /** The accesses in front of which a guard stands, if those of some elements help no other. */
  private BitSet guarded(BitSet elements) {
    GuardStates states = new GuardStates(facts, flow, hoisted, writesAhead.reads(), elements);
    BitSet guarded = new BitSet();
    for (Block block : flow.blocks()) {
      Map<Place, Integer> state = states.atStartOf(block);
      for (int i = block.first(); i <= block.last(); i++) {
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
