package dev.slipstream.compiler.guard.emission;

import dev.slipstream.compiler.dataflow.NaturalLoop;
import dev.slipstream.compiler.guard.placement.GuardKind;
import dev.slipstream.compiler.guard.placement.GuardPlan;
import dev.slipstream.compiler.guard.placement.Place;
import dev.slipstream.compiler.guard.placement.PlannedGuard;
import dev.slipstream.compiler.guard.placement.StackMaps;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Inserts the guards that were planned for one method. */
public final class GuardWriter {
  private final GuardPlan plan;
  private final MethodNode method;
  private final PlaceCode places;
  private final AccessGuards guardsInLoops;
  private final AccessGuards guardsOutsideLoops;

  private GuardWriter(GuardPlan plan, OwnMethods own) {
    this.plan = plan;
    this.method = plan.facts().method();
    this.places = new PlaceCode(own, plan.facts());
    this.guardsInLoops = new AccessGuards(plan.facts(), places);
    this.guardsOutsideLoops = new AccessGuards(plan.facts(), PlaceCode.direct(own, plan.facts()));
  }

  /**
   * Inserts the guards into the method.
   *
   * @param own the methods that its guards may call
   */
  public static void insert(GuardPlan plan, OwnMethods own) {
    GuardWriter writer = new GuardWriter(plan, own);
    if (plan.maps().isPresent()) {
      writer.insert(plan.maps().get());
    } else {
      writer.insertAtInstructions(Optional.empty());
    }
    writer.insertAtEnds();
  }

  private void insert(StackMaps maps) {
    List<NaturalLoop> loops = new ArrayList<>(plan.loops().keySet());
    EdgeCode edges = new EdgeCode(method, maps, places);
    // Where one edge leaves a loop and enters another, the left loop is closed first.
    for (int i = loops.size() - 1; i >= 0; i--) {
      edges.leave(loops.get(i), end(loops.get(i)));
    }
    for (NaturalLoop loop : loops) {
      edges.enter(loop, begin(loop));
    }
    // The ends of the blocks must still be the original ones here.
    edges.insert();
    ExceptionalExits exits = new ExceptionalExits(method, maps, places);
    insertAtInstructions(Optional.of(exits));
    for (NaturalLoop loop : loops) {
      if (!end(loop).isEmpty()) {
        exits.add(loop, end(loop));
      }
    }
  }

  /** The calls where a loop is entered. */
  private List<GuardCall> begin(NaturalLoop loop) {
    return calls(
        loop,
        GuardKind.READ,
        List.of(GuardCalls.BEGIN_READ, GuardCalls.BEGIN_WRITE),
        List.of(GuardCalls.READ_ROWS, GuardCalls.BEGIN_WRITE_ROWS));
  }

  /** The calls where a loop is left, on any path. */
  private List<GuardCall> end(NaturalLoop loop) {
    return calls(
        loop,
        GuardKind.WRITE,
        List.of(GuardCalls.WRITTEN, GuardCalls.END_WRITE),
        List.of(GuardCalls.WRITTEN_ROWS, GuardCalls.END_WRITE_ROWS));
  }

  /**
   * The calls for the arrays that are guarded in front of a loop.
   *
   * @param only the kind that a guard must include; one of exactly this kind gets the first of the
   *     names, one of further kinds the second
   */
  private List<GuardCall> calls(
      NaturalLoop loop, int only, List<String> ofArrays, List<String> ofRows) {
    List<GuardCall> calls = new ArrayList<>();
    for (Map.Entry<Place, Integer> guard : plan.loops().getOrDefault(loop, Map.of()).entrySet()) {
      int kind = guard.getValue();
      if ((kind & only) != 0) {
        List<String> names = guard.getKey() instanceof Place.Rows ? ofRows : ofArrays;
        calls.add(new GuardCall(guard.getKey(), names.get(kind == only ? 0 : 1)));
      }
    }
    return calls;
  }

  private void insertAtInstructions(Optional<ExceptionalExits> exits) {
    for (PlannedGuard guard : plan.guards()) {
      insert(guard, exits);
    }
  }

  private void insert(PlannedGuard guard, Optional<ExceptionalExits> exits) {
    insert(guard, exits, plan.isOutsideLoops(guard) ? guardsOutsideLoops : guardsInLoops);
  }

  private void insert(PlannedGuard guard, Optional<ExceptionalExits> exits, AccessGuards guards) {
    AbstractInsnNode node = plan.facts().instruction(guard.number());
    if (guard instanceof PlannedGuard.OfArray array) {
      guards.access(array.number(), node, name(array.kind(), GuardCalls.READ, GuardCalls.WRITE));
    } else if (guard instanceof PlannedGuard.OfElement element) {
      guards.element(
          element.number(),
          node,
          name(element.kind(), GuardCalls.READ_ELEMENT, GuardCalls.WRITE_ELEMENT));
    } else if (guard instanceof PlannedGuard.OfStoredRow row) {
      guards.store(
          row.number(), node, name(row.kind(), GuardCalls.READ, GuardCalls.WRITE), row.replaces());
    } else if (guard instanceof PlannedGuard.OfCall call) {
      guards.call(call, node, exits);
    } else if (guard instanceof PlannedGuard.OfMadeCode made) {
      guards.leak(node, made.reason());
    } else if (guard instanceof PlannedGuard.OfNamedMethod named) {
      guards.named(named.number(), node, named.method());
    } else if (guard instanceof PlannedGuard.OfReflectiveCall call) {
      guards.reflective(call.number(), node, call.call());
    }
  }

  private static Optional<String> name(int kind, String read, String write) {
    if (kind == 0) {
      return Optional.empty();
    }
    return Optional.of((kind & GuardKind.WRITE) == 0 ? read : write);
  }

  /**
   * Inserts reports of the arrays that the method receives from code without guards, or returns to
   * it.
   */
  private void insertAtEnds() {
    InsnList begin = new InsnList();
    for (int slot : plan.parameters()) {
      begin.add(new VarInsnNode(Opcodes.ALOAD, slot));
      begin.add(places.invoke(GuardCalls.CAME_OUT));
    }
    method.instructions.insert(begin);
    for (int number : plan.returns()) {
      InsnList end = new InsnList();
      end.add(new InsnNode(Opcodes.DUP));
      end.add(places.handedOut(plan.useOfReturned()));
      method.instructions.insertBefore(plan.facts().instruction(number), end);
    }
  }
}
