package dev.slipstream.runtime.graph.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Six programs give the graphs that the reference gives. The reference counts how often a command
 * dependency was requested, so that number is compared; of task dependencies it counts different
 * ones.
 */
class CommandShapeTest {
  @ParameterizedTest
  @CsvSource({
    "SOUP, 102, 164",
    "CHAIN, 38, 43",
    "EXPANDING, 33, 35",
    "CONTRACTING, 33, 49",
    "WAVE_SIM, 254, 504",
    "JACOBI, 64, 124",
  })
  void taskGraphsHaveTheVerticesAndDependenciesOfTheReference(
      Shape shape, int tasks, int dependencies) {
    Cluster cluster = new Cluster(1);
    shape.submit(cluster.program().graph(), 1, shape.tasks);
    assertThat(cluster.program().recorded().payloads()).hasSize(tasks);
    assertThat(cluster.program().recorded().edges()).hasSize(dependencies);
  }

  @ParameterizedTest
  @CsvSource({
    "SOUP, 1, 102, 264, 0",
    "CHAIN, 1, 38, 73, 0",
    "EXPANDING, 1, 33, 66, 0",
    "CONTRACTING, 1, 33, 95, 0",
    "WAVE_SIM, 1, 254, 707, 0",
    "JACOBI, 1, 64, 225, 0",
    "SOUP, 4, 102, 264, 0",
    "CHAIN, 4, 96, 189, 29",
    "EXPANDING, 4, 93, 186, 30",
    "CONTRACTING, 4, 63, 185, 15",
    "WAVE_SIM, 4, 654, 1758, 200",
    "JACOBI, 4, 164, 486, 50",
    "SOUP, 16, 102, 264, 0",
    "CHAIN, 16, 96, 189, 29",
    "EXPANDING, 16, 93, 186, 30",
    "CONTRACTING, 16, 63, 185, 15",
    "WAVE_SIM, 16, 654, 1758, 200",
    "JACOBI, 16, 164, 486, 50",
  })
  void commandGraphsHaveTheVerticesAndDependenciesOfTheReference(
      Shape shape, int nodes, int commands, int dependencies, int transfers) {
    Cluster cluster = new Cluster(nodes);
    shape.submit(cluster.program().graph(), nodes, shape.tasks);
    assertThat(cluster.commands(0)).hasSize(commands);
    assertThat(cluster.pushes(0)).hasSize(transfers);
    assertThat(cluster.awaits(0)).hasSize(transfers);
    assertThat(cluster.node(0).recorded().requests()).isEqualTo(dependencies);
  }
}
