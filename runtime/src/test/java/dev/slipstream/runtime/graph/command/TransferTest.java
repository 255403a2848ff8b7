package dev.slipstream.runtime.graph.command;

import static dev.slipstream.runtime.graph.task.Mappers.all;
import static dev.slipstream.runtime.graph.task.Mappers.alongAxes;
import static dev.slipstream.runtime.graph.task.Mappers.fixed;
import static dev.slipstream.runtime.graph.task.Mappers.oneToOne;
import static dev.slipstream.runtime.graph.task.Mappers.reversed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.mapper.RangeMapper;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.InitialContents;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.task.FenceTask;
import dev.slipstream.runtime.graph.task.TaskId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TransferTest {
  @Test
  void aReversedReadSendsExactlyTheMirroredChunks() {
    Cluster cluster = new Cluster(4);
    Buffer a = cluster.program().buffer("a", 256);
    cluster.program().loop("init", 256).write(a, reversed()).submit();
    TaskId read = cluster.program().loop("read", 256).read(a, oneToOne()).submit();
    for (int rank = 0; rank < 4; rank++) {
      int mirrored = 3 - rank;
      Region own = Region.of(Box.of(mirrored * 64L, mirrored * 64L + 64));
      assertThat(cluster.pushes(rank)).hasSize(1);
      assertThat(cluster.pushes(rank).get(0).targets())
          .isEqualTo(Map.of(new NodeId(mirrored), own));
      assertThat(cluster.awaits(rank)).hasSize(1);
      assertThat(cluster.awaits(rank).get(0).region())
          .isEqualTo(Region.of(Box.of(rank * 64L, rank * 64L + 64)));
      assertThat(cluster.awaits(rank).get(0).transfer()).isEqualTo(new TransferId(read, a.id()));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void afterASplitInTilesAReadOfAllAwaitsEverythingButTheOwnTile(int axes) {
    long[] extents = axes == 2 ? new long[] {256, 256} : new long[] {256, 256, 256};
    Cluster cluster = new Cluster(4);
    Buffer a = cluster.program().buffer("a", extents);
    cluster.program().loop("init", extents).split(Splitting.TILES).write(a, oneToOne()).submit();
    TaskId read = cluster.program().loop("read", extents).read(a, all()).submit();
    for (int rank = 0; rank < 4; rank++) {
      long row = rank / 2 * 128L;
      long column = rank % 2 * 128L;
      Region own = Region.of(a.domain().with(0, row, row + 128).with(1, column, column + 128));
      assertThat(cluster.awaits(rank)).hasSize(1);
      assertThat(cluster.awaited(rank, read, a)).isEqualTo(Region.of(a.domain()).difference(own));
      assertThat(cluster.pushes(rank)).hasSize(1);
      assertThat(cluster.pushes(rank).get(0).targets()).hasSize(3);
      assertThat(cluster.pushes(rank).get(0).targets().values()).containsOnly(own);
    }
  }

  @Test
  void aBroadcastIsOnePushWithManyTargets() {
    Cluster cluster = new Cluster(4);
    Buffer a = cluster.program().buffer("a", 256);
    cluster.program().loop("init", 1).write(a, all()).onMaster();
    cluster.program().loop("read", 256).read(a, all()).submit();
    assertThat(cluster.everywhere(Command.Push.class)).hasSize(1);
    Region whole = Region.of(Box.of(0, 256));
    assertThat(cluster.pushes(0).get(0).targets())
        .isEqualTo(Map.of(new NodeId(1), whole, new NodeId(2), whole, new NodeId(3), whole));
  }

  @Test
  void whatTheHostOfNodeZeroFilledIsSentFromThere() {
    Cluster cluster = new Cluster(3);
    Buffer a = cluster.program().buffer(InitialContents.ON_FIRST_NODE, "a", 96);
    Buffer b = cluster.program().buffer(InitialContents.ON_EVERY_NODE, "b", 96);
    TaskId read = cluster.program().loop("read", 96).read(a, oneToOne()).read(b, all()).submit();
    assertThat(cluster.everywhere(Command.Push.class)).hasSize(1);
    assertThat(cluster.sent(0, 2, read, a)).isEqualTo(Region.of(Box.of(64, 96)));
    assertThat(cluster.awaits(0)).isEmpty();
    assertThat(cluster.awaited(1, read, a)).isEqualTo(Region.of(Box.of(32, 64)));
  }

  @Test
  void thereIsOnePushForEachBufferAndTaskAndItsRegionsMayBeDisjoint() {
    Cluster cluster = new Cluster(2, 4);
    Buffer a = cluster.program().buffer("a", 128);
    Buffer b = cluster.program().buffer("b", 128);
    for (int half = 0; half < 2; half++) {
      cluster
          .program()
          .loop("init", Box.of(half * 64L, half * 64L + 64))
          .write(a, oneToOne())
          .write(b, oneToOne())
          .submit();
    }
    TaskId first =
        cluster.program().loop("read", 128).read(a, all()).read(b, fixed(0, 64)).submit();
    TaskId second = cluster.program().loop("rest", 128).read(b, fixed(64, 128)).submit();
    assertThat(cluster.everywhere(Command.Push.class)).hasSize(6);
    assertThat(cluster.sent(0, 1, first, a)).isEqualTo(Region.of(Box.of(0, 32), Box.of(64, 96)));
    assertThat(cluster.sent(0, 1, first, b)).isEqualTo(Region.of(Box.of(0, 32)));
    assertThat(cluster.sent(1, 0, first, a)).isEqualTo(Region.of(Box.of(32, 64), Box.of(96, 128)));
    assertThat(cluster.sent(1, 0, second, b)).isEqualTo(Region.of(Box.of(96, 128)));
  }

  @Test
  void thereIsOneAwaitPushForEachBufferAndTaskAlsoWithSeveralChunks() {
    Cluster cluster = new Cluster(2, 4);
    Buffer a = cluster.program().buffer("a", 128);
    Buffer b = cluster.program().buffer("b", 128);
    cluster.program().loop("init", 128).write(a, oneToOne()).write(b, oneToOne()).submit();
    cluster.program().loop("read", 128).read(a, reversed()).read(b, reversed()).submit();
    for (int rank = 0; rank < 2; rank++) {
      assertThat(cluster.pushes(rank)).hasSize(2);
      assertThat(cluster.awaits(rank))
          .extracting(Command.AwaitPush::region)
          .containsExactly(
              Region.of(Box.of(64 - rank * 64L, 128 - rank * 64L)),
              Region.of(Box.of(64 - rank * 64L, 128 - rank * 64L)));
    }
  }

  @Test
  void nothingIsSentTwiceWithinATaskOrByLaterTasks() {
    Cluster cluster = new Cluster(2, 2);
    Buffer a = cluster.program().buffer("a", 128);
    cluster.program().loop("init", 128).write(a, oneToOne()).submit();
    cluster.program().loop("both", 1).read(a, all()).readWrite(a, fixed(0, 8)).onMaster();
    cluster.program().loop("again", 1).read(a, all()).onMaster();
    assertThat(cluster.pushes(1)).hasSize(1);
    assertThat(cluster.pushes(1).get(0).targets())
        .isEqualTo(Map.of(new NodeId(0), Region.of(Box.of(64, 128))));
    assertThat(cluster.awaits(0)).hasSize(1);
    TaskId read = cluster.program().loop("chunks", 128).read(a, all()).submit();
    assertThat(cluster.pushes(1)).hasSize(1);
    assertThat(cluster.sent(0, 1, read, a)).isEqualTo(Region.of(Box.of(0, 64)));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void onlyTheOwnerSendsAlsoWhenAnotherNodeHasACopy(int firstReader) {
    Cluster cluster = new Cluster(3);
    Buffer a = cluster.program().buffer("a", 300);
    cluster.program().loop("init", 1).write(a, all()).onMaster();
    cluster.program().loop("read", 300).read(a, allOfNode(firstReader)).submit();
    cluster.program().loop("read", 300).read(a, allOfNode(3 - firstReader)).submit();
    assertThat(cluster.pushes(0)).hasSize(2);
    assertThat(cluster.everywhere(Command.Push.class)).hasSize(2);
    assertThat(cluster.awaits(1)).hasSize(1);
    assertThat(cluster.awaits(2)).hasSize(1);
  }

  private static RangeMapper allOfNode(int rank) {
    return (chunk, domain) ->
        chunk.box().contains(Box.of(rank * 100L, rank * 100L + 1))
            ? Region.of(domain)
            : Region.EMPTY;
  }

  @Test
  void aCopyOfAPartDoesNotFragmentThePushOfTheWhole() {
    Cluster cluster = new Cluster(3);
    Buffer a = cluster.program().buffer("a", 96);
    cluster.program().loop("init", 96).write(a, oneToOne()).submit();
    cluster.program().loop("part", 1).read(a, fixed(48, 80)).onMaster();
    assertThat(cluster.everywhere(Command.Push.class)).hasSize(2);
    RangeMapper last =
        (chunk, domain) -> chunk.box().max0() >= 64 ? Region.of(Box.of(32, 96)) : Region.EMPTY;
    TaskId exchange = cluster.program().loop("exchange", 96).read(a, last).submit();
    assertThat(cluster.everywhere(Command.Push.class)).hasSize(4);
    assertThat(cluster.pushes(1, exchange, a).get(0).targets())
        .isEqualTo(Map.of(new NodeId(2), Region.of(Box.of(32, 64))));
    assertThat(cluster.pushes(2, exchange, a).get(0).targets())
        .isEqualTo(Map.of(new NodeId(1), Region.of(Box.of(64, 96))));
  }

  @Test
  void aFivePointStencilSplitInTilesMovesNoDiagonalData() {
    Cluster cluster = new Cluster(4);
    Buffer a = cluster.program().buffer("a", 256, 256);
    cluster.program().loop("init", 256, 256).split(Splitting.TILES).write(a, oneToOne()).submit();
    TaskId step =
        cluster
            .program()
            .loop("step", 256, 256)
            .split(Splitting.TILES)
            .read(a, alongAxes(1))
            .submit();
    for (int rank = 0; rank < 4; rank++) {
      assertThat(cluster.sent(rank, 3 - rank, step, a)).isEqualTo(Region.EMPTY);
      assertThat(cluster.pushes(rank).get(0).targets()).hasSize(2);
      assertThat(cluster.awaited(rank, step, a).area()).isEqualTo(256);
    }
    assertThat(cluster.sent(0, 1, step, a)).isEqualTo(Region.of(Box.of(0, 128, 127, 128)));
  }

  @Test
  void oneNodeSendsNothing() {
    Cluster cluster = new Cluster(1);
    Buffer a = cluster.program().buffer("a", 64);
    Buffer sum = cluster.program().buffer("sum", 1);
    for (int i = 0; i < 20; i++) {
      cluster.program().loop("write", 64).write(a, oneToOne()).submit();
      cluster.program().loop("sum", 1).read(a, all()).readWrite(sum, all()).submit();
      cluster.program().loop("read", 64).read(a, all()).read(sum, all()).submit();
    }
    assertThat(cluster.pushes(0)).isEmpty();
    assertThat(cluster.awaits(0)).isEmpty();
  }

  @Test
  void accessesAndLoopsWithoutElementsMoveNothing() {
    Cluster cluster = new Cluster(4);
    Buffer a = cluster.program().buffer("a", 64);
    cluster.program().loop("init", 64).write(a, oneToOne()).submit();
    cluster.program().loop("nothing", 64).read(a, fixed(5, 5)).submit();
    TaskId empty = cluster.program().loop("empty", Box.EMPTY).read(a, all()).submit();
    assertThat(cluster.everywhere(Command.Push.class)).isEmpty();
    assertThat(cluster.everywhere(Command.AwaitPush.class)).isEmpty();
    for (int rank = 0; rank < 4; rank++) {
      assertThat(cluster.executions(rank, empty)).isEmpty();
    }
  }

  @Test
  void aFenceOnEveryNodeBringsTheDataToAllAndOneOfTheFirstNodeOnlyThere() {
    Cluster cluster = new Cluster(3);
    Buffer a = cluster.program().buffer("a", 96);
    cluster.program().loop("init", 96).write(a, oneToOne()).submit();
    cluster.program().loop("read", 1).read(a, all()).fence(FenceTask.Reach.FIRST_NODE);
    assertThat(cluster.awaits(0)).hasSize(1);
    assertThat(cluster.awaits(1)).isEmpty();
    assertThat(cluster.everywhere(Command.Fence.class)).hasSize(1);
    cluster.program().loop("read", 1).read(a, all()).fence(FenceTask.Reach.EVERY_NODE);
    assertThat(cluster.awaits(0)).hasSize(1);
    assertThat(cluster.awaits(1)).hasSize(1);
    assertThat(cluster.everywhere(Command.Fence.class)).hasSize(4);
    assertThat(List.copyOf(cluster.pushes(1).get(1).targets().keySet()))
        .containsExactly(new NodeId(2));
  }
}
