package dev.slipstream.runtime.graph.command;

import static dev.slipstream.runtime.graph.task.Mappers.all;
import static dev.slipstream.runtime.graph.task.Mappers.fixed;
import static dev.slipstream.runtime.graph.task.Mappers.oneToOne;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.ReductionId;
import dev.slipstream.runtime.graph.task.TaskId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReductionTest {
  private static final Region SCALAR = Region.of(Box.SCALAR);

  @Test
  void aPendingReductionIsResolvedOnlyWhenItIsRead() {
    Cluster cluster = new Cluster(4);
    Buffer sum = cluster.program().buffer("sum", 1);
    TaskId reduce = cluster.program().loop("reduce", 64).reduce(sum, false).submit();
    cluster.program().loop("no read", 64).read(sum, fixed(0, 0)).submit();
    assertThat(cluster.everywhere(Command.Reduce.class)).isEmpty();
    TaskId read = cluster.program().loop("read", 64).read(sum, all()).submit();
    for (int rank = 0; rank < 4; rank++) {
      Command.Reduce reduction = cluster.on(rank, Command.Reduce.class).get(0);
      assertThat(reduction.hasLocalPart()).isTrue();
      Command.AwaitPush await = cluster.awaits(rank).get(0);
      assertThat(await.partialResults()).isTrue();
      assertThat(cluster.dependsDirectly(rank, reduction, await)).isTrue();
      assertThat(cluster.dependsDirectly(rank, reduction, cluster.executions(rank, reduce).get(0)))
          .isTrue();
      assertThat(cluster.dependsDirectly(rank, cluster.executions(rank, read).get(0), reduction))
          .isTrue();
      assertThat(cluster.pushes(rank)).hasSize(1);
      assertThat(cluster.pushes(rank).get(0).targets()).hasSize(3).containsValue(SCALAR);
    }
    cluster.program().loop("again", 64).read(sum, all()).submit();
    assertThat(cluster.everywhere(Command.Reduce.class)).hasSize(4);
    assertThat(cluster.everywhere(Command.Push.class)).hasSize(4);
  }

  @Test
  void anOverwriteDiscardsAPendingReductionOnAllNodes() {
    Cluster cluster = new Cluster(2);
    Buffer sum = cluster.program().buffer("sum", 1);
    cluster.program().loop("reduce", 64).reduce(sum, false).submit();
    cluster.program().loop("overwrite", 1).write(sum, all()).onMaster();
    TaskId read = cluster.program().loop("read", 64).read(sum, all()).submit();
    assertThat(cluster.everywhere(Command.Reduce.class)).isEmpty();
    assertThat(cluster.everywhere(Command.Push.class)).hasSize(1);
    assertThat(cluster.sent(0, 1, read, sum)).isEqualTo(SCALAR);
    assertThat(cluster.pushes(0).get(0).partialResult()).isFalse();
  }

  @Test
  void aReductionOverAReductionDiscardsItToo() {
    Cluster cluster = new Cluster(2);
    Buffer sum = cluster.program().buffer("sum", 1);
    cluster.program().loop("reduce", 64).reduce(sum, false).submit();
    cluster.program().loop("reduce", 64).reduce(sum, false).submit();
    assertThat(cluster.everywhere(Command.Push.class)).isEmpty();
    cluster.program().loop("read", 64).read(sum, all()).submit();
    assertThat(cluster.everywhere(Command.Reduce.class))
        .extracting(command -> command.reduction().id())
        .containsOnly(new ReductionId(1));
  }

  @Test
  void aReductionThatIncludesTheCurrentValueResolvesItWhereTheFirstChunkRuns() {
    Cluster cluster = new Cluster(2);
    Buffer sum = cluster.program().buffer("sum", 1);
    TaskId first = cluster.program().loop("one", 64).reduce(sum, false).submit();
    TaskId second = cluster.program().loop("two", 64).reduce(sum, true).submit();
    assertThat(cluster.everywhere(Command.Reduce.class)).hasSize(1);
    assertThat(cluster.on(0, Command.Reduce.class)).hasSize(1);
    assertThat(cluster.pushes(0)).isEmpty();
    assertThat(cluster.pushes(1)).hasSize(1);
    assertThat(cluster.follows(1, cluster.executions(1, second).get(0), cluster.pushes(1).get(0)))
        .as("the second part must not overwrite the first before it is sent")
        .isTrue();
    assertThat(cluster.follows(1, cluster.pushes(1).get(0), cluster.executions(1, first).get(0)))
        .isTrue();
  }

  @Test
  void aResultThatOneNodeHasIsSentToOthersThatReadItLater() {
    Cluster cluster = new Cluster(4);
    Buffer sum = cluster.program().buffer("sum", 1);
    cluster.program().loop("reduce", 64).reduce(sum, false).submit();
    cluster.program().loop("read", 1).read(sum, all()).onMaster();
    assertThat(cluster.everywhere(Command.Reduce.class)).hasSize(1);
    TaskId everywhere = cluster.program().loop("all read", 4).read(sum, all()).submit();
    assertThat(cluster.everywhere(Command.Reduce.class)).hasSize(1);
    List<Command.Push> pushes = cluster.pushes(0, everywhere, sum);
    assertThat(pushes).hasSize(1);
    assertThat(pushes.get(0).targets())
        .isEqualTo(Map.of(new NodeId(1), SCALAR, new NodeId(2), SCALAR, new NodeId(3), SCALAR));
  }

  @Test
  void someOfTheNodesMayReadAndTheLowestOfThemOwnsTheResult() {
    Cluster cluster = new Cluster(4);
    Buffer sum = cluster.program().buffer("sum", 1);
    cluster.program().loop("reduce", 64).reduce(sum, false).submit();
    cluster.program().loop("two read", 2).read(sum, all()).submit();
    assertThat(cluster.everywhere(Command.Reduce.class)).hasSize(2);
    TaskId later = cluster.program().loop("all read", 64).read(sum, all()).submit();
    assertThat(cluster.pushes(0, later, sum)).hasSize(1);
    assertThat(cluster.pushes(1, later, sum)).isEmpty();
    assertThat(cluster.awaited(1, later, sum)).isEqualTo(Region.EMPTY);
    assertThat(cluster.awaited(3, later, sum)).isEqualTo(SCALAR);
  }

  @Test
  void aNodeWithoutAPartTellsSoWithAnEmptyPush() {
    Cluster cluster = new Cluster(3);
    Buffer sum = cluster.program().buffer("sum", 1);
    cluster.program().loop("reduce", 2).reduce(sum, false).submit();
    cluster.program().loop("read", 1).read(sum, all()).onMaster();
    assertThat(cluster.pushes(1).get(0).targets()).isEqualTo(Map.of(new NodeId(0), SCALAR));
    assertThat(cluster.pushes(2).get(0).targets()).isEqualTo(Map.of(new NodeId(0), Region.EMPTY));
    assertThat(cluster.node(2).recorded().dependenciesOf(cluster.pushes(2).get(0).id())).hasSize(1);
  }

  @Test
  void aReductionWithOneChunkIsNeverPending() {
    Cluster cluster = new Cluster(4);
    Buffer sum = cluster.program().buffer("sum", 1);
    cluster.program().loop("reduce", 1).reduce(sum, false).submit();
    TaskId read = cluster.program().loop("read", 4).read(sum, all()).submit();
    assertThat(cluster.everywhere(Command.Reduce.class)).isEmpty();
    assertThat(cluster.pushes(0, read, sum).get(0).targets()).hasSize(3);
  }

  @Test
  void oneNodeNeedsNoReductionCommands() {
    Cluster cluster = new Cluster(1);
    Buffer sum = cluster.program().buffer("sum", 1);
    cluster.program().loop("reduce", 64).reduce(sum, false).submit();
    cluster.program().loop("read", 64).read(sum, oneToOne()).submit();
    assertThat(cluster.everywhere(Command.Reduce.class)).isEmpty();
  }

  @Test
  void theNextHorizonOrEpochNamesTheReductionsThatAreOver() {
    Cluster cluster = new Cluster(2);
    Buffer sum = cluster.program().buffer("sum", 1);
    cluster.program().loop("reduce", 64).reduce(sum, false).submit();
    cluster.program().barrier();
    cluster.program().loop("read", 64).read(sum, all()).submit();
    cluster.program().barrier();
    assertThat(cluster.on(1, Command.Mark.class))
        .extracting(Command.Mark::completed)
        .containsExactly(List.of(), List.of(), List.of(new ReductionId(0)));
  }
}
