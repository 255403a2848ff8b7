package dev.slipstream.compiler.guard;

import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.NaturalLoop;
import dev.slipstream.compiler.guard.CallFences.Fence;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.analysis.BasicValue;

/** Decides where the guards of one method stand, and inserts them. */
final class MethodGuards {
  private final MethodFacts facts;
  private final Evaluation evaluation;
  private final int classVersion;
  private final List<Runnable> insertions = new ArrayList<>();
  private BitSet writesAhead = new BitSet();
  private BitSet elements = new BitSet();

  /** Writes in front of which the guard of a read of the same element stands. */
  private BitSet updating = new BitSet();

  MethodGuards(MethodFacts facts, Evaluation evaluation, int classVersion) {
    this.facts = facts;
    this.evaluation = evaluation;
    this.classVersion = classVersion;
  }

  /** Changes the method; says whether anything was inserted. */
  boolean insert() {
    AccessGuards guards = new AccessGuards(facts, evaluation);
    if (facts.flow().isPresent()) {
      plan(guards, facts.flow().get());
    } else {
      for (int i = facts.nextOfConcern(0); i < facts.size(); i = facts.nextOfConcern(i + 1)) {
        plan(guards, i, Optional.empty(), Map.of(), NEVER);
      }
    }
    insertions.forEach(Runnable::run);
    return !insertions.isEmpty();
  }

  private void plan(AccessGuards guards, ControlFlow flow) {
    Edges edges = new Edges(facts.method(), flow, classVersion);
    Rescue rescue =
        new Rescue(facts.method(), flow, edges, classVersion >= Edges.FIRST_WITH_FRAMES);
    HoistedGuards hoisted = new LoopHoisting(facts, flow, edges, rescue, evaluation).choose();
    WritesAhead ahead = new WritesAhead(facts, flow, hoisted);
    writesAhead = ahead.reads();
    SingleElements single = new SingleElements(facts, flow, hoisted, ahead);
    elements = single.numbers();
    updating = single.updating();
    GuardStates states = single.states();
    AccessGuards.RescuedCalls calls = rescued(flow, rescue);
    for (Block block : flow.blocks()) {
      Map<Place, Integer> state = states.atStartOf(block);
      for (int i = facts.nextOfConcern(block.first());
          i <= block.last();
          i = facts.nextOfConcern(i + 1)) {
        if (!facts.isAccess(i) || !hoisted.isOpen(block, facts.namesAndRows(i))) {
          plan(guards, i, Optional.of(states), state, calls);
        }
        if (hoisted.stores().containsKey(i)) {
          planStore(guards, i, state, hoisted.stores().get(i));
        }
        states.step(i, state);
      }
    }
    List<LoopGuards> loops = new ArrayList<>();
    for (NaturalLoop loop : hoisted.loops()) {
      LoopGuards needed = LoopGuards.of(loop, needed(hoisted, loop, states));
      if (!needed.begin().isEmpty() || !needed.end().isEmpty()) {
        loops.add(needed);
      }
    }
    // Where one edge leaves a loop and enters another, the first is closed first.
    for (int i = loops.size() - 1; i >= 0; i--) {
      loops.get(i).addEnd(edges);
    }
    loops.forEach(loop -> loop.addBegin(edges));
    if (!loops.isEmpty()) {
      // The ends of blocks must still be what they were.
      insertions.add(0, () -> edges.insert(evaluation));
    }
    for (LoopGuards loop : loops) {
      if (!loop.end().isEmpty()) {
        insertions.add(() -> rescue.add(loop.loop(), loop.end(), evaluation));
      }
    }
  }

  /** Guards a row that comes into an array whose rows are guarded together, and one that goes. */
  private void planStore(
      AccessGuards guards, int number, Map<Place, Integer> state, int kindOfRows) {
    if (!mayHoldArrays(facts.below(number, 2).getType())) {
      return;
    }
    BasicValue stored = facts.below(number, 0);
    int known = GuardStates.known(state, Place.withRows(PlaceValue.names(stored)));
    boolean writes = (kindOfRows & GuardStates.WRITE) != 0;
    boolean opens =
        (known & (writes ? GuardStates.WRITE : GuardStates.READ)) == 0
            && !PlaceInterpreter.isNull(stored)
            && Place.mayBeArray(stored.getType());
    Optional<String> guard =
        opens ? Optional.of(writes ? GuardCalls.WRITE : GuardCalls.READ) : Optional.empty();
    if (opens || writes) {
      AbstractInsnNode node = facts.instruction(number);
      insertions.add(() -> guards.store(node, guard, writes));
    }
  }

  private static boolean mayHoldArrays(Type array) {
    return array.getSort() != Type.ARRAY
        || Place.mayBeArray(Type.getType(array.getDescriptor().substring(1)));
  }

  private AccessGuards.RescuedCalls rescued(ControlFlow flow, Rescue rescue) {
    Map<Integer, Block> blocks = new HashMap<>();
    for (int i = 0; i < facts.size(); i++) {
      if (facts.fence(i).writesBeforeItThrows()) {
        blocks.put(i, flow.blockAt(i));
      }
    }
    return new AccessGuards.RescuedCalls() {
      @Override
      public boolean isPossible(int number) {
        // Before its superclass's constructor has run, an object must not be forgotten by a frame.
        Block block = blocks.get(number);
        return block != null && !facts.method().name.equals("<init>") && rescue.isPossible(block);
      }

      @Override
      public void add(int number, AbstractInsnNode invoke, int temporary, InsnList code) {
        rescue.add(invoke, Objects.requireNonNull(blocks.get(number)), temporary, code);
      }
    };
  }

  private void plan(
      AccessGuards guards,
      int number,
      Optional<GuardStates> states,
      Map<Place, Integer> state,
      AccessGuards.RescuedCalls calls) {
    AbstractInsnNode node = facts.instruction(number);
    if (facts.isAccess(number)) {
      if (elements.get(number)) {
        boolean asWrite = facts.isWrite(number) || writesAhead.get(number);
        String guard = asWrite ? GuardCalls.WRITE_ELEMENT : GuardCalls.READ_ELEMENT;
        boolean guarded = updating.get(number);
        insertions.add(() -> guards.element(node, guarded ? Optional.empty() : Optional.of(guard)));
        return;
      }
      boolean guarded = states.filter(known -> known.isGuarded(number, state)).isPresent();
      boolean fresh = (GuardStates.known(state, facts.names(number)) & GuardStates.FRESH) != 0;
      if (!fresh && (facts.isWrite(number) || !guarded)) {
        boolean asWrite = facts.isWrite(number) || writesAhead.get(number);
        String guard = asWrite ? GuardCalls.WRITE : GuardCalls.READ;
        insertions.add(
            () -> guards.access(number, node, guarded ? Optional.empty() : Optional.of(guard)));
      }
      return;
    }
    Fence fence = facts.fence(number);
    if (fence.isNeeded()) {
      insertions.add(() -> guards.call(number, node, fence, calls));
    }
    if (node instanceof MethodInsnNode call) {
      CodeMakers.called(call.owner, call.name)
          .ifPresent(reason -> insertions.add(() -> guards.leak(node, reason)));
      NamedMethod.by(call.owner, call.name)
          .ifPresent(named -> insertions.add(() -> guards.named(number, node, named)));
    }
  }

  /**
   * The guards of a loop that are not standing on every way to it anyway. WRITE alone is for what
   * is written there and was guarded before.
   */
  private static Map<Place, Integer> needed(
      HoistedGuards hoisted, NaturalLoop loop, GuardStates states) {
    Map<Place, Integer> needed = new HashMap<>();
    hoisted
        .guards()
        .getOrDefault(loop, Map.of())
        .forEach(
            (place, kind) -> {
              int standing = GuardStates.ALL;
              for (Block from : loop.header().predecessors()) {
                if (!loop.contains(from)) {
                  standing &= states.atEndOf(from).getOrDefault(place, 0);
                }
              }
              boolean writes = (kind & GuardStates.WRITE) != 0;
              boolean stands = (standing & (writes ? GuardStates.WRITE : GuardStates.READ)) != 0;
              boolean fresh = (standing & GuardStates.FRESH) != 0;
              if (!fresh && (writes || !stands)) {
                needed.put(place, stands ? GuardStates.WRITE : kind);
              }
            });
    return needed;
  }

  private static final AccessGuards.RescuedCalls NEVER =
      new AccessGuards.RescuedCalls() {
        @Override
        public boolean isPossible(int number) {
          return false;
        }

        @Override
        public void add(int number, AbstractInsnNode invoke, int temporary, InsnList code) {
          throw new IllegalStateException("no call of this method is rescued");
        }
      };
}
