package dev.slipstream.runtime.graph.command;

import static dev.slipstream.runtime.graph.task.Mappers.all;
import static dev.slipstream.runtime.graph.task.Mappers.oneToOne;
import static dev.slipstream.runtime.graph.task.Mappers.rows;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.fixture.Seeds;
import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.task.TaskId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SplitTest {
  @Test
  void rowsAreSplitEvenlyWithTheLargerChunksFirst() {
    assertThat(new EvenSplitter().split(Geometry.of(Box.of(10, 20), Splitting.ROWS), 4))
        .containsExactly(Box.of(10, 13), Box.of(13, 16), Box.of(16, 18), Box.of(18, 20));
  }

  @Test
  void tilesAreAsSquareAsTheNumberOfPartsAllows() {
    assertThat(new EvenSplitter().split(Geometry.of(Box.sized(8, 8), Splitting.TILES), 4))
        .containsExactly(
            Box.of(0, 4, 0, 4), Box.of(0, 4, 4, 8), Box.of(4, 8, 0, 4), Box.of(4, 8, 4, 8));
    assertThat(new EvenSplitter().split(Geometry.of(Box.sized(4, 64), Splitting.TILES), 8))
        .hasSize(8)
        .allMatch(tile -> tile.extent(0) == 4 && tile.extent(1) == 8);
    assertThat(new EvenSplitter().split(Geometry.of(Box.sized(64, 2), Splitting.TILES), 6))
        .hasSize(6);
  }

  @Test
  void granularityIsKeptAndNoChunkIsEmpty() {
    Random random = Seeds.random(41);
    for (int round = 0; round < 500; round++) {
      Box space = Box.of(random.nextInt(9), 10 + random.nextInt(60), 3, 4 + random.nextInt(60));
      Geometry geometry =
          new Geometry(space, 1 + random.nextInt(9), 1 + random.nextInt(9), Splitting.TILES);
      int parts = 1 + random.nextInt(20);
      check(geometry, new EvenSplitter().split(geometry, parts), parts);
      Geometry rows =
          new Geometry(space, geometry.granularity0(), geometry.granularity1(), Splitting.ROWS);
      check(rows, new EvenSplitter().split(rows, parts), parts);
    }
  }

  private static void check(Geometry geometry, List<Box> chunks, int parts) {
    Box space = geometry.space();
    assertThat(chunks).isNotEmpty().hasSizeLessThanOrEqualTo(parts).noneMatch(Box::isEmpty);
    assertThat(Region.of(chunks)).isEqualTo(Region.of(space));
    assertThat(chunks.stream().mapToLong(Box::area).sum()).isEqualTo(space.area());
    for (Box chunk : chunks) {
      assertThat((chunk.min0() - space.min0()) % geometry.granularity0()).isZero();
      if (chunk.extent(1) != space.extent(1)) {
        assertThat((chunk.min1() - space.min1()) % geometry.granularity1()).isZero();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "4, 1, 3",
    "4, 1, 4",
    "4, 1, 5",
    "3, 2, 5",
    "2, 3, 5",
    "7, 3, 17",
    "300, 1, 299",
    "300, 1, 1000",
    "300, 2, 500"
  })
  void chunksAreAssignedEvenlyAlsoIfTheyAreNoMultipleOfTheNodes(
      int nodes, int chunksPerNode, int iterations) {
    Cluster cluster = new Cluster(nodes, chunksPerNode);
    Buffer a = cluster.program().buffer("a", iterations);
    TaskId task = cluster.program().loop("loop", iterations).write(a, oneToOne()).submit();
    List<Box> all = new ArrayList<>();
    int least = Integer.MAX_VALUE;
    int most = 0;
    for (int rank = 0; rank < nodes; rank++) {
      List<Box> chunks =
          cluster.executions(rank, task).stream().map(Command.Execution::chunk).toList();
      all.addAll(chunks);
      least = Math.min(least, chunks.size());
      most = Math.max(most, chunks.size());
      assertThat(Region.of(chunks).size()).as("a node's chunks are neighbours").isLessThan(2);
    }
    assertThat(all).isSortedAccordingTo((x, y) -> Long.compare(x.min0(), y.min0()));
    assertThat(Region.of(all)).isEqualTo(Region.of(Box.of(0, iterations)));
    assertThat(most - least).isLessThanOrEqualTo(1);
  }

  @Test
  void moreThanTwoHundredAndFiftySixNodesExchangeWhatTheyNeed() {
    Cluster cluster = new Cluster(300);
    Buffer a = cluster.program().buffer("a", 900);
    cluster.program().loop("init", 900).write(a, oneToOne()).submit();
    TaskId read = cluster.program().loop("read", 900).read(a, all()).submit();
    assertThat(cluster.everywhere(Command.Push.class)).hasSize(300);
    assertThat(cluster.pushes(299).get(0).targets()).hasSize(299);
    assertThat(cluster.awaited(270, read, a))
        .isEqualTo(Region.of(Box.of(0, 810), Box.of(813, 900)));
  }

  @Test
  void hostTasksRunOnTheFirstNode() {
    Cluster cluster = new Cluster(3);
    TaskId master = cluster.program().loop("master", 9).onMaster();
    for (int rank = 0; rank < 3; rank++) {
      assertThat(cluster.executions(rank, master)).hasSize(rank == 0 ? 1 : 0);
    }
  }
}
