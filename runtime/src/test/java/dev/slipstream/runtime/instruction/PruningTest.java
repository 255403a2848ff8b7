package dev.slipstream.runtime.instruction;

import static dev.slipstream.runtime.task.Mappers.oneToOne;
import static dev.slipstream.runtime.task.Mappers.reversed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.runtime.command.CommandOptions;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.RecordedGraph;
import dev.slipstream.runtime.task.StepHorizons;
import dev.slipstream.runtime.task.TaskId;
import java.util.List;
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
      assertThat(InstructionDot.text(new NodeId(rank), one))
          .isEqualTo(InstructionDot.text(new NodeId(rank), two));
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
