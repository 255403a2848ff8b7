package dev.slipstream.runtime.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.ElementSize;
import dev.slipstream.model.mapper.AccessMode;
import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.RangeMapper;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.InitialContents;
import dev.slipstream.runtime.graph.task.BufferAccess;
import dev.slipstream.runtime.graph.task.BufferUses;
import dev.slipstream.runtime.graph.task.HostTask;
import dev.slipstream.runtime.graph.task.LoopTask;
import dev.slipstream.runtime.graph.task.TaskId;
import dev.slipstream.runtime.scheduling.HeapArrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HostContentsTest {
  private static final int LENGTH = 100;
  private static final Geometry ONE = Geometry.of(Box.SCALAR, Splitting.WHOLE);

  private final double[] array = new double[LENGTH];
  private final Buffer buffer =
      new Buffer(
          new BufferId(3),
          "double[100]",
          Box.of(0, LENGTH),
          InitialContents.ON_EVERY_NODE,
          new ElementSize(8, true));
  private final HeapArrays arrays = HeapArrays.of(Map.of(buffer.id(), array));
  private final HostContents contents = new HostContents();

  private BufferUses uses(AccessMode mode, int from, int to) {
    RangeMapper mapper = new RangeMapper.Fixed(Region.of(Box.of(from, to)));
    return new BufferUses(List.of(new BufferAccess(buffer, mode, mapper)), Box.SCALAR);
  }

  private long seen(AccessMode mode, int from, int to) {
    LoopTask loop = new LoopTask(new TaskId(1), "loop", ONE, uses(mode, from, to));
    return contents.readBy(loop, arrays).get(0);
  }

  private void hostWrites(int index, double value) {
    contents.writes(
        new HostTask(new TaskId(2), "write", ONE, uses(AccessMode.WRITE, index, index + 1)));
    array[index] = value;
  }

  @Test
  void whatTheHostHasFilledIsReadOnceByTheFirstLoopThatReadsIt() {
    contents.created(buffer);
    assertThat(seen(AccessMode.READ, 0, 50)).isNotZero();
    assertThat(seen(AccessMode.READ, 0, 50)).isZero();
    assertThat(seen(AccessMode.READ, 40, 60)).isNotZero();
  }

  @Test
  void aLoopThatWritesElementsDoesNotFindWhatTheHostHasWrittenThere() {
    contents.created(buffer);
    assertThat(seen(AccessMode.WRITE, 0, LENGTH)).isZero();
    assertThat(seen(AccessMode.READ, 0, LENGTH)).isZero();
  }

  @Test
  void otherElementsHaveAnotherNumberAndTheSameElementsTheSame() {
    contents.created(buffer);
    long zeros = seen(AccessMode.READ, 0, LENGTH);
    hostWrites(7, 1.0);
    long one = seen(AccessMode.READ, 0, LENGTH);
    hostWrites(7, 2.0);
    long two = seen(AccessMode.READ, 0, LENGTH);
    hostWrites(7, 1.0);
    assertThat(seen(AccessMode.READ, 0, LENGTH)).isEqualTo(one);
    assertThat(List.of(zeros, one, two)).doesNotHaveDuplicates();
  }

  @Test
  void exchangedElementsAndRowsAreNoticed() {
    Region all = Region.of(Box.of(0, 2));
    assertThat(HostContents.of(new int[] {1, 2}, all))
        .isNotEqualTo(HostContents.of(new int[] {2, 1}, all));
    assertThat(HostContents.of(new float[][] {{1, 2}, {3}}, all))
        .isEqualTo(HostContents.of(new float[][] {{1, 2}, {3}}, all))
        .isNotEqualTo(HostContents.of(new float[][] {{3}, {1, 2}}, all))
        .isNotEqualTo(HostContents.of(new float[][] {{1, 2}, null}, all));
    assertThat(HostContents.of(new boolean[] {true, false}, all))
        .isNotEqualTo(HostContents.of(new boolean[] {false, true}, all));
  }
}
