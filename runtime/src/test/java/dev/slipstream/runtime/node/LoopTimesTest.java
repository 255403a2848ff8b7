package dev.slipstream.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.cluster.LoopSize;
import dev.slipstream.runtime.graph.task.TaskId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoopTimesTest {
  private static final LoopSize SIZE = LoopSize.of("Stencil.step:7", 1000);

  private long now;
  private long last = Long.MIN_VALUE;

  private final List<DivisionChoices.Took> taken = new ArrayList<>();
  private final LoopTimes times = new LoopTimes((size, took) -> taken.add(took), () -> now);

  private static TaskId task(int number) {
    return new TaskId(number);
  }

  private void kernel(int task, long issued, long completed) {
    times.over(task(task), last, completed - Math.max(issued, last), completed);
    last = completed;
  }

  @Test
  void anExecutionTakesAllTheTimeSinceTheOneBefore() {
    times.submitted(task(1), SIZE, 0.5, /* isAwaited= */ false);
    times.submitted(task(2), SIZE, 0.5, /* isAwaited= */ false);
    kernel(1, 10, 20);
    // It was given to the device only when the other node's elements had arrived.
    kernel(2, 50, 65);
    assertThat(taken)
        .containsExactly(
            new DivisionChoices.Took(20, 10, 0.5), new DivisionChoices.Took(45, 15, 0.5));
  }

  @Test
  void timeInWhichNothingWasSubmittedDoesNotCount() {
    times.submitted(task(1), SIZE, 1, /* isAwaited= */ false);
    kernel(1, 1, 5);
    now = 1000;
    times.submitted(task(2), SIZE, 1, /* isAwaited= */ false);
    kernel(2, 1002, 1010);
    assertThat(taken.get(1)).isEqualTo(new DivisionChoices.Took(10, 8, 1));
  }

  @Test
  void resultsForWhichTheProgramWaitsBelongToTheirExecution() {
    times.submitted(task(1), SIZE, 0.3, /* isAwaited= */ true);
    kernel(1, 1, 5);
    assertThat(taken).isEmpty();
    now = 40;
    times.awaited(task(1));
    assertThat(taken).containsExactly(new DivisionChoices.Took(40, 4, 0.3));
  }

  @Test
  void theyMayBeThereBeforeTheKernelIsKnownToBeOver() {
    times.submitted(task(1), SIZE, 0.3, /* isAwaited= */ true);
    now = 40;
    times.awaited(task(1));
    kernel(1, 1, 5);
    assertThat(taken).containsExactly(new DivisionChoices.Took(40, 4, 0.3));
  }

  @Test
  void whatIsOverBeforeItIsKnownIsLeftOut() {
    kernel(1, 1, 5);
    times.submitted(task(1), SIZE, 1, /* isAwaited= */ false);
    times.submitted(task(2), SIZE, 1, /* isAwaited= */ false);
    kernel(2, 6, 9);
    assertThat(taken).containsExactly(new DivisionChoices.Took(4, 3, 1));
  }
}
