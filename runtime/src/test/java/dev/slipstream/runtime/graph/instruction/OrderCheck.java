package dev.slipstream.runtime.graph.instruction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.RecordedGraph;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Checks that the dependencies of one node order everything that must be ordered: any two accesses
 * to the same elements of an allocation of which one writes, and everything with the horizons and
 * epochs.
 */
final class OrderCheck {
  private final List<Instruction> instructions;
  private final List<BitSet> before = new ArrayList<>();

  OrderCheck(RecordedGraph<Instruction> graph, Predicate<RecordedGraph.Edge> kept) {
    instructions = new ArrayList<>(graph.payloads().values());
    for (Instruction instruction : instructions) {
      BitSet all = new BitSet();
      for (RecordedGraph.Edge edge : graph.dependenciesOf(instruction.id())) {
        if (kept.test(edge)) {
          all.or(before.get((int) edge.on()));
          all.set((int) edge.on());
        }
      }
      before.add(all);
    }
  }

  void check() {
    checkMarks();
    Map<AllocationId, List<Effect>> accesses = new HashMap<>();
    for (Instruction instruction : instructions) {
      for (Effect effect : Effect.of(instruction, this::heap)) {
        accesses.computeIfAbsent(effect.allocation().id(), id -> new ArrayList<>()).add(effect);
      }
    }
    accesses.values().forEach(this::checkRaces);
  }

  void checkBudgets(NodeTopology topology) {
    for (NodeTopology.Device device : topology.devices()) {
      if (device.budget() != NodeTopology.UNLIMITED) {
        new BudgetCheck(instructions, before, device).check();
      }
    }
  }

  boolean isOrdered(long later, long earlier) {
    return before.get((int) later).get((int) earlier);
  }

  private Allocation heap(Buffer buffer) {
    return heaps(instructions).get(buffer);
  }

  /** The heap arrays in instructions; a new one for a buffer that occurs in none. */
  static Map<Buffer, Allocation> heaps(Iterable<Instruction> instructions) {
    Map<Buffer, Allocation> heaps = new HashMap<>();
    List<Buffer> looked = new ArrayList<>();
    for (Instruction instruction : instructions) {
      List<Effect> effects =
          instruction instanceof Instruction.Fence
              ? List.of()
              : Effect.of(instruction, buffer -> heaps.get(buffer));
      for (Effect effect : effects) {
        if (effect.allocation().memory().equals(MemoryId.HEAP)) {
          heaps.put(effect.allocation().buffer(), effect.allocation());
        }
      }
      if (instruction instanceof Instruction.Fence fence) {
        fence
            .task()
            .uses()
            .all()
            .forEach(use -> looked.add(fence.task().copy().orElse(use.buffer())));
      }
    }
    for (Buffer buffer : looked) {
      heaps.computeIfAbsent(
          buffer,
          missing ->
              new Allocation(
                  new AllocationId(-1 - missing.id().number()),
                  MemoryId.HEAP,
                  missing,
                  missing.domain()));
    }
    return heaps;
  }

  private void checkRaces(List<Effect> accesses) {
    for (int i = 0; i < accesses.size(); i++) {
      for (int j = 0; j < i; j++) {
        Effect later = accesses.get(i);
        Effect earlier = accesses.get(j);
        if (later.instruction() != earlier.instruction() && later.conflictsWith(earlier)) {
          checkOrdered(later.instruction(), earlier.instruction());
        }
      }
    }
  }

  private void checkOrdered(Instruction later, Instruction earlier) {
    if (!before.get((int) later.id()).get((int) earlier.id())) {
      assertThat(false).as("%s waits for %s", later, earlier).isTrue();
    }
  }

  private void checkMarks() {
    int epoch = 0;
    for (int i = 1; i < instructions.size(); i++) {
      Instruction instruction = instructions.get(i);
      checkOrdered(instruction, instructions.get(epoch));
      if (instruction instanceof Instruction.Mark) {
        assertThat(before.get(i).cardinality()).as("%s waits for all", instruction).isEqualTo(i);
      }
      epoch = instruction instanceof Instruction.Mark mark && mark.task().isEpoch() ? i : epoch;
    }
  }
}
