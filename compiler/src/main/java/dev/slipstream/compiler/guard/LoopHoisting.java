package dev.slipstream.compiler.guard;

import dev.slipstream.compiler.flow.Block;
import dev.slipstream.compiler.flow.ControlFlow;
import dev.slipstream.compiler.flow.NaturalLoop;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;

/** Chooses the loops in front of which guards can stand. */
final class LoopHoisting {
  private final MethodFacts facts;
  private final ControlFlow flow;
  private final Evaluation evaluation;
  private final Edges edges;
  private final Rescue rescue;
  private final List<NaturalLoop> free = new ArrayList<>();

  /**
   * @param evaluation how places are found again in front of loops
   */
  LoopHoisting(
      MethodFacts facts, ControlFlow flow, Edges edges, Rescue rescue, Evaluation evaluation) {
    this.facts = facts;
    this.flow = flow;
    this.edges = edges;
    this.rescue = rescue;
    this.evaluation = evaluation;
    List<NaturalLoop> loops = new ArrayList<>(flow.loops());
    loops.sort(Comparator.comparingInt((NaturalLoop loop) -> -loop.blocks().size()));
    Block constructed = constructed();
    for (NaturalLoop loop : loops) {
      if (!hasEvent(loop)
          && loop.header().index() != 0
          && !flow.startsHandler(loop.header())
          && flow.dominates(constructed, loop.header())) {
        free.add(loop);
      }
    }
  }

  /** The guards of all accesses that can be guarded in front of a loop. */
  HoistedGuards choose() {
    Map<NaturalLoop, Map<Place, Integer>> guards = new HashMap<>();
    for (Block block : flow.blocks()) {
      for (int i = block.first(); i <= block.last(); i++) {
        if (facts.isAccess(i)) {
          int kind = facts.isWrite(i) ? GuardStates.READ | GuardStates.WRITE : GuardStates.READ;
          hoist(block, facts.names(i), kind, guards);
        }
      }
    }
    return new HoistedGuards(List.copyOf(free), guards);
  }

  /** Puts a guard in front of the outermost loop where the array is found at one of its places. */
  private void hoist(
      Block block, List<Place> names, int kind, Map<NaturalLoop, Map<Place, Integer>> guards) {
    for (NaturalLoop loop : free) {
      for (Place place : names) {
        if (loop.contains(block) && isPossible(loop, place, (kind & GuardStates.WRITE) != 0)) {
          guards
              .computeIfAbsent(loop, l -> new LinkedHashMap<>())
              .merge(place, kind, (a, b) -> a | b);
          return;
        }
      }
    }
  }

  private boolean isPossible(NaturalLoop loop, Place place, boolean writes) {
    if (!evaluation.isPossible(place) || !isInvariant(place, loop)) {
      return false;
    }
    boolean framesAreMissing = evaluation.jumps(place) && !edges.haveFrames(loop, writes);
    return !framesAreMissing && (!writes || rescue.isPossible(loop));
  }

  private boolean isInvariant(Place place, NaturalLoop loop) {
    for (Block block : loop.blocks()) {
      for (int i = block.first(); i <= block.last(); i++) {
        if (PlaceFrame.invalidates(facts.instruction(i), place)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean hasEvent(NaturalLoop loop) {
    for (Block block : loop.blocks()) {
      for (int i = block.first(); i <= block.last(); i++) {
        if (facts.isEvent(i)) {
          return true;
        }
      }
    }
    return false;
  }

  /** The block in which a constructor's object becomes usable; the first one in other methods. */
  private Block constructed() {
    Block entry = flow.blocks().get(0);
    if (!facts.method().name.equals("<init>")) {
      return entry;
    }
    for (int i = 0; i < facts.size(); i++) {
      if (facts.isReached(i)
          && facts.instruction(i) instanceof MethodInsnNode call
          && call.getOpcode() == Opcodes.INVOKESPECIAL
          && call.name.equals("<init>")
          && PlaceValue.place(facts.below(i, Type.getArgumentTypes(call.desc).length))
              .equals(new Place.Local(0))) {
        return flow.blockAt(i);
      }
    }
    return entry;
  }
}
