package dev.slipstream.runtime.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LiveGraphTest {
  private final RecordedGraph<String> recorded = new RecordedGraph<>();
  private final LiveGraph<String> graph = new LiveGraph<>(recorded);

  @BeforeEach
  void begin() {
    graph.addMark(0, true, "epoch");
  }

  private Vertex<String> after(String payload, List<Vertex<String>> before) {
    Vertex<String> vertex = graph.add(payload);
    before.forEach(on -> graph.depend(vertex, on, DependencyKind.TRUE, DependencyOrigin.DATA));
    return vertex;
  }

  @Test
  void aVertexWaitsForOlderOnesOnly() {
    Vertex<String> older = graph.add("older");
    Vertex<String> newer = graph.add("newer");
    assertThatThrownBy(() -> graph.depend(older, newer, DependencyKind.TRUE, DependencyOrigin.DATA))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the graph would have a cycle");
  }

  @Test
  void anOverwritingTaskWaitsForReadersAndForWritersWithoutReaders() {
    Vertex<String> readWriter = graph.add("written and read");
    Vertex<String> unreadWriter = graph.add("written");
    Vertex<String> reader = after("reads", List.of(readWriter));
    Vertex<String> next = graph.add("writes again");
    graph.overwrite(next, List.of(reader), List.of(readWriter, unreadWriter));
    assertThat(recorded.dependenciesOf(next.id()))
        .extracting(edge -> edge.on(), edge -> edge.kind())
        .containsExactlyInAnyOrder(
            tuple(reader.id(), DependencyKind.ANTI),
            tuple(unreadWriter.id(), DependencyKind.OUTPUT));
  }

  @Test
  void theCriticalPathIsTheLongestChain() {
    Vertex<String> first = graph.add("1");
    Vertex<String> second = after("2", List.of(first));
    after("beside", List.of(first));
    int before = graph.criticalPath();
    after("3", List.of(second));
    assertThat(graph.criticalPath()).isEqualTo(before + 1);
  }
}
