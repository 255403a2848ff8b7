package dev.slipstream.runtime.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.execution.ExecutionListener;
import dev.slipstream.runtime.execution.Job;
import dev.slipstream.runtime.execution.JobId;
import dev.slipstream.runtime.execution.JobKind;
import dev.slipstream.runtime.execution.JobPlacement;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.graph.task.MarkTask;
import dev.slipstream.runtime.graph.task.TaskId;
import dev.slipstream.runtime.scheduling.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CommonMarksTest {
  private final List<String> events = new ArrayList<>();
  private final ExecutionListener<Step> graphs =
      new ExecutionListener<>() {
        @Override
        public void reached(Job<Step> job) {
          events.add("reached " + job.id().number());
        }

        @Override
        public void stuck(String standstill) {
          events.add(standstill);
        }

        @Override
        public void failed(ExecutionFailedException failure) {
          events.add("failed");
        }
      };
  private final CommonMarks marks =
      new CommonMarks(graphs, 3, own -> {}, failure -> events.add("afterwards"));

  private static Job<Step> mark(long task) {
    MarkTask horizon = new MarkTask(new TaskId(task), MarkTask.Kind.HORIZON);
    Step step = new Step(new Instruction.Mark(task, horizon), "", Optional.empty(), List.of());
    return new Job<>(new JobId(task), JobKind.HORIZON, List.of(), JobPlacement.NO_LANE, step);
  }

  @Test
  void aMarkIsToldWhenTheLastNodeHasReachedIt() {
    marks.reached(mark(4));
    marks.reached(mark(9));
    marks.reached(1, 9);
    assertThat(events).isEmpty();
    marks.reached(2, 4);
    assertThat(events).containsExactly("reached 4");
    marks.reached(2, 9);
    assertThat(events).containsExactly("reached 4", "reached 9");
  }

  @Test
  void theFirstNodeMayBeTheLastToReachIt() {
    marks.reached(1, 7);
    marks.reached(2, 7);
    assertThat(events).isEmpty();
    marks.reached(mark(7));
    assertThat(events).containsExactly("reached 7");
  }

  @Test
  void theGraphsAreNotifiedOfAFailureFirst() {
    marks.failed(new ExecutionFailedException("it", new Exception(), false));
    assertThat(events).containsExactly("failed", "afterwards");
  }
}
