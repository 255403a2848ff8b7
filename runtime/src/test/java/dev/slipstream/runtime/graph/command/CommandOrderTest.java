package dev.slipstream.runtime.graph.command;

import static dev.slipstream.runtime.graph.task.Mappers.all;
import static dev.slipstream.runtime.graph.task.Mappers.fixed;
import static dev.slipstream.runtime.graph.task.Mappers.oneToOne;
import static dev.slipstream.runtime.graph.task.Mappers.reversed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.RecordedGraph;
import dev.slipstream.runtime.graph.task.MarkTask;
import dev.slipstream.runtime.graph.task.StepHorizons;
import dev.slipstream.runtime.graph.task.TaskId;
import java.util.List;
import org.junit.jupiter.api.Test;

class CommandOrderTest {
  @Test
  void anAwaitPushWaitsForEarlierReadersPushesAndAwaitPushesOfExactlyItsElements() {
    Cluster cluster = new Cluster(2);
    Buffer a = cluster.program().buffer("a", 128);
    cluster.program().loop("init", 1).write(a, all()).onMaster();
    TaskId left = cluster.program().loop("left", 1).read(a, fixed(0, 64)).onMaster();
    TaskId right = cluster.program().loop("right", 1).read(a, fixed(64, 128)).onMaster();
    cluster.program().loop("over", 128).write(a, oneToOne()).submit();
    cluster.program().loop("back", 1).read(a, all()).onMaster();
    Command.AwaitPush await = cluster.awaits(0).get(0);
    Command reader = cluster.executions(0, right).get(0);
    Command other = cluster.executions(0, left).get(0);
    assertThat(cluster.follows(0, await, reader)).isTrue();
    assertThat(cluster.follows(0, await, other)).isFalse();
  }

  @Test
  void anAwaitPushWaitsForThePushAndTheAwaitPushThatUseItsElements() {
    Cluster cluster = new Cluster(2);
    Buffer a = cluster.program().buffer("a", 128);
    cluster.program().loop("init", 128).write(a, oneToOne()).submit();
    cluster.program().loop("swap", 128).read(a, reversed()).submit();
    TaskId over = cluster.program().loop("over", 128).write(a, reversed()).submit();
    TaskId back = cluster.program().loop("back", 128).read(a, oneToOne()).submit();
    for (int rank = 0; rank < 2; rank++) {
      Command.Push push = cluster.pushes(rank).get(0);
      Command.AwaitPush first = cluster.awaits(rank).get(0);
      Command.AwaitPush second = cluster.awaits(rank).get(1);
      assertThat(cluster.follows(rank, second, push)).isTrue();
      Command write = cluster.executions(rank, over).get(0);
      assertThat(cluster.follows(rank, write, first)).isTrue();
      assertThat(cluster.follows(rank, cluster.executions(rank, back).get(0), second)).isTrue();
      assertThat(cluster.follows(rank, second, first)).isFalse();
    }
  }

  @Test
  void everyCommandFollowsTheEpochBeforeIt() {
    Cluster cluster = new Cluster(4);
    Buffer a = cluster.program().buffer("a", 128);
    Buffer sum = cluster.program().buffer("sum", 1);
    for (int i = 0; i < 6; i++) {
      cluster.program().loop("init", 128).write(a, oneToOne()).submit();
      cluster.program().loop("idle", 128).submit();
      cluster.program().loop("sum", 1).read(a, reversed()).write(sum, all()).submit();
      cluster.program().loop("once", 2).read(sum, all()).submit();
      cluster.program().barrier();
      cluster.program().loop("host", 1).onMaster();
    }
    for (int rank = 0; rank < 4; rank++) {
      Command epoch = null;
      for (Command command : cluster.commands(rank)) {
        if (epoch != null) {
          assertThat(cluster.follows(rank, command, epoch))
              .as("%s on node %s", command, rank)
              .isTrue();
        }
        epoch = command instanceof Command.Mark mark && mark.task().isEpoch() ? command : epoch;
      }
    }
  }

  @Test
  void aReaderBetweenTwoHorizonsIsStillWaitedForWhenItsWriterHasCollapsed() {
    Cluster cluster = new Cluster(CommandOptions.of(2), StepHorizons.of(2, 999));
    Buffer a = cluster.program().hostBuffer("a", 8);
    Buffer chain = cluster.program().hostBuffer("chain", 8);
    cluster.program().loop("write", 8).write(a, oneToOne()).submit();
    chained(cluster, chain);
    TaskId reader = cluster.program().loop("read", 8).read(a, oneToOne()).submit();
    chained(cluster, chain);
    TaskId writer = cluster.program().loop("over", 8).write(a, oneToOne()).submit();
    for (int rank = 0; rank < 2; rank++) {
      Command later = cluster.executions(rank, writer).get(0);
      assertThat(cluster.follows(rank, later, cluster.executions(rank, reader).get(0))).isTrue();
    }
  }

  private static void chained(Cluster cluster, Buffer chain) {
    for (int i = 0; i < 2; i++) {
      cluster.program().loop("chain", 8).readWrite(chain, oneToOne()).submit();
    }
  }

  @Test
  void aReachedHorizonPrunesTheCommandsBeforeTheOneBefore() {
    Cluster cluster = new Cluster(CommandOptions.of(2), StepHorizons.of(1, 999));
    Buffer a = cluster.program().hostBuffer("a", 8);
    for (int i = 0; i < 50; i++) {
      cluster.program().loop("read", 8).read(a, reversed()).submit();
      cluster.program().loop("write", 8).readWrite(a, oneToOne()).submit();
    }
    CommandGraph graph = cluster.node(0).graph();
    int before = graph.live().size();
    List<TaskId> horizons = cluster.program().horizons();
    horizons.forEach(graph::reached);
    assertThat(before).isGreaterThan(150);
    assertThat(graph.live()).hasSizeLessThan(10);
    assertThat(graph.live().get(0).dependencies()).isEmpty();
    assertThat(graph.lastWriterEntries(a)).isLessThanOrEqualTo(3);
    assertThatThrownBy(() -> graph.reached(horizons.get(0)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aStreamWithoutAnEpochAtItsStartIsRefused() {
    CommandGraph graph =
        new CommandGraph(new NodeId(0), CommandOptions.of(1), new RecordedGraph<>());
    Cluster other = new Cluster(1);
    other.program().loop("a", 8).submit();
    assertThatThrownBy(() -> graph.generate(other.stream().get(1)))
        .isInstanceOf(RuntimeException.class);
    assertThat(other.stream().get(0)).isInstanceOf(MarkTask.class);
  }
}
