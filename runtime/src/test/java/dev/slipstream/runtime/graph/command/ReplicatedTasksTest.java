package dev.slipstream.runtime.graph.command;

import static dev.slipstream.runtime.graph.task.Mappers.all;
import static dev.slipstream.runtime.graph.task.Mappers.oneToOne;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.mapper.AccessMode;
import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.task.BufferAccess;
import dev.slipstream.runtime.graph.task.BufferUses;
import dev.slipstream.runtime.graph.task.FenceTask;
import dev.slipstream.runtime.graph.task.HostTask;
import dev.slipstream.runtime.graph.task.LoopTask;
import dev.slipstream.runtime.graph.task.StepHorizons;
import dev.slipstream.runtime.graph.task.TaskId;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests tasks that every node runs, since each of them runs the program. */
class ReplicatedTasksTest {
  private static final int NODES = 4;
  private static final Box SPACE = Box.of(0, 96);

  private final Cluster cluster = new Cluster(NODES);
  private final Buffer a = cluster.program().hostBuffer("a", 96);
  private final Buffer b = cluster.program().hostBuffer("b", 96);

  private TaskId hostWrites(Buffer buffer) {
    BufferUses uses = new BufferUses(List.of(write(buffer)), Box.SCALAR);
    Geometry once = Geometry.of(Box.SCALAR, Splitting.WHOLE);
    FenceTask.Reach reach = FenceTask.Reach.EVERY_NODE;
    return cluster
        .program()
        .graph()
        .submit(id -> new HostTask(id, "a write", once, reach, uses))
        .id();
  }

  private TaskId wholeLoop(Buffer read, Buffer written) {
    BufferUses uses =
        new BufferUses(
            List.of(new BufferAccess(read, AccessMode.READ, all()), write(written)), SPACE);
    Geometry whole = Geometry.of(SPACE, Splitting.WHOLE);
    List<Box> chunks = Collections.nCopies(NODES, SPACE);
    return cluster
        .program()
        .graph()
        .submit(id -> new LoopTask(id, "whole", whole, uses, chunks))
        .id();
  }

  private static BufferAccess write(Buffer buffer) {
    return new BufferAccess(buffer, AccessMode.WRITE, all());
  }

  @Test
  void whatEveryHostHasWrittenIsNotSent() {
    hostWrites(a);
    TaskId read = cluster.program().loop("read", 96).read(a, all()).submit();
    assertThat(cluster.everywhere(Command.Push.class)).isEmpty();
    assertThat(cluster.everywhere(Command.AwaitPush.class)).isEmpty();
    for (int rank = 0; rank < NODES; rank++) {
      assertThat(cluster.executions(rank, read)).hasSize(1);
    }
  }

  @Test
  void aLoopThatEveryNodeRunsGathersWhatItReadsAndIsNotSentAfterwards() {
    cluster.program().loop("parts", 96).read(b, oneToOne()).write(a, oneToOne()).submit();
    TaskId whole = wholeLoop(a, b);
    for (int rank = 0; rank < NODES; rank++) {
      Region own = Region.of(Box.of(24L * rank, 24L * rank + 24));
      assertThat(cluster.executions(rank, whole)).hasSize(1);
      assertThat(cluster.awaited(rank, whole, a)).isEqualTo(Region.of(SPACE).difference(own));
    }
    int pushes = cluster.everywhere(Command.Push.class).size();
    cluster.program().loop("read", 1).read(a, all()).fence(FenceTask.Reach.EVERY_NODE);
    cluster.program().loop("read", 96).read(b, all()).submit();
    assertThat(cluster.everywhere(Command.Push.class)).hasSize(pushes);
  }

  @Test
  void noNodeSendsWhatEveryNodeHasWritten() {
    Cluster relaying =
        new Cluster(new CommandOptions(NODES, 1, new EvenSplitter(), 1), StepHorizons.USUAL);
    Buffer c = relaying.program().hostBuffer("c", 96);
    Geometry whole = Geometry.of(SPACE, Splitting.WHOLE);
    relaying
        .program()
        .graph()
        .submit(
            id ->
                new LoopTask(
                    id,
                    "whole",
                    whole,
                    new BufferUses(List.of(write(c)), SPACE),
                    Collections.nCopies(NODES, SPACE)));
    relaying.program().loop("read", 96).read(c, all()).submit();
    assertThat(relaying.everywhere(Command.Push.class)).isEmpty();
  }
}
