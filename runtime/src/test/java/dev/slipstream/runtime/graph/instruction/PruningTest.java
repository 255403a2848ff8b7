package dev.slipstream.runtime.graph.instruction;

import static dev.slipstream.runtime.graph.task.Mappers.oneToOne;
import static dev.slipstream.runtime.graph.task.Mappers.reversed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.fixture.Seeds;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.Dependency;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.RecordedGraph;
import dev.slipstream.runtime.graph.Vertex;
import dev.slipstream.runtime.graph.command.CommandOptions;
import dev.slipstream.runtime.graph.command.RandomProgram;
import dev.slipstream.runtime.graph.task.StepHorizons;
import dev.slipstream.runtime.graph.task.Task;
import dev.slipstream.runtime.graph.task.TaskId;
import dev.slipstream.runtime.graph.task.WorkTask;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PruningTest {
  private final Machines machines =
      new Machines(
          CommandOptions.of(2),
          Machines.options(2, NodeTopology.of(2, true)),
          StepHorizons.of(1, 999));

  private void run() {
    Buffer a = machines.program().hostBuffer("a", 8);
    for (int i = 0; i < 50; i++) {
      machines.program().loop("read", 8).read(a, reversed()).submit();
      machines.program().loop("write", 8).readWrite(a, oneToOne()).submit();
    }
  }

  @Test
  void aReachedHorizonPrunesTheInstructionsBeforeTheOneBefore() {
    run();
    machines.node(0).graph().flush();
    InstructionGraph graph = machines.node(0).graph();
    int before = graph.live().size();
    List<TaskId> horizons = machines.program().horizons();
    horizons.forEach(graph::reached);
    assertThat(before).isGreaterThan(500);
    assertThat(graph.live()).hasSizeLessThan(30);
    assertThat(graph.live().get(0).dependencies()).isEmpty();
    assertThatThrownBy(() -> graph.reached(horizons.get(0)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Otherwise a pruned vertex would stay in memory for as long as vertices that wait for it. */
  @Test
  void nothingThatIsLiveKnowsWhatWasPruned() {
    Random random = Seeds.random(71);
    for (int i = 0; i < Seeds.count(50, 500); i++) {
      int nodes = 1 + random.nextInt(4);
      Machines all =
          new Machines(
              CommandOptions.of(nodes),
              Machines.options(nodes, NodeTopology.of(1 + random.nextInt(3), true)),
              StepHorizons.of(1 + random.nextInt(5), 4 + random.nextInt(20)));
      new RandomProgram(all.program(), nodes, random).submit(40);
      for (Machines.Node node : all.nodes()) {
        for (Task task : all.stream()) {
          if (!(task instanceof WorkTask)) {
            node.graph().reached(task.id());
            node.commands().reached(task.id());
            checkKnowsOnlyLive(node.graph().live());
            checkKnowsOnlyLive(node.commands().live());
          }
        }
      }
    }
  }

  private static <P> void checkKnowsOnlyLive(List<Vertex<P>> live) {
    long first = live.get(0).id();
    for (Vertex<P> vertex : live) {
      for (Dependency<P> dependency : vertex.dependencies()) {
        if (dependency.on().id() < first) {
          throw new AssertionError(vertex + " knows " + dependency.on() + ", which was pruned");
        }
      }
    }
  }

  @Test
  void aReachedEpochPrunesTheGraph() {
    run();
    TaskId epoch = machines.program().barrier();
    machines.node(0).graph().reached(epoch);
    assertThat(machines.node(0).graph().live()).hasSize(1);
  }

  @Test
  void equalCommandsGiveEqualInstructions() {
    run();
    machines.program().shutdown();
    PruningTest other = new PruningTest();
    other.run();
    other.machines.program().shutdown();
    for (int rank = 0; rank < 2; rank++) {
      RecordedGraph<Instruction> one = machines.node(rank).recorded();
      RecordedGraph<Instruction> two = other.machines.node(rank).recorded();
      assertThat(InstructionDot.text(new NodeId(rank), one, ""))
          .isEqualTo(InstructionDot.text(new NodeId(rank), two, ""));
    }
  }

  @Test
  void aNodeThatIsNotOneOfTheNodesIsRefused() {
    InstructionOptions options = Machines.options(2, NodeTopology.of(1, true));
    assertThatThrownBy(
            () -> new InstructionGraph(new NodeId(2), options, new RecordedGraph<>(), pilot -> {}))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
