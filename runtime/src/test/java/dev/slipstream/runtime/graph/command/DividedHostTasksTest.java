package dev.slipstream.runtime.graph.command;

import static dev.slipstream.runtime.graph.task.Mappers.all;
import static dev.slipstream.runtime.graph.task.Mappers.oneToOne;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.mapper.AccessMode;
import dev.slipstream.model.mapper.ChunkElements;
import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.task.BufferAccess;
import dev.slipstream.runtime.graph.task.BufferUses;
import dev.slipstream.runtime.graph.task.FenceTask;
import dev.slipstream.runtime.graph.task.HostTask;
import dev.slipstream.runtime.graph.task.TaskId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests host tasks of which each node runs its own part, or none. */
class DividedHostTasksTest {
  private static final int NODES = 4;
  private static final int PART = 24;
  private static final Region WHOLE = Region.of(Box.of(0, NODES * PART));

  private final Cluster cluster = new Cluster(NODES);
  private final Buffer a = cluster.program().hostBuffer("a", NODES * PART);
  private final Buffer b = cluster.program().hostBuffer("b", NODES * PART);

  private static Region part(int rank) {
    return Region.of(Box.of((long) PART * rank, (long) PART * rank + PART));
  }

  private TaskId task(int runs, Buffer buffer, AccessMode mode, List<Region> elements) {
    List<Box> chunks = new ArrayList<>();
    for (int rank = 0; rank < runs; rank++) {
      chunks.add(Box.of(rank, rank + 1));
    }
    Geometry geometry = Geometry.of(Box.of(0, runs), Splitting.WHOLE);
    BufferUses uses =
        new BufferUses(
            List.of(new BufferAccess(buffer, mode, new ChunkElements(chunks, elements))),
            geometry.space());
    return cluster
        .program()
        .graph()
        .submit(id -> new HostTask(id, "task", geometry, FenceTask.Reach.EVERY_NODE, uses, chunks))
        .id();
  }

  private TaskId distributed(Buffer buffer, AccessMode mode) {
    List<Region> elements = new ArrayList<>();
    for (int rank = 0; rank < NODES; rank++) {
      elements.add(part(rank));
    }
    return task(NODES, buffer, mode, elements);
  }

  @Test
  void aTaskOfTheFirstNodeRunsThereAloneAndOthersGetWhatItWrites() {
    TaskId task = task(1, a, AccessMode.WRITE, List.of(WHOLE));
    assertThat(cluster.executions(0, task)).hasSize(1);
    for (int rank = 1; rank < NODES; rank++) {
      assertThat(cluster.executions(rank, task)).isEmpty();
    }
    TaskId read = cluster.program().loop("read", NODES * PART).read(a, oneToOne()).submit();
    assertThat(cluster.awaited(0, read, a)).isEqualTo(Region.EMPTY);
    for (int rank = 1; rank < NODES; rank++) {
      assertThat(cluster.awaited(rank, read, a)).isEqualTo(part(rank));
    }
  }

  @Test
  void aTaskOfTheFirstNodeGathersWhatItReads() {
    cluster.program().loop("parts", NODES * PART).write(a, oneToOne()).submit();
    TaskId task = task(1, a, AccessMode.READ, List.of(WHOLE));
    assertThat(cluster.awaited(0, task, a)).isEqualTo(WHOLE.difference(part(0)));
    for (int rank = 1; rank < NODES; rank++) {
      assertThat(cluster.awaited(rank, task, a)).isEqualTo(Region.EMPTY);
    }
  }

  @Test
  void partsOfATaskUseWhatPartsOfALoopHaveLeftWithoutSendingIt() {
    cluster.program().loop("parts", NODES * PART).write(a, oneToOne()).submit();
    distributed(a, AccessMode.READ_WRITE);
    TaskId next = cluster.program().loop("next", NODES * PART).read(a, oneToOne()).submit();
    assertThat(cluster.everywhere(Command.Push.class)).isEmpty();
    assertThat(cluster.executions(2, next)).hasSize(1);
  }

  @Test
  void whatEachPartHasWrittenIsGatheredWhereAllOfItIsRead() {
    TaskId written = distributed(b, AccessMode.WRITE);
    TaskId read = cluster.program().loop("read", NODES * PART).read(b, all()).submit();
    for (int rank = 0; rank < NODES; rank++) {
      assertThat(cluster.executions(rank, written)).hasSize(1);
      assertThat(cluster.awaited(rank, read, b)).isEqualTo(WHOLE.difference(part(rank)));
    }
  }
}
