package dev.slipstream.runtime.graph.command;

import static dev.slipstream.runtime.graph.task.Mappers.all;
import static dev.slipstream.runtime.graph.task.Mappers.around;
import static dev.slipstream.runtime.graph.task.Mappers.oneToOne;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.task.FenceTask;
import dev.slipstream.runtime.graph.task.StepHorizons;
import dev.slipstream.runtime.graph.task.TaskDot;
import dev.slipstream.runtime.graph.task.TaskProgram;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Tests graphs in DOT; the expected texts are in files beside the compiled test. */
class TaskAndCommandDotTest {
  private final Cluster cluster = new Cluster(CommandOptions.of(2), StepHorizons.of(2, 999));

  private void heat() {
    TaskProgram program = cluster.program();
    Buffer u = program.hostBuffer("u", 64);
    Buffer next = program.buffer("next", 64);
    Buffer heat = program.buffer("heat", 1);
    program.loop("Heat.step:12", 64).read(u, around(1)).write(next, oneToOne()).submit();
    program.loop("Heat.step:12", 64).read(next, around(1)).write(u, oneToOne()).submit();
    program.loop("Heat.sum:20", 1).read(u, all()).write(heat, all()).submit();
    program.loop("Heat.print:25", 1).read(heat, all()).fence(FenceTask.Reach.FIRST_NODE);
    program.loop("Heat.fill:30", 64).write(next, oneToOne()).submit();
  }

  @Test
  void aTaskGraphIsPrintedAsDot() throws IOException {
    heat();
    assertThat(TaskDot.text(cluster.program().recorded(), "")).isEqualTo(golden("heat-tasks.dot"));
  }

  @Test
  void theCommandGraphOfANodeIsPrintedAsDot() throws IOException {
    heat();
    assertThat(CommandDot.text(new NodeId(0), cluster.node(0).recorded(), ""))
        .isEqualTo(golden("heat-commands-0.dot"));
  }

  @Test
  void aNodeThatHasLessToDoHasTheSameMarks() throws IOException {
    heat();
    assertThat(CommandDot.text(new NodeId(1), cluster.node(1).recorded(), ""))
        .isEqualTo(golden("heat-commands-1.dot"));
  }

  private static String golden(String name) throws IOException {
    try (InputStream in = TaskAndCommandDotTest.class.getResourceAsStream("/graphs/" + name)) {
      assertThat(in).as("/graphs/%s", name).isNotNull();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
