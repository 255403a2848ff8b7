package dev.slipstream.compiler.guard.placement;

import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.NaturalLoop;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Chooses the guards in front of loops. */
final class LoopHoisting {
  private final MethodFacts facts;
  private final ControlFlow flow;
  private final StackMaps frames;

  /** The loops that can be preceded by guards, outer ones before inner ones. */
  private final List<NaturalLoop> loops = new ArrayList<>();

  /** For each of these loops the arrays, with how they are accessed. */
  private final List<Map<Place, Integer>> guards = new ArrayList<>();

  private final Map<Integer, Integer> stores = new HashMap<>();

  /** For each loop its instructions that may change the value at some place. */
  private final IdentityHashMap<NaturalLoop, List<AbstractInsnNode>> changing =
      new IdentityHashMap<>();

  /** For each loop whether the value at a place stays the same; many accesses share places. */
  private final IdentityHashMap<NaturalLoop, Map<Place, Boolean>> invariant =
      new IdentityHashMap<>();

  /**
   * Chooses the guards of all accesses that can be guarded in front of a loop.
   *
   * @param ofFlow all loops
   */
  LoopHoisting(MethodFacts facts, ControlFlow flow, List<NaturalLoop> ofFlow, StackMaps frames) {
    this.facts = facts;
    this.flow = flow;
    this.frames = frames;
    List<NaturalLoop> all = new ArrayList<>(ofFlow);
    all.sort((first, second) -> Integer.compare(second.blocks().size(), first.blocks().size()));
    Block constructed = constructed();
    for (NaturalLoop loop : all) {
      if (loop.header().index() != 0
          && !flow.startsHandler(loop.header())
          && flow.dominates(constructed, loop.header())
          && hasAccessAndNoBarrier(loop)) {
        loops.add(loop);
        guards.add(new LinkedHashMap<>());
      }
    }
    if (!loops.isEmpty()) {
      hoist(/* rows= */ true);
      hoist(/* rows= */ false);
      addStores();
    }
  }

  /** The loops, outer ones before inner ones. A loop's number is its position in this list. */
  List<NaturalLoop> loops() {
    return loops;
  }

  /** The guards of a loop: READ or READ and WRITE of {@link GuardKind} for each place. */
  Map<Place, Integer> guards(int loop) {
    return guards.get(loop);
  }

  /**
   * The instructions that store rows in loops that guard all rows of an array, with how those loops
   * access the rows. Each stored row is guarded on its own.
   */
  Map<Integer, Integer> stores() {
    return stores;
  }

  /** The arrays that are guarded on the edge between two blocks because it enters a loop. */
  Map<Place, Integer> entering(Block from, Block to) {
    Map<Place, Integer> all = Map.of();
    for (int l = 0; l < loops.size(); l++) {
      if (loops.get(l).header() == to && !loops.get(l).contains(from)) {
        all = all.isEmpty() ? new LinkedHashMap<>() : all;
        for (Map.Entry<Place, Integer> guard : guards.get(l).entrySet()) {
          GuardKind.add(all, guard.getKey(), guard.getValue());
        }
      }
    }
    return all;
  }

  /**
   * Whether an interval for writes is open in a block for an array that is found at one of these
   * places.
   */
  boolean isOpen(Block block, List<Place> names) {
    for (int l = 0; l < loops.size(); l++) {
      if (loops.get(l).contains(block)
          && (GuardKind.known(guards.get(l), names) & GuardKind.WRITE) != 0) {
        return true;
      }
    }
    return false;
  }

  private void hoist(boolean rows) {
    for (Block block : flow.blocks()) {
      for (int i = facts.nextOfConcern(block.first());
          i <= block.last();
          i = facts.nextOfConcern(i + 1)) {
        if (facts.isAccess(i)) {
          if (rows) {
            hoistRows(block, i);
          } else if (!isInGuardedRows(block, i)) {
            hoist(block, facts.names(i), kind(i));
          }
        }
      }
    }
  }

  private int kind(int access) {
    return facts.isWrite(access) ? GuardKind.READ | GuardKind.WRITE : GuardKind.READ;
  }

  /**
   * Guards all rows of an array in front of a loop that contains a loop over the rows. Otherwise
   * each row would be guarded again and again, and the JIT would keep the guard's call in the
   * innermost loops. A loop without an outer loop may visit few of many rows, so it does not guard
   * all of them.
   *
   * <p>An access is guarded this way only if its array is found in the array of arrays. All rows
   * that it holds at any time are guarded: those at the start together, and each row that is stored
   * later on its own. A replaced row is reported when it is replaced, because it cannot be found at
   * the end. Without a data race no other thread stores rows while this one reads them and passes
   * no barrier.
   */
  private void hoistRows(Block block, int access) {
    for (Place place : facts.names(access)) {
      if (place instanceof Place.Row row) {
        Place rows = new Place.Rows(row.base());
        for (int l = 0; l < loops.size(); l++) {
          if (loops.get(l).contains(block) && isPossible(l, rows, facts.isWrite(access))) {
            if (changesWithin(loops.get(l), block, place)) {
              GuardKind.add(guards.get(l), rows, kind(access));
            }
            break;
          }
        }
      }
    }
  }

  /**
   * Whether the array at a place may change in a loop around the block that is nested in this loop.
   */
  private boolean changesWithin(NaturalLoop loop, Block block, Place place) {
    for (NaturalLoop inner : loops) {
      if (inner.contains(block) && loop.encloses(inner) && !isInvariant(place, inner)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a loop's guard for all rows of an array covers an access, too. */
  private boolean isInGuardedRows(Block block, int access) {
    for (int l = 0; l < loops.size(); l++) {
      if (loops.get(l).contains(block)) {
        for (Place place : facts.namesAndRows(access)) {
          int kind = guards.get(l).getOrDefault(place, 0);
          if (place instanceof Place.Rows
              && kind != 0
              && ((kind(access) & ~kind) == 0 || isPossible(l, place, /* writes= */ true))) {
            GuardKind.add(guards.get(l), place, kind(access));
            return true;
          }
        }
      }
    }
    return false;
  }

  /**
   * Puts a guard in front of the outermost loop in which one of the array's places is invariant.
   */
  private void hoist(Block block, List<Place> names, int kind) {
    for (int l = 0; l < loops.size(); l++) {
      for (Place place : names) {
        if (loops.get(l).contains(block) && isPossible(l, place, (kind & GuardKind.WRITE) != 0)) {
          GuardKind.add(guards.get(l), place, kind);
          return;
        }
      }
    }
  }

  private void addStores() {
    for (int l = 0; l < loops.size(); l++) {
      int kinds = 0;
      for (Map.Entry<Place, Integer> guard : guards.get(l).entrySet()) {
        kinds |= guard.getKey() instanceof Place.Rows ? guard.getValue() : 0;
      }
      for (Block block : kinds == 0 ? List.<Block>of() : loops.get(l).blocks()) {
        for (int i = block.first(); i <= block.last(); i++) {
          if (facts.instruction(i).getOpcode() == Opcodes.AASTORE && facts.isReached(i)) {
            stores.put(i, stores.getOrDefault(i, 0) | kinds);
          }
        }
      }
    }
  }

  private boolean isPossible(int loop, Place place, boolean writes) {
    if (!facts.canBeFound(place) || !isInvariant(place, loops.get(loop))) {
      return false;
    }
    boolean framesAreMissing = facts.jumps(place) && !frames.allowJumps(loops.get(loop), writes);
    return !framesAreMissing && (!writes || frames.allowHandlerOf(loops.get(loop)));
  }

  private boolean isInvariant(Place place, NaturalLoop loop) {
    return invariant
        .computeIfAbsent(loop, each -> new HashMap<>())
        .computeIfAbsent(place, each -> isUnchanged(each, loop));
  }

  private boolean isUnchanged(Place place, NaturalLoop loop) {
    for (AbstractInsnNode node : changing.computeIfAbsent(loop, this::changing)) {
      if (PlaceFrame.invalidates(node, place)) {
        return false;
      }
    }
    return true;
  }

  /** The instructions of a loop that may change the value at some place. */
  private List<AbstractInsnNode> changing(NaturalLoop loop) {
    List<AbstractInsnNode> found = new ArrayList<>();
    for (Block block : loop.blocks()) {
      for (int i = block.first(); i <= block.last(); i++) {
        if (PlaceFrame.mayInvalidate(facts.instruction(i).getOpcode())) {
          found.add(facts.instruction(i));
        }
      }
    }
    return found;
  }

  private boolean hasAccessAndNoBarrier(NaturalLoop loop) {
    boolean hasAccess = false;
    for (Block block : loop.blocks()) {
      for (int i = block.first(); i <= block.last() && !hasAccess; i++) {
        hasAccess = facts.isAccess(i);
      }
    }
    for (Block block : hasAccess ? loop.blocks() : List.<Block>of()) {
      for (int i = block.first(); i <= block.last(); i++) {
        if (facts.isBarrier(i)) {
          return false;
        }
      }
    }
    return hasAccess;
  }

  /** The block from which on a constructor's object is usable; in other methods the first block. */
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
