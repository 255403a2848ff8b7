package dev.slipstream.runtime.graph.task;

import static dev.slipstream.runtime.graph.task.Mappers.all;
import static dev.slipstream.runtime.graph.task.Mappers.fixed;
import static dev.slipstream.runtime.graph.task.Mappers.oneToOne;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.model.mapper.RangeMapper;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.DependencyKind;
import dev.slipstream.runtime.graph.Vertex;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HorizonTest {
  private static final StepHorizons NEVER = StepHorizons.of(999, 999);

  @Test
  void withStepTwoAHorizonFollowsTheSecondChainedTaskAndDependsOnExactlyTheFront() {
    TaskProgram program = new TaskProgram(StepHorizons.of(2, 999));
    Buffer a = program.buffer("a", 8);
    Buffer b = program.buffer("b", 8);
    TaskId side = program.loop("side", 8).write(b, oneToOne()).submit();
    TaskId one = program.loop("one", 8).write(a, oneToOne()).submit();
    assertThat(program.horizons()).isEmpty();
    TaskId two = program.loop("two", 8).readWrite(a, oneToOne()).submit();
    assertThat(program.horizons()).hasSize(1);
    TaskId horizon = program.horizons().get(0);
    assertThat(program.dependenciesOf(horizon)).containsExactly(side, two).doesNotContain(one);
    TaskId three = program.loop("three", 8).readWrite(a, oneToOne()).submit();
    assertThat(program.horizons()).hasSize(1);
    TaskId four = program.loop("four", 8).readWrite(a, oneToOne()).submit();
    assertThat(program.horizons()).hasSize(2);
    assertThat(program.dependenciesOf(three)).containsExactly(two);
    assertThat(program.dependenciesOf(program.horizons().get(1))).containsExactly(horizon, four);
  }

  @Test
  void withParallelismThreeNineIndependentTasksMakeFourHorizons() {
    TaskProgram program = new TaskProgram(StepHorizons.of(999, 3));
    for (int i = 0; i < 9; i++) {
      program.loop("task " + i, 8).submit();
    }
    assertThat(program.horizons()).hasSize(4);
    assertThat(program.graph().live())
        .filteredOn(vertex -> vertex.payload() instanceof MarkTask mark && !mark.isEpoch())
        .hasSize(4);
  }

  @Test
  void lastWritersAreUnchangedUntilTheSecondHorizonThenBecomeTheFirst() {
    TaskProgram program = new TaskProgram(StepHorizons.of(2, 999));
    Buffer left = program.hostBuffer("left", 8);
    Buffer chain = program.hostBuffer("chain", 8);
    TaskId writer = program.loop("write", 1).write(left, fixed(0, 4)).submit();
    chained(program, chain, 2);
    assertThat(program.horizons()).hasSize(1);
    TaskId before = program.loop("before", 1).read(left, fixed(0, 8)).submit();
    assertThat(program.dependenciesOf(before)).containsExactly(new TaskId(0), writer);
    assertThat(program.graph().lastWriterEntries(left.id())).isEqualTo(2);
    chained(program, chain, 2);
    assertThat(program.horizons()).hasSize(2);
    TaskId after = program.loop("after", 1).read(left, fixed(0, 8)).submit();
    assertThat(program.dependenciesOf(after)).containsExactly(program.horizons().get(0));
    assertThat(program.graph().lastWriterEntries(left.id())).isEqualTo(1);
  }

  @Test
  void anEpochResetsTheNeedForHorizons() {
    TaskProgram program = new TaskProgram(StepHorizons.of(4, 999));
    Buffer chain = program.hostBuffer("chain", 8);
    chained(program, chain, 3);
    TaskId epoch = program.barrier();
    chained(program, chain, 3);
    assertThat(program.horizons()).isEmpty();
    chained(program, chain, 1);
    assertThat(program.horizons()).hasSize(1);
    assertThat(program.dependenciesOf(new TaskId(epoch.number() + 1))).containsExactly(epoch);
  }

  @Test
  void anEpochWaitsForTheFrontAndEverythingAfterWaitsForIt() {
    TaskProgram program = new TaskProgram();
    Buffer a = program.hostBuffer("a", 8);
    TaskId one = program.loop("one", 8).write(a, oneToOne()).submit();
    TaskId two = program.loop("two", 8).submit();
    TaskId epoch = program.barrier();
    assertThat(program.dependenciesOf(epoch)).containsExactly(one, two);
    TaskId reader = program.loop("read", 8).read(a, all()).submit();
    TaskId idle = program.loop("idle", 8).submit();
    assertThat(program.dependenciesOf(reader)).containsExactly(epoch);
    assertThat(program.dependenciesOf(idle)).containsExactly(epoch);
    TaskId second = program.barrier();
    TaskId third = program.barrier();
    assertThat(program.dependenciesOf(second)).containsExactly(reader, idle);
    assertThat(program.dependenciesOf(third)).containsExactly(second);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void lastWritersAndHorizonsStayBoundedWhileAReadGrowsStepByStep(int step) {
    List<TaskId> marks = new ArrayList<>();
    TaskProgram program =
        new TaskProgram(
            StepHorizons.of(step, 999),
            SubmissionWindow.UNBOUNDED,
            task -> {
              if (!(task instanceof WorkTask)) {
                marks.add(task.id());
              }
            });
    Buffer buffer = program.hostBuffer("a", 101);
    for (int i = 0; i < 100; i++) {
      program
          .loop("step", 1)
          .read(buffer, fixed(0, i + 1))
          .write(buffer, fixed(i + 1, i + 2))
          .submit();
      marks.forEach(program.graph()::reached);
      marks.clear();
      assertThat(program.graph().lastWriterEntries(buffer.id())).isLessThanOrEqualTo(2 * step + 2);
      assertThat(program.graph().live())
          .filteredOn(vertex -> vertex.payload() instanceof MarkTask mark && !mark.isEpoch())
          .hasSizeLessThanOrEqualTo(3);
      assertThat(program.graph().live()).hasSizeLessThanOrEqualTo(3 * (step + 1) + 1);
    }
  }

  @Test
  void aLaterAntiDependencyOnCollapsedHistoryLandsOnTheHorizon() {
    TaskProgram program = new TaskProgram(StepHorizons.of(2, 999));
    Buffer a = program.hostBuffer("a", 8);
    Buffer chain = program.hostBuffer("chain", 8);
    TaskId reader = program.loop("read", 8).read(a, oneToOne()).submit();
    chained(program, chain, 4);
    assertThat(program.horizons()).hasSize(2);
    TaskId writer = program.loop("write", 8).write(a, oneToOne()).submit();
    assertThat(program.dependenciesOf(writer))
        .containsExactly(program.horizons().get(0))
        .doesNotContain(reader);
  }

  @Test
  void aReaderBetweenTwoHorizonsIsStillWaitedForWhenItsWriterHasCollapsed() {
    TaskProgram program = new TaskProgram(StepHorizons.of(2, 999));
    Buffer a = program.hostBuffer("a", 8);
    Buffer chain = program.hostBuffer("chain", 8);
    program.loop("write", 8).write(a, oneToOne()).submit();
    chained(program, chain, 2);
    TaskId reader = program.loop("read", 8).read(a, oneToOne()).submit();
    chained(program, chain, 2);
    assertThat(program.horizons()).hasSize(2);
    TaskId writer = program.loop("overwrite", 8).write(a, oneToOne()).submit();
    assertThat(program.dependency(writer, reader)).contains(DependencyKind.ANTI);
  }

  @Test
  void hostTasksBehindAHorizonDependOnIt() {
    TaskProgram program = new TaskProgram(StepHorizons.of(2, 999));
    Buffer chain = program.hostBuffer("chain", 8);
    Buffer data = program.hostBuffer("data", 8);
    program.loop("host", 1).write(data, all()).onMaster();
    chained(program, chain, 4);
    TaskId horizon = program.horizons().get(0);
    TaskId host = program.loop("host", 1).read(data, all()).onMaster();
    assertThat(program.dependenciesOf(host)).containsExactly(horizon);
  }

  @Test
  void aReachedEpochPrunesTheGraph() {
    TaskProgram program = new TaskProgram(NEVER);
    Buffer a = program.hostBuffer("a", 8);
    chained(program, a, 5);
    TaskId epoch = program.barrier();
    TaskId next = program.loop("next", 8).readWrite(a, oneToOne()).submit();
    assertThat(program.graph().live()).hasSize(8);
    program.graph().reached(epoch);
    assertThat(program.graph().live())
        .extracting(vertex -> vertex.payload().id())
        .containsExactly(epoch, next);
    assertThat(program.graph().live().get(0).dependencies()).isEmpty();
    assertThat(program.graph().live().get(1).dependencies())
        .extracting(dependency -> dependency.on().payload().id())
        .containsExactly(epoch);
    assertThatThrownBy(() -> program.graph().reached(new TaskId(0)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whenAHorizonIsReachedEverythingBeforeTheOneBeforeIsDropped() {
    TaskProgram program = new TaskProgram(StepHorizons.of(1, 999));
    Buffer a = program.hostBuffer("a", 8);
    chained(program, a, 4);
    List<TaskId> horizons = program.horizons();
    assertThat(horizons).hasSize(4);
    program.graph().reached(horizons.get(0));
    assertThat(program.graph().live()).hasSize(9);
    program.graph().reached(horizons.get(1));
    assertThat(program.graph().live().get(0).payload().id()).isEqualTo(horizons.get(0));
    program.graph().reached(horizons.get(2));
    Vertex<Task> oldest = program.graph().live().get(0);
    assertThat(oldest.payload().id()).isEqualTo(horizons.get(1));
    assertThat(oldest.dependencies()).isEmpty();
    assertThat(program.graph().fill().outstanding()).isEqualTo(1);
  }

  @Test
  void wideAndShallowGraphsGetHorizonsToo() {
    TaskProgram program = new TaskProgram(new StepHorizons(4, 64, 100));
    for (int i = 0; i < 1_000; i++) {
      Buffer buffer = program.buffer("b" + i, 4);
      program.loop("write", 4).write(buffer, oneToOne()).submit();
      Region read = Region.of(Box.of(0, 4));
      program.loop("use", 4).readWrite(buffer, new RangeMapper.Fixed(read)).submit();
    }
    assertThat(program.horizons()).hasSizeGreaterThanOrEqualTo(20);
  }

  private static void chained(TaskProgram program, Buffer buffer, int tasks) {
    for (int i = 0; i < tasks; i++) {
      program.loop("chain", 8).readWrite(buffer, oneToOne()).submit();
    }
  }
}
