package dev.slipstream.compiler.guard.placement;

import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.NaturalLoop;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.ObjIntConsumer;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;

/** Chooses the loops in front of which guards can stand. */
final class LoopHoisting {
  private final MethodFacts facts;
  private final ControlFlow flow;
  private final StackMaps frames;
  private final ReachablePlaces places;
  private final List<NaturalLoop> free = new ArrayList<>();
  private final Map<NaturalLoop, Map<Place, Integer>> guards = new HashMap<>();

  /**
   * @param places what can be found again in front of loops
   */
  LoopHoisting(MethodFacts facts, ControlFlow flow, StackMaps frames, ReachablePlaces places) {
    this.facts = facts;
    this.flow = flow;
    this.frames = frames;
    this.places = places;
    List<NaturalLoop> loops = new ArrayList<>(flow.loops());
    loops.sort(Comparator.comparingInt((NaturalLoop loop) -> -loop.blocks().size()));
    Block constructed = constructed();
    for (NaturalLoop loop : loops) {
      if (hasAccess(loop)
          && loop.header().index() != 0
          && !flow.startsHandler(loop.header())
          && flow.dominates(constructed, loop.header())
          && !hasBarrier(loop)) {
        free.add(loop);
      }
    }
  }

  /** The guards of all accesses that can be guarded in front of a loop. */
  HoistedGuards choose() {
    forEachAccess(this::hoistRows);
    forEachAccess(
        (block, number) -> {
          if (!isInGuardedRows(block, number)) {
            hoist(block, facts.names(number), kind(number));
          }
        });
    return new HoistedGuards(List.copyOf(free), guards, stores());
  }

  private void forEachAccess(ObjIntConsumer<Block> action) {
    for (Block block : flow.blocks()) {
      for (int i = facts.nextOfConcern(block.first());
          i <= block.last();
          i = facts.nextOfConcern(i + 1)) {
        if (facts.isAccess(i)) {
          action.accept(block, i);
        }
      }
    }
  }

  private int kind(int access) {
    return facts.isWrite(access) ? GuardKind.READ | GuardKind.WRITE : GuardKind.READ;
  }

  /**
   * Guards all rows of an array in front of a loop, where a loop within it goes from row to row:
   * then each would have to be guarded again and again, and the JIT would keep the call that a
   * guard may make in the innermost loops. A loop that is not within another may go through few of
   * many rows.
   *
   * <p>An access is guarded so only where its array is found in the array of arrays, and all that
   * are there at any time are guarded: those at the start together, and each that is stored later
   * by itself. One that is replaced is reported then, as nobody finds it at the end. No other
   * thread stores any, without a data race, while this one reads them and comes to no barrier.
   */
  private void hoistRows(Block block, int access) {
    boolean writes = facts.isWrite(access);
    for (Place place : facts.names(access)) {
      if (place instanceof Place.Row row) {
        Place rows = new Place.Rows(row.base());
        List<NaturalLoop> around = free.stream().filter(loop -> loop.contains(block)).toList();
        for (NaturalLoop loop : around) {
          if (isPossible(loop, rows, writes)) {
            boolean changesWithin =
                around.stream()
                    .anyMatch(inner -> loop.encloses(inner) && !isInvariant(place, inner));
            if (changesWithin) {
              add(loop, rows, kind(access));
            }
            break;
          }
        }
      }
    }
  }

  /** Whether a loop's guard for all rows of an array is one for an access, too. */
  private boolean isInGuardedRows(Block block, int access) {
    for (NaturalLoop loop : free) {
      if (loop.contains(block)) {
        Map<Place, Integer> chosen = guards.getOrDefault(loop, Map.of());
        for (Place place : facts.namesAndRows(access)) {
          int kind = chosen.getOrDefault(place, 0);
          if (place instanceof Place.Rows
              && kind != 0
              && ((kind(access) & ~kind) == 0 || isPossible(loop, place, /* writes= */ true))) {
            add(loop, place, kind(access));
            return true;
          }
        }
      }
    }
    return false;
  }

  /** Puts a guard in front of the outermost loop where the array is found at one of its places. */
  private void hoist(Block block, List<Place> names, int kind) {
    for (NaturalLoop loop : free) {
      for (Place place : names) {
        if (loop.contains(block) && isPossible(loop, place, (kind & GuardKind.WRITE) != 0)) {
          add(loop, place, kind);
          return;
        }
      }
    }
  }

  private void add(NaturalLoop loop, Place place, int kind) {
    guards.computeIfAbsent(loop, l -> new LinkedHashMap<>()).merge(place, kind, (a, b) -> a | b);
  }

  /** The instructions that may store rows in arrays whose rows are guarded together. */
  private Map<Integer, Integer> stores() {
    Map<Integer, Integer> stores = new HashMap<>();
    guards.forEach(
        (loop, places) -> {
          int kinds = 0;
          for (Map.Entry<Place, Integer> guard : places.entrySet()) {
            kinds |= guard.getKey() instanceof Place.Rows ? guard.getValue() : 0;
          }
          if (kinds != 0) {
            addStores(loop, kinds, stores);
          }
        });
    return stores;
  }

  private void addStores(NaturalLoop loop, int kinds, Map<Integer, Integer> stores) {
    for (Block block : loop.blocks()) {
      for (int i = block.first(); i <= block.last(); i++) {
        if (facts.instruction(i).getOpcode() == Opcodes.AASTORE && facts.isReached(i)) {
          stores.merge(i, kinds, (a, b) -> a | b);
        }
      }
    }
  }

  private boolean isPossible(NaturalLoop loop, Place place, boolean writes) {
    if (!places.contain(place) || !isInvariant(place, loop)) {
      return false;
    }
    boolean framesAreMissing = places.jumps(place) && !frames.allowJumps(loop, writes);
    return !framesAreMissing && (!writes || frames.allowHandlerOf(loop));
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

  private boolean hasAccess(NaturalLoop loop) {
    return hasAny(loop, facts::isAccess);
  }

  private boolean hasBarrier(NaturalLoop loop) {
    return hasAny(loop, facts::isBarrier);
  }

  private static boolean hasAny(NaturalLoop loop, IntPredicate wanted) {
    for (Block block : loop.blocks()) {
      for (int i = block.first(); i <= block.last(); i++) {
        if (wanted.test(i)) {
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
