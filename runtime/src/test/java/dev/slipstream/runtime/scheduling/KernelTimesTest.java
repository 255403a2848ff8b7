package dev.slipstream.runtime.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.execution.Job;
import dev.slipstream.runtime.execution.JobId;
import dev.slipstream.runtime.execution.JobPlacement;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.graph.task.BufferUses;
import dev.slipstream.runtime.graph.task.LoopTask;
import dev.slipstream.runtime.graph.task.MarkTask;
import dev.slipstream.runtime.graph.task.TaskId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KernelTimesTest {
  private static final Box SPACE = Box.of(0, 10);

  private final List<String> told = new ArrayList<>();
  private final KernelTimes times =
      new KernelTimes(
          List.of(
              (loop, before, nanos, end) ->
                  told.add(loop.id().number() + ": " + nanos + " until " + end)));

  private static Job<Step> kernel(long number) {
    LoopTask loop =
        new LoopTask(
            new TaskId(number),
            "Heat.step:4",
            Geometry.of(SPACE, Splitting.ROWS),
            new BufferUses(List.of(), SPACE));
    return job(new Instruction.Kernel(number, loop, 0, SPACE, List.of()));
  }

  private static Job<Step> job(Instruction instruction) {
    return new Job<>(
        new JobId(instruction.id()),
        Step.kind(instruction),
        List.of(),
        JobPlacement.NO_LANE,
        new Step(instruction, "", Optional.empty(), List.of()));
  }

  @Test
  void aKernelRunsFromWhenItIsGivenToItsDevice() {
    times.issued(kernel(1), 10);
    times.completed(kernel(1), 25);
    times.issued(kernel(2), 100);
    times.completed(kernel(2), 103);
    assertThat(told).containsExactly("1: 15 until 25", "2: 3 until 103");
  }

  @Test
  void aKernelThatWasGivenToItsDeviceAheadBeganWhenTheOneBeforeWasOver() {
    times.issued(kernel(1), 1);
    times.issued(kernel(2), 2);
    times.completed(kernel(1), 30);
    times.completed(kernel(2), 50);
    assertThat(told).containsExactly("1: 29 until 30", "2: 20 until 50");
  }

  @Test
  void nothingElseIsAKernel() {
    Job<Step> mark =
        job(new Instruction.Mark(3, new MarkTask(new TaskId(3), MarkTask.Kind.HORIZON)));
    times.issued(mark, 1);
    times.completed(mark, 2);
    assertThat(told).isEmpty();
  }
}
