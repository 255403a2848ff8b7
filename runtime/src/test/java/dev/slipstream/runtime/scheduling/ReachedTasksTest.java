package dev.slipstream.runtime.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.configuration.LogLevel;
import dev.slipstream.runtime.device.DeviceClosedException;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.execution.Job;
import dev.slipstream.runtime.execution.JobId;
import dev.slipstream.runtime.execution.JobKind;
import dev.slipstream.runtime.execution.JobPlacement;
import dev.slipstream.runtime.fixture.Output;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.graph.task.MarkTask;
import dev.slipstream.runtime.graph.task.SubmissionWindow.Fill;
import dev.slipstream.runtime.graph.task.TaskId;
import dev.slipstream.runtime.observation.Metrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ReachedTasksTest {
  private final List<TaskId> taken = new ArrayList<>();
  private final ReachedTasks reached =
      new ReachedTasks(
          8, () -> {}, taken::add, new Metrics().graphs().stream(List.of()), Log.none());

  @Test
  void aFullWindowStaysFullUntilAQuarterOfItIsExecuted() {
    assertThat(reached.isFull(fill(8))).isFalse();
    assertThat(reached.isFull(fill(9))).isTrue();
    assertThat(reached.isFull(fill(8))).isTrue();
    assertThat(reached.isFull(fill(7))).isTrue();
    assertThat(reached.isFull(fill(6))).isFalse();
    assertThat(reached.isFull(fill(8))).isFalse();
  }

  @Test
  void whoWaitsForAFullWindowGetsEveryHorizonInItsOrder() throws InterruptedException {
    assertThat(reached.isFull(fill(9))).isTrue();
    Thread executor =
        new Thread(
            () -> {
              for (int task = 1; task <= 3; task++) {
                reached.reached(horizon(task));
              }
            });
    executor.start();
    assertThat(reached.awaitReached(fill(9))).isEqualTo(new TaskId(1));
    executor.join();
    assertThat(reached.nextReached()).contains(new TaskId(2));
    assertThat(reached.nextReached()).contains(new TaskId(3));
    assertThat(reached.nextReached()).isEmpty();
    assertThat(taken).containsExactly(new TaskId(1), new TaskId(2), new TaskId(3));
  }

  @Test
  void oneHorizonIsEnoughIfTheWindowIsNotFull() {
    assertThat(reached.isFull(fill(3))).isFalse();
    reached.reached(horizon(1));
    assertThat(reached.awaitReached(fill(3))).isEqualTo(new TaskId(1));
  }

  @Test
  void thatADeviceIsGivenUpIsSaidUnlessItWasGivenBack() {
    Output output = new Output();
    ReachedTasks loud =
        new ReachedTasks(
            8,
            () -> {},
            taken::add,
            new Metrics().graphs().stream(List.of()),
            Log.to(output.stream, LogLevel.ERROR));
    loud.failed(new ExecutionFailedException("", new DeviceClosedException("opencl:0"), false));
    assertThat(output.text()).isEmpty();
    loud.failed(new ExecutionFailedException("", new DeviceException("it burns"), false));
    assertThat(output.text()).contains("a device is given up", "it burns");
  }

  @Test
  void aFailureEndsTheWaitAndIsFoundByWhoeverComesNext() throws InterruptedException {
    ExecutionFailedException failure =
        new ExecutionFailedException("the device was lost", new IllegalStateException(), false);
    assertThat(reached.isFull(fill(9))).isTrue();
    reached.reached(horizon(1));
    Thread executor = new Thread(() -> reached.failed(failure));
    executor.start();
    assertThat(reached.awaitReached(fill(9))).isEqualTo(new TaskId(1));
    executor.join();
    assertThatThrownBy(() -> reached.awaitReached(fill(9))).isSameAs(failure);
    assertThatThrownBy(reached::nextReached).isSameAs(failure);
  }

  private static Fill fill(int outstanding) {
    return new Fill(outstanding, 0);
  }

  private static Job<Step> horizon(int task) {
    Instruction horizon =
        new Instruction.Mark(task, new MarkTask(new TaskId(task), MarkTask.Kind.HORIZON));
    Step step = new Step(horizon, "", Optional.empty(), List.of());
    return new Job<>(new JobId(task), JobKind.HORIZON, List.of(), JobPlacement.NO_LANE, step);
  }
}
