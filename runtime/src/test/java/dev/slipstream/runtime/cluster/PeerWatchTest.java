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
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.task.BufferAccess;
import dev.slipstream.runtime.graph.task.BufferUses;
import dev.slipstream.runtime.graph.task.LoopTask;
import dev.slipstream.runtime.graph.task.TaskId;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PeerWatchTest {
  private static final NodeId ZERO = new NodeId(0);
  private static final NodeId ONE = new NodeId(1);

  private final TaskRing own = new TaskRing();
  private final TaskRing other = new TaskRing();
  private final PeerWatch watch = new PeerWatch(2, own, Duration.ofSeconds(60));

  private static LoopTask loop(long number, String name, long count) {
    Buffer buffer =
        new Buffer(
            new BufferId(1),
            "double[8] B1",
            Box.of(0, 8),
            InitialContents.ON_EVERY_NODE,
            new ElementSize(8, true));
    RangeMapper mapper = new RangeMapper.Fixed(Region.of(Box.of(0, 8)));
    Box space = Box.of(0, count);
    return new LoopTask(
        new TaskId(number),
        name,
        Geometry.of(space, Splitting.WHOLE),
        new BufferUses(List.of(new BufferAccess(buffer, AccessMode.READ, mapper)), space));
  }

  private static void add(TaskRing ring, LoopTask loop, Object scalar, long contents) {
    ring.add(loop, List.of(scalar), List.of(contents));
  }

  private String verdict() {
    watch.submitted(ZERO, own.takeUnsent().digests());
    watch.submitted(ONE, other.takeUnsent().digests());
    watch.unasked().ifPresent(asked -> other.view(asked.place()).ifPresent(watch::described));
    return watch.verdict().orElse("");
  }

  @Test
  void nothingIsSaidWhileAllDoTheSame() {
    add(own, loop(1, "Heat.step:7", 8), 0.5, 3);
    add(other, loop(1, "Heat.step:7", 8), 0.5, 3);
    assertThat(verdict()).isEmpty();
  }

  @Test
  void bothLoopsAreNamedWhereRanksRunOthers() {
    add(own, loop(1, "Heat.step:7", 8), 0.5, 3);
    add(other, loop(1, "Heat.init:3", 8), 0.5, 3);
    assertThat(verdict())
        .contains("differ first in loop Heat.step:7 on rank 0 and loop Heat.init:3 on rank 1");
  }

  @Test
  void bothBoundsAreNamedWhereTheyDiffer() {
    add(own, loop(1, "Heat.step:7", 8), 0.5, 3);
    add(other, loop(1, "Heat.step:7", 6), 0.5, 3);
    assertThat(verdict())
        .contains("Heat.step:7, which has 8 iterations on rank 0 and 6 iterations on rank 1");
  }

  @Test
  void bothArgumentsAreNamedWhereTheyDiffer() {
    add(own, loop(1, "Heat.step:7", 8), 0.5, 3);
    add(other, loop(1, "Heat.step:7", 8), 0.25, 3);
    assertThat(verdict())
        .contains("Heat.step:7, whose arguments are [0.5] on rank 0 and [0.25] on rank 1");
  }

  @Test
  void theArrayIsNamedOfWhichTheHostHasWrittenOtherElements() {
    add(own, loop(1, "Heat.step:7", 8), 0.5, 3);
    add(other, loop(1, "Heat.step:7", 8), 0.5, 4);
    assertThat(verdict())
        .contains("Heat.step:7, which finds other elements in double[8] B1 on rank 0 than on");
  }

  @Test
  void theLoopIsNamedToWhichARankDoesNotComeWhereTheProgramHasEnded() {
    add(own, loop(1, "Heat.step:7", 8), 0.5, 3);
    watch.ended(ONE, 0);
    assertThat(verdict())
        .contains("the program has ended on rank 1, where rank 0 has loop Heat.step:7");
  }

  @Test
  void whatAllAgreeOnIsForgotten() {
    for (int number = 1; number < 5; number++) {
      add(own, loop(number, "Heat.step:7", 8), number, 0);
    }
    own.agreedBefore(3);
    assertThat(own.view(1)).isEmpty();
    assertThat(own.view(2).orElseThrow().scalars()).containsExactly("3");
    assertThat(own.view(4)).isEmpty();
  }
}
