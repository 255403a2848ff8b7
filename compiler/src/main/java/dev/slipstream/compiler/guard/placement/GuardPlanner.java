package dev.slipstream.compiler.guard.placement;

import dev.slipstream.compiler.classfile.ClassFiles;
import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.NaturalLoop;
import dev.slipstream.compiler.guard.platform.CalleeUse;
import dev.slipstream.compiler.guard.platform.NamedMethod;
import dev.slipstream.compiler.guard.platform.UnguardedCode;
import dev.slipstream.compiler.guard.scan.CallFences.Fence;
import dev.slipstream.compiler.guard.scan.Descriptors;
import dev.slipstream.compiler.guard.scan.ForeignArrays;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.BasicValue;

/** Decides where the guards of one method stand. */
public final class GuardPlanner {
  private final MethodFacts facts;
  private final ReachablePlaces places;
  private final Map<NaturalLoop, Map<Place, Integer>> loops = new LinkedHashMap<>();
  private final List<PlannedGuard> guards = new ArrayList<>();
  private Optional<StackMaps> maps = Optional.empty();
  private BitSet writesAhead = new BitSet();
  private BitSet elements = new BitSet();

  /** Writes in front of which the guard of a read of the same element stands. */
  private BitSet updating = new BitSet();

  private GuardPlanner(MethodFacts facts, ClassFiles files) {
    this.facts = facts;
    this.places = new ReachablePlaces(files, facts.method());
  }

  /**
   * Plans the guards of a method.
   *
   * @param files the method's class and those around it
   * @param classVersion the class file's major version
   */
  public static GuardPlan plan(
      MethodFacts facts, ClassFiles files, int classVersion, ForeignArrays foreign) {
    GuardPlanner planner = new GuardPlanner(facts, files);
    if (facts.flow().isPresent()) {
      planner.plan(facts.flow().get(), new StackMaps(facts.flow().get(), classVersion));
    } else {
      for (int i = facts.nextOfConcern(0); i < facts.size(); i = facts.nextOfConcern(i + 1)) {
        planner.plan(i, Optional.empty(), Map.of());
      }
    }
    return planner.with(foreign);
  }

  private GuardPlan with(ForeignArrays foreign) {
    MethodNode method = facts.method();
    List<Integer> parameters = List.of();
    List<Integer> returns = new ArrayList<>();
    CalleeUse use = CalleeUse.NOTHING;
    if (foreign.areTaken(method.access, method.name, method.desc)) {
      parameters = foreign.parameters(method.desc);
      use = foreign.useOfReturned(method.name, method.desc);
      for (int i = 0; i < facts.size() && use != CalleeUse.NOTHING; i++) {
        if (facts.instruction(i).getOpcode() == Opcodes.ARETURN
            && facts.isReached(i)
            && Descriptors.mayBeArray(facts.below(i, 0).getType())) {
          returns.add(i);
        }
      }
    }
    return new GuardPlan(facts, places, maps, loops, guards, parameters, returns, use);
  }

  private void plan(ControlFlow flow, StackMaps frames) {
    maps = Optional.of(frames);
    HoistedGuards hoisted = new LoopHoisting(facts, flow, frames, places).choose();
    WritesAhead ahead = new WritesAhead(facts, flow, hoisted);
    writesAhead = ahead.reads();
    SingleElements single = new SingleElements(facts, flow, hoisted, ahead);
    elements = single.numbers();
    updating = single.updating();
    GuardStates states = single.states();
    for (Block block : flow.blocks()) {
      Map<Place, Integer> state = states.atStartOf(block);
      for (int i = facts.nextOfConcern(block.first());
          i <= block.last();
          i = facts.nextOfConcern(i + 1)) {
        if (!facts.isAccess(i) || !hoisted.isOpen(block, facts.namesAndRows(i))) {
          plan(i, Optional.of(states), state);
        }
        if (hoisted.stores().containsKey(i)) {
          planStore(i, state, hoisted.stores().get(i));
        }
        states.step(i, state);
      }
    }
    for (NaturalLoop loop : hoisted.loops()) {
      Map<Place, Integer> needed = needed(hoisted, loop, states);
      if (!needed.isEmpty()) {
        loops.put(loop, needed);
      }
    }
  }

  /** Guards a row that comes into an array whose rows are guarded together, and one that goes. */
  private void planStore(int number, Map<Place, Integer> state, int kindOfRows) {
    if (!mayHoldArrays(facts.below(number, 2).getType())) {
      return;
    }
    BasicValue stored = facts.below(number, 0);
    int known = GuardStates.known(state, Place.withRows(PlaceValue.names(stored)));
    boolean writes = (kindOfRows & GuardKind.WRITE) != 0;
    int kind = writes ? GuardKind.WRITE : GuardKind.READ;
    boolean opens =
        (known & kind) == 0
            && !Descriptors.isNull(stored.getType())
            && Descriptors.mayBeArray(stored.getType());
    if (opens || writes) {
      guards.add(new PlannedGuard.OfStoredRow(number, opens ? kind : 0, writes));
    }
  }

  private static boolean mayHoldArrays(Type array) {
    return array.getSort() != Type.ARRAY
        || Descriptors.mayBeArray(Type.getType(array.getDescriptor().substring(1)));
  }

  private void plan(int number, Optional<GuardStates> states, Map<Place, Integer> state) {
    if (facts.isAccess(number)) {
      planAccess(number, states, state);
      return;
    }
    AbstractInsnNode node = facts.instruction(number);
    Fence fence = facts.fence(number);
    if (fence.isNeeded()) {
      guards.add(new PlannedGuard.OfCall(number, fence, rescuing(number, fence)));
    }
    if (node instanceof MethodInsnNode call) {
      UnguardedCode.madeBy(call.owner, call.name)
          .ifPresent(reason -> guards.add(new PlannedGuard.OfMadeCode(number, reason)));
      NamedMethod.by(call.owner, call.name)
          .ifPresent(method -> guards.add(new PlannedGuard.OfNamedMethod(number, method)));
    }
  }

  private void planAccess(int number, Optional<GuardStates> states, Map<Place, Integer> state) {
    boolean asWrite = facts.isWrite(number) || writesAhead.get(number);
    int kind = asWrite ? GuardKind.WRITE : GuardKind.READ;
    if (elements.get(number)) {
      guards.add(new PlannedGuard.OfElement(number, updating.get(number) ? 0 : kind));
      return;
    }
    boolean guarded = states.filter(known -> known.isGuarded(number, state)).isPresent();
    boolean fresh = (GuardStates.known(state, facts.names(number)) & GuardKind.FRESH) != 0;
    if (!fresh && (facts.isWrite(number) || !guarded)) {
      guards.add(new PlannedGuard.OfArray(number, guarded ? 0 : kind));
    }
  }

  /** The block of a call that may have written arrays when it throws, if a handler can be there. */
  private Optional<Block> rescuing(int number, Fence fence) {
    // Before its superclass's constructor has run, an object must not be forgotten by a frame.
    if (!fence.writesBeforeItThrows() || facts.method().name.equals("<init>")) {
      return Optional.empty();
    }
    return maps.map(frames -> frames.flow().blockAt(number))
        .filter(block -> maps.get().allowHandlerIn(block));
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
              int standing = GuardKind.ALL;
              for (Block from : loop.header().predecessors()) {
                if (!loop.contains(from)) {
                  standing &= states.atEndOf(from).getOrDefault(place, 0);
                }
              }
              boolean writes = (kind & GuardKind.WRITE) != 0;
              boolean stands = (standing & (writes ? GuardKind.WRITE : GuardKind.READ)) != 0;
              boolean fresh = (standing & GuardKind.FRESH) != 0;
              if (!fresh && (writes || !stands)) {
                needed.put(place, stands ? GuardKind.WRITE : kind);
              }
            });
    return needed;
  }
}
