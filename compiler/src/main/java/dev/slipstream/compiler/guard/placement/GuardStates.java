package dev.slipstream.compiler.guard.placement;

import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.guard.platform.PlatformCalls;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Computes which arrays are guarded on every path to an instruction since the last barrier. It
 * assumes that each access that needs a guard has one in front of it, and that the guards of {@link
 * LoopHoisting} are in place. A forward analysis that starts from everything (Aho, Sethi, Ullman,
 * Compilers, 10.6, available expressions).
 */
final class GuardStates {
  private final MethodFacts facts;
  private final ControlFlow flow;
  private final LoopHoisting hoisted;
  private final BitSet writesAhead;
  private final BitSet elements;
  private final @Nullable Map<Place, Integer>[] atStart;
  private final @Nullable Map<Place, Integer>[] atEnd;

  /**
   * @param writesAhead the reads that are guarded as writes
   * @param elements the accesses whose guards are for the element alone, so that no other access
   *     can rely on them
   */
  @SuppressWarnings({"unchecked", "rawtypes"})
  GuardStates(
      MethodFacts facts,
      ControlFlow flow,
      LoopHoisting hoisted,
      BitSet writesAhead,
      BitSet elements) {
    this.facts = facts;
    this.flow = flow;
    this.hoisted = hoisted;
    this.writesAhead = writesAhead;
    this.elements = elements;
    this.atStart = new Map[flow.blocks().size()];
    this.atEnd = new Map[flow.blocks().size()];
    solve();
  }

  /** The guarded arrays at the end of a block. */
  Map<Place, Integer> atEndOf(Block block) {
    Map<Place, Integer> state = atEnd[block.index()];
    return state == null ? Map.of() : state;
  }

  /** The guarded arrays at the start of a block: a copy, which {@link #step} may change. */
  Map<Place, Integer> atStartOf(Block block) {
    Map<Place, Integer> state = atStart[block.index()];
    return state == null ? new HashMap<>() : new HashMap<>(state);
  }

  private void solve() {
    if (flow.blocks().isEmpty()) {
      return;
    }
    Deque<Block> open = new ArrayDeque<>();
    BitSet waiting = new BitSet();
    atStart[0] = new HashMap<>();
    open.add(flow.blocks().get(0));
    waiting.set(0);
    while (!open.isEmpty()) {
      Block block = open.poll();
      waiting.clear(block.index());
      Map<Place, Integer> state = atStartOf(block);
      boolean mayThrow = false;
      for (Block successor : block.successors()) {
        mayThrow |= flow.startsHandler(successor);
      }
      Map<Place, Integer> thrown = mayThrow ? new HashMap<>(state) : Map.of();
      for (int i = next(block.first(), state); i <= block.last(); i = next(i + 1, state)) {
        step(i, state);
        if (mayThrow) {
          meet(thrown, state);
        }
      }
      atEnd[block.index()] = state;
      for (Block successor : block.successors()) {
        Map<Place, Integer> flowing = flow.startsHandler(successor) ? thrown : state;
        Map<Place, Integer> entering = hoisted.entering(block, successor);
        Map<Place, Integer> along = entering.isEmpty() ? flowing : new HashMap<>(flowing);
        for (Map.Entry<Place, Integer> guard : entering.entrySet()) {
          GuardKind.add(along, guard.getKey(), guard.getValue());
        }
        if (mergeInto(successor, along) && !waiting.get(successor.index())) {
          waiting.set(successor.index());
          open.add(successor);
        }
      }
    }
  }

  /**
   * The next instruction that may change the state. With an empty state, as after each barrier,
   * these are few.
   */
  private int next(int number, Map<Place, Integer> state) {
    return state.isEmpty() ? facts.nextGuarding(number) : facts.nextOfConcern(number);
  }

  private boolean mergeInto(Block block, Map<Place, Integer> state) {
    Map<Place, Integer> before = atStart[block.index()];
    if (before == null) {
      atStart[block.index()] = new HashMap<>(state);
      return true;
    }
    if (before.isEmpty()) {
      return false;
    }
    Map<Place, Integer> met = new HashMap<>(before);
    // The path by which the method is entered contributes no guarded array.
    meet(met, block.index() == 0 ? Map.of() : state);
    atStart[block.index()] = met;
    return !met.equals(before);
  }

  private static void meet(Map<Place, Integer> into, Map<Place, Integer> other) {
    if (into.isEmpty() || other.isEmpty()) {
      into.clear();
      return;
    }
    for (Iterator<Map.Entry<Place, Integer>> all = into.entrySet().iterator(); all.hasNext(); ) {
      Map.Entry<Place, Integer> known = all.next();
      keep(known.getValue() & other.getOrDefault(known.getKey(), 0), known, all);
    }
  }

  private static void keep(int kind, Map.Entry<Place, Integer> known, Iterator<?> all) {
    if (kind == 0) {
      all.remove();
    } else {
      known.setValue(kind);
    }
  }

  /** Whether an access needs no guard in front of it. */
  boolean isGuarded(int number, Map<Place, Integer> state) {
    boolean asWrite = facts.isWrite(number) || writesAhead.get(number);
    return (GuardKind.known(state, facts.namesAndRows(number))
            & (asWrite ? GuardKind.WRITE : GuardKind.READ))
        != 0;
  }

  /** Applies an instruction to a state, including the guards at that instruction. */
  void step(int number, Map<Place, Integer> state) {
    if (state.isEmpty() && facts.nextGuarding(number) != number) {
      return;
    }
    AbstractInsnNode node = facts.instruction(number);
    int stored = stored(number, state);
    if (!state.isEmpty()) {
      invalidate(number, node, state);
    }
    if (facts.isAccess(number)) {
      if (elements.get(number)) {
        return;
      }
      boolean writes = facts.isWrite(number) || writesAhead.get(number);
      int kind = writes ? GuardKind.READ | GuardKind.WRITE : GuardKind.READ;
      for (Place name : facts.names(number)) {
        GuardKind.add(state, name, kind);
      }
    } else if (node.getOpcode() == Opcodes.NEWARRAY) {
      GuardKind.add(state, new Place.Result(number), GuardKind.ALL);
    } else if (facts.fence(number).returned() == PlatformCalls.Returned.FRESH) {
      GuardKind.add(state, new Place.Result(number), GuardKind.ALL);
    } else if (node.getOpcode() == Opcodes.ASTORE) {
      GuardKind.add(state, new Place.Local(((VarInsnNode) node).var), stored);
    } else if (node.getOpcode() == Opcodes.PUTFIELD && stored != 0 && !facts.isBarrier(number)) {
      Place base = PlaceValue.place(facts.below(number, 1));
      FieldInsnNode field = (FieldInsnNode) node;
      if (base != Place.Unknown.UNKNOWN && !base.mentionsField(field.name, field.desc)) {
        GuardKind.add(state, new Place.Field(base, field.owner, field.name, field.desc), stored);
      }
    }
  }

  /**
   * Removes the arrays that an instruction invalidates. Evaluates whether it is a barrier only
   * here, because that is expensive.
   */
  private void invalidate(int number, AbstractInsnNode node, Map<Place, Integer> state) {
    if (facts.isBarrier(number)) {
      state.clear();
      return;
    }
    int kindOfRows =
        node.getOpcode() == Opcodes.AASTORE
            ? hoisted.stores().getOrDefault(number, 0)
            : GuardKind.ALL;
    for (Iterator<Map.Entry<Place, Integer>> all = state.entrySet().iterator(); all.hasNext(); ) {
      Map.Entry<Place, Integer> known = all.next();
      Place place = known.getKey();
      boolean isLost = PlaceFrame.invalidates(node, place) || place.mentionsResult(number);
      int kept = place instanceof Place.Rows ? kindOfRows : GuardKind.ALL;
      keep(isLost ? 0 : known.getValue() & kept, known, all);
    }
  }

  /** The known kinds of the value that an instruction stores, before it stores it. */
  private int stored(int number, Map<Place, Integer> state) {
    AbstractInsnNode node = facts.instruction(number);
    if (state.isEmpty()
        || (node.getOpcode() != Opcodes.ASTORE && node.getOpcode() != Opcodes.PUTFIELD)) {
      return 0;
    }
    return GuardKind.known(state, Place.withRows(PlaceValue.names(facts.below(number, 0))));
  }
}
