package dev.slipstream.runtime.graph.task;

import static dev.slipstream.runtime.graph.task.Mappers.all;
import static dev.slipstream.runtime.graph.task.Mappers.oneToOne;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.NodeId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class TaskStreamLogTest {
  private static final NodeId FIRST = new NodeId(0);
  private static final NodeId SECOND = new NodeId(3);

  @Test
  void equalStreamsDoNotDiverge() {
    assertThat(compare(TaskStreamLogTest::steps, TaskStreamLogTest::steps)).isEmpty();
  }

  @Test
  void theFirstDifferingTaskIsNamedWithItsLoopAndBothRanks() {
    Optional<StreamDivergence> divergence =
        compare(
            program -> {
              steps(program);
              program.loop("Step.run:10", 8).submit();
              steps(program);
            },
            program -> {
              steps(program);
              program.loop("Step.run:20", 8).submit();
              steps(program);
            });
    assertThat(divergence)
        .contains(new StreamDivergence(new TaskId(5), FIRST, "Step.run:10", SECOND, "Step.run:20"));
    assertThat(divergence.orElseThrow().text())
        .contains("T5", "rank 0", "Step.run:10", "rank 3", "Step.run:20");
  }

  @Test
  void otherBoundsOrArraysOfTheSameLoopDiverge() {
    assertThat(compare(program -> loop(program, 8), program -> loop(program, 9)))
        .hasValueSatisfying(
            divergence -> assertThat(divergence.text()).contains("with other bounds or arrays"));
    assertThat(
            compare(
                program -> program.loop("x", 8).read(program.buffer("a", 8), all()).submit(),
                program -> program.loop("x", 8).write(program.buffer("a", 8), all()).submit()))
        .isPresent();
  }

  @Test
  void aRankThatSubmitsLessIsNoticed() {
    assertThat(compare(program -> {}, program -> loop(program, 8)))
        .contains(
            new StreamDivergence(
                new TaskId(1), FIRST, "nothing before its next horizon", SECOND, "Loop.run:1"));
  }

  @Test
  void aDivergenceShowsInAllLaterHashes() {
    List<StreamSegment> one = segments(program -> loop(program, 8), TaskStreamLogTest::steps);
    List<StreamSegment> other = segments(program -> loop(program, 9), TaskStreamLogTest::steps);
    assertThat(one.get(0)).isEqualTo(other.get(0));
    assertThat(one.get(1).hash()).isNotEqualTo(other.get(1).hash());
    assertThat(one.get(2).hash()).isNotEqualTo(other.get(2).hash());
    assertThat(one.get(2).tasks()).isEqualTo(other.get(2).tasks());
  }

  @Test
  void theHashIsTheSameOnAllMachines() {
    assertThat(segments(TaskStreamLogTest::steps).get(1).hash())
        .as("written down from the first run")
        .isEqualTo(908_865_987_832_171_604L);
  }

  private static void steps(TaskProgram program) {
    Buffer a = program.buffer("a", 64);
    Buffer b = program.buffer("b", 64);
    program.loop("Init.run:1", 64).write(a, oneToOne()).submit();
    program.loop("Step.run:5", 64).read(a, all()).write(b, oneToOne()).submit();
    program.loop("read", 1).read(b, all()).fence(FenceTask.Reach.EVERY_NODE);
    program.loop("sum", 1).read(b, all()).write(program.buffer("sum", 1), all()).submit();
  }

  private static void loop(TaskProgram program, long iterations) {
    program.loop("Loop.run:1", iterations).submit();
  }

  @SafeVarargs
  private static List<StreamSegment> segments(Consumer<TaskProgram>... parts) {
    List<StreamSegment> segments = new ArrayList<>();
    TaskProgram program =
        new TaskProgram(
            StepHorizons.of(99, 99), SubmissionWindow.UNBOUNDED, new TaskStreamLog(segments::add));
    for (Consumer<TaskProgram> part : parts) {
      part.accept(program);
      program.barrier();
    }
    return segments;
  }

  private static Optional<StreamDivergence> compare(
      Consumer<TaskProgram> one, Consumer<TaskProgram> other) {
    List<StreamSegment> first = segments(one);
    List<StreamSegment> second = segments(other);
    assertThat(StreamDivergence.between(FIRST, first.get(0), SECOND, second.get(0))).isEmpty();
    return StreamDivergence.between(FIRST, first.get(1), SECOND, second.get(1));
  }
}
