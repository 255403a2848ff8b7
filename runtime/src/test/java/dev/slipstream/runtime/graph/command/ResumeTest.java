package dev.slipstream.runtime.graph.command;

import static dev.slipstream.runtime.graph.task.Mappers.all;
import static dev.slipstream.runtime.graph.task.Mappers.oneToOne;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.fixture.Seeds;
import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.RecordedGraph;
import dev.slipstream.runtime.graph.task.MarkTask;
import dev.slipstream.runtime.graph.task.StepHorizons;
import dev.slipstream.runtime.graph.task.Task;
import dev.slipstream.runtime.graph.task.WorkTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * A graph that continues from the state of another one at a horizon creates the same commands for
 * the rest.
 */
class ResumeTest {
  /** The states of all nodes at all horizons and epochs of a program. */
  private final List<CommandState> states = new ArrayList<>();

  private Cluster cluster(CommandOptions options, StepHorizons horizons) {
    Cluster cluster = new Cluster(options, horizons);
    cluster.listen(
        task -> {
          if (!(task instanceof WorkTask)) {
            cluster.nodes().forEach(node -> states.add(node.graph().state()));
          }
        });
    return cluster;
  }

  @Test
  void anyProgramGoesOnFromAnyHorizonWithTheSameCommands() {
    Random random = Seeds.random(61);
    for (int i = 0; i < Seeds.count(100, 1_000); i++) {
      int nodes = 1 + random.nextInt(6);
      CommandOptions options = Cluster.chunked(nodes, random.nextInt(4) == 0 ? 3 : 1);
      states.clear();
      StepHorizons horizons = StepHorizons.of(1 + random.nextInt(6), 4 + random.nextInt(20));
      Cluster cluster = cluster(options, horizons);
      new RandomProgram(cluster.program(), nodes, random).submit(30);
      for (int k = 0; k < 4; k++) {
        checkResumed(cluster, options, states.get(random.nextInt(states.size())));
      }
    }
  }

  private static void checkResumed(Cluster cluster, CommandOptions options, CommandState state) {
    RecordedGraph<Command> resumed = new RecordedGraph<>();
    CommandGraph graph = new CommandGraph(state, options, resumed);
    graph.generate(new MarkTask(state.task(), MarkTask.Kind.START));
    List<Task> stream = cluster.stream();
    stream.stream()
        .filter(task -> task.id().number() > state.task().number())
        .forEach(graph::generate);
    long first = state.command();
    RecordedGraph<Command> recorded = cluster.node(state.node().rank()).recorded();
    assertThat(after(resumed, first)).isEqualTo(after(recorded, first));
    assertThat(ordered(resumed, first)).isEqualTo(ordered(recorded, first));
  }

  private static Map<Long, Command> after(RecordedGraph<Command> graph, long first) {
    Map<Long, Command> after = new TreeMap<>(graph.payloads());
    after.keySet().removeIf(id -> id <= first);
    return after;
  }

  /**
   * The dependencies of each command after the horizon on other commands after it. Horizons and
   * epochs are left out: one of them may represent accesses to host objects before the state, which
   * the continuing graph does not know any more, since they are executed.
   */
  private static Map<Long, Set<Long>> ordered(RecordedGraph<Command> graph, long first) {
    Map<Long, Set<Long>> ordered = new TreeMap<>();
    for (long id : after(graph, first).keySet()) {
      Set<Long> on = new TreeSet<>();
      for (RecordedGraph.Edge edge : graph.dependenciesOf(id)) {
        Command before = graph.payloads().get(edge.on());
        boolean mark = before instanceof Command.Mark;
        if (edge.on() > first && !mark) {
          on.add(edge.on());
        }
      }
      ordered.put(id, on);
    }
    return ordered;
  }

  @Test
  void aStateSaysWhichVersionsANodeHasAndWhoHasCopies() {
    Cluster cluster = cluster(CommandOptions.of(2), StepHorizons.of(99, 99));
    Buffer u = cluster.program().buffer("u", 8);
    Buffer v = cluster.program().buffer("v", 8);
    cluster.program().loop("fill", 8).write(u, oneToOne()).submit();
    cluster.program().loop("sum", 8).read(u, all()).write(v, oneToOne()).submit();
    cluster.program().barrier();
    CommandState state =
        states.stream()
            .filter(each -> each.task().number() == 3 && each.node().equals(new NodeId(0)))
            .findFirst()
            .orElseThrow();
    assertThat(state.buffers()).extracting(BufferVersions::buffer).containsExactly(u, v);
    BufferVersions known = state.buffers().get(0);
    assertThat(known.parts()).hasSize(2);
    BufferVersions.Part own = known.parts().get(0);
    assertThat(own.box()).isEqualTo(Box.of(0, 4));
    assertThat(own.fresh()).isTrue();
    assertThat(own.replicated()).isFalse();
    BufferVersions.Part copy = known.parts().get(1);
    assertThat(copy.box()).isEqualTo(Box.of(4, 8));
    assertThat(copy.fresh()).isTrue();
    assertThat(copy.replicated()).as("node 1 owns it").isTrue();
    assertThat(copy.version()).isNotEqualTo(own.version());
    assertThat(known.copies())
        .containsExactly(new BufferVersions.Copies(Box.of(0, 4), Set.of(new NodeId(1))));
    assertThat(state.buffers().get(1).parts().get(1).fresh()).as("node 1 wrote it").isFalse();
  }

  @Test
  void aBufferThatIsForgottenIsForgottenByTheGraphThatGoesOn() {
    Cluster cluster = cluster(CommandOptions.of(2), StepHorizons.of(99, 99));
    Buffer u = cluster.program().buffer("u", 8);
    cluster.program().loop("fill", 8).write(u, oneToOne()).submit();
    cluster.program().barrier();
    CommandState state = states.get(states.size() - 1);
    CommandGraph graph = new CommandGraph(state, CommandOptions.of(2), new RecordedGraph<>());
    graph.generate(new MarkTask(state.task(), MarkTask.Kind.START));
    assertThat(graph.state().buffers()).hasSize(1);
    graph.forget(u.id());
    assertThat(graph.state().buffers()).isEmpty();
  }

  @Test
  void thereIsNoStateBetweenHorizons() {
    Cluster cluster = new Cluster(2);
    Buffer u = cluster.program().buffer("u", 8);
    cluster.program().loop("fill", 8).write(u, oneToOne()).submit();
    assertThatThrownBy(() -> cluster.node(0).graph().state())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("a state is that of a horizon or epoch");
  }
}
