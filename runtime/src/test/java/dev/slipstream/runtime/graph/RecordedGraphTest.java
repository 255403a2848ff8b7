package dev.slipstream.runtime.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RecordedGraphTest {
  /** A chain in which each vertex also waits for the first. */
  private static RecordedGraph<String> chain(int vertices) {
    RecordedGraph<String> graph = new RecordedGraph<>(2, 3);
    for (int id = 0; id < vertices; id++) {
      graph.added(id, "v" + id);
      if (id > 0) {
        graph.depends(id, id - 1, DependencyKind.TRUE, DependencyOrigin.DATA);
        graph.depends(id, 0, DependencyKind.ANTI, DependencyOrigin.DATA);
      }
    }
    return graph;
  }

  @Test
  void theFirstAndTheLastVerticesAreKept() {
    RecordedGraph<String> graph = chain(100);
    assertThat(graph.payloads().keySet()).containsExactly(0L, 1L, 97L, 98L, 99L);
    assertThat(graph.added()).isEqualTo(100);
    assertThat(graph.leftOut()).isEqualTo(95);
  }

  @Test
  void dependenciesOnVerticesThatAreNotKeptAreLeftOut() {
    RecordedGraph<String> kept = chain(100);
    assertThat(kept.dependenciesOf(97)).extracting(RecordedGraph.Edge::on).containsExactly(0L);
    assertThat(kept.dependenciesOf(98)).extracting(RecordedGraph.Edge::on).containsExactly(97L, 0L);
  }

  @Test
  void aShortGraphIsKeptAsAWhole() {
    RecordedGraph<String> graph = chain(5);
    assertThat(graph.payloads()).hasSize(5);
    assertThat(graph.leftOut()).isZero();
  }

  @Test
  void atLeastOneVertexIsKeptAtEachEnd() {
    assertThatThrownBy(() -> new RecordedGraph<>(0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not 0 and 1");
  }
}
