package dev.slipstream.runtime.graph.instruction;

import static dev.slipstream.runtime.graph.task.Mappers.all;
import static dev.slipstream.runtime.graph.task.Mappers.around;
import static dev.slipstream.runtime.graph.task.Mappers.oneToOne;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.task.FenceTask;
import dev.slipstream.runtime.graph.task.TaskProgram;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Tests instruction graphs in DOT; the expected texts are beside the compiled test. */
class InstructionDotTest {
  private static Machines heat(int nodes, NodeTopology topology) {
    Machines machines = new Machines(Machines.options(nodes, topology));
    TaskProgram program = machines.program();
    Buffer u = program.hostBuffer("u", 64);
    Buffer next = program.buffer("next", 64);
    Buffer heat = program.buffer("heat", 1);
    program.loop("Heat.step:12", 64).read(u, around(1)).write(next, oneToOne()).submit();
    program.loop("Heat.step:12", 64).read(next, around(1)).write(u, oneToOne()).submit();
    program.loop("Heat.sum:20", 1).read(u, all()).write(heat, all()).submit();
    program.loop("Heat.print:25", 1).read(heat, all()).fence(FenceTask.Reach.FIRST_NODE);
    program.shutdown();
    return machines;
  }

  @Test
  void aStencilOnTwoDevicesIsPrintedAsDot() throws IOException {
    assertThat(text(heat(1, NodeTopology.of(2, true)), 0))
        .isEqualTo(golden("heat-instructions.dot"));
  }

  @Test
  void aStencilOnTwoNodesWithTwoDevicesThatAreNoPeersIsPrintedAsDot() throws IOException {
    assertThat(text(heat(2, NodeTopology.of(2, false)), 0))
        .isEqualTo(golden("heat-instructions-0.dot"));
  }

  private static String text(Machines machines, int rank) {
    return InstructionDot.text(new NodeId(rank), machines.node(rank).recorded(), "");
  }

  private static String golden(String name) throws IOException {
    try (InputStream in = InstructionDotTest.class.getResourceAsStream("/graphs/" + name)) {
      assertThat(in).as("/graphs/%s", name).isNotNull();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
