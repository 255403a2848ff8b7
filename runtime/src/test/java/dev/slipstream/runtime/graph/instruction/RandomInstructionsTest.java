package dev.slipstream.runtime.graph.instruction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.fixture.LongTests;
import dev.slipstream.fixture.Seeds;
import dev.slipstream.runtime.graph.DependencyKind;
import dev.slipstream.runtime.graph.DependencyOrigin;
import dev.slipstream.runtime.graph.RecordedGraph;
import dev.slipstream.runtime.graph.instruction.Instruction.Copy.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RandomInstructionsTest {
  private static final int TASKS = 40;

  @Test
  void tasksReadWhatTheyWouldReadOneAfterAnotherInAnyOrderThatDependenciesAllow() {
    Random random = Seeds.random(71);
    Map<String, Integer> kinds = new TreeMap<>();
    int programs = Seeds.count(60, 3_000);
    for (int i = 0; i < programs; i++) {
      Machines machines = RandomMachines.of(random, TASKS);
      new Simulation(machines, random, Simulation.Fault.NONE).run();
      for (Machines.Node node : machines.nodes()) {
        node.recorded().payloads().values().forEach(one -> kinds.merge(kind(one), 1, Integer::sum));
      }
    }
    assertThat(kinds).as("the programs have every kind of instruction").hasSize(17);
  }

  /**
   * These programs are longer, so that much is freed before one horizon and allocated after the
   * next.
   */
  @Test
  void noDeviceEverHasMoreAllocatedThanItsBudget() {
    Random random = Seeds.random(78);
    for (int i = 0; i < Seeds.count(40, 2_000); i++) {
      Machines machines = RandomMachines.withLittleMemory(random, 80);
      for (Machines.Node node : machines.nodes()) {
        new OrderCheck(node.recorded(), edge -> true).checkBudgets(machines.options().topology());
      }
    }
  }

  private static String kind(Instruction instruction) {
    String kind = instruction.getClass().getSimpleName();
    if (instruction instanceof Instruction.Mark mark) {
      return mark.task().isEpoch() ? "Epoch" : "Horizon";
    }
    return instruction instanceof Instruction.Copy copy ? kind + ' ' + copy.reason() : kind;
  }

  @ParameterizedTest
  @EnumSource
  void aDependencyKindThatIsLeftOutIsFound(DependencyKind kind) {
    assertIsFound((graph, edge) -> edge.kind() == kind, instruction -> false);
  }

  @ParameterizedTest
  @EnumSource
  void dependenciesOfOneOriginThatAreLeftOutAreFound(DependencyOrigin origin) {
    assertIsFound((graph, edge) -> edge.origin() == origin, instruction -> false);
  }

  @ParameterizedTest
  @EnumSource
  void copiesForOneReasonThatAreLeftOutAreFound(Reason reason) {
    assertIsFound(
        (graph, edge) -> false,
        instruction -> instruction instanceof Instruction.Copy copy && copy.reason() == reason);
  }

  @Test
  void clearsThatAreLeftOutAreFound() {
    assertIsFound((graph, edge) -> false, Instruction.Clear.class::isInstance);
  }

  @Test
  void allocationsThatDoNotWaitForRoomAreFound() {
    assertIsFound(RandomInstructionsTest::makesRoom, instruction -> false);
  }

  private static boolean makesRoom(RecordedGraph<Instruction> graph, RecordedGraph.Edge edge) {
    return graph.payloads().get(edge.from()) instanceof Instruction.Allocate
        && graph.payloads().get(edge.on()) instanceof Instruction.Free;
  }

  @Test
  void eachSingleCopyThatBringsElementsWhereTheyAreNeededIsMissed() {
    Random random = Seeds.random(73);
    int copies = 0;
    int programs = LongTests.count(4, 40);
    for (int i = 0; i < programs; i++) {
      Machines machines = RandomMachines.of(random, 20);
      for (Machines.Node node : machines.nodes()) {
        for (Instruction left : node.recorded().payloads().values()) {
          if (left instanceof Instruction.Copy copy
              && copy.reason() != Reason.RESIZE
              && copy.reason() != Reason.SPILL) {
            assertThat(isFound(machines, random, (graph, edge) -> false, one -> one == left))
                .as("%s is missed", left)
                .isTrue();
            copies++;
          }
        }
      }
    }
    assertThat(copies).isGreaterThan(LongTests.count(20, 50));
  }

  /**
   * Each dependency that is not implied by a chain of others is necessary: without it the
   * simulation fails.
   */
  @Test
  void eachSingleDependencyThatOthersDoNotImplyIsMissed() {
    Random random = Seeds.random(74);
    List<String> idle = new ArrayList<>();
    int tried = 0;
    for (int i = 0; i < 5; i++) {
      Machines machines = RandomMachines.of(random, 15);
      for (Machines.Node node : machines.nodes()) {
        for (RecordedGraph.Edge edge : node.recorded().edges()) {
          if (makesRoom(node.recorded(), edge) || standsForOthers(node.recorded(), edge)) {
            continue;
          }
          OrderCheck check = new OrderCheck(node.recorded(), other -> other != edge);
          if (!check.isOrdered(edge.from(), edge.on())) {
            tried++;
            if (!isFound(check)) {
              idle.add(
                  node.recorded().payloads().get(edge.from())
                      + " for "
                      + node.recorded().payloads().get(edge.on()));
            }
          }
        }
      }
    }
    assertThat(tried).isGreaterThan(100);
    assertThat(idle).isEmpty();
  }

  /** Whether a dependency on a horizon may be wider than an instruction needs. */
  private static boolean standsForOthers(
      RecordedGraph<Instruction> graph, RecordedGraph.Edge edge) {
    return graph.payloads().get(edge.on()) instanceof Instruction.Mark mark
        && !mark.task().isEpoch();
  }

  private static boolean isFound(OrderCheck check) {
    try {
      check.check();
      return false;
    } catch (AssertionError expected) {
      return true;
    }
  }

  private static void assertIsFound(
      BiPredicate<RecordedGraph<Instruction>, RecordedGraph.Edge> edge,
      Predicate<Instruction> effect) {
    Random random = Seeds.random(72);
    for (int i = 0; i < 50; i++) {
      if (isFound(RandomMachines.of(random, TASKS), random, edge, effect)) {
        return;
      }
    }
    assertThat(false).as("found within 50 programs").isTrue();
  }

  private static boolean isFound(
      Machines machines,
      Random random,
      BiPredicate<RecordedGraph<Instruction>, RecordedGraph.Edge> edge,
      Predicate<Instruction> effect) {
    try {
      new Simulation(machines, random, new Simulation.Fault(edge, effect)).run();
      return false;
    } catch (AssertionError expected) {
      return true;
    }
  }
}
