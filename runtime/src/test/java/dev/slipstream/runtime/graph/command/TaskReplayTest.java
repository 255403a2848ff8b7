package dev.slipstream.runtime.graph.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.fixture.Seeds;
import dev.slipstream.model.region.RegionMap;
import dev.slipstream.model.region.RegionMap.Entry;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.RecordedGraph;
import dev.slipstream.runtime.graph.task.BufferUse;
import dev.slipstream.runtime.graph.task.StepHorizons;
import dev.slipstream.runtime.graph.task.SubmissionWindow;
import dev.slipstream.runtime.graph.task.Task;
import dev.slipstream.runtime.graph.task.TaskId;
import dev.slipstream.runtime.graph.task.TaskProgram;
import dev.slipstream.runtime.graph.task.WorkTask;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TaskReplayTest {
  /** What a task finds in a buffer: the task that wrote each element. */
  private record Found(TaskId task, BufferId buffer, List<Entry<TaskId>> values) {}

  @Test
  void tasksFindTheSameInAnyOrderThatTheirDependenciesAllow() {
    Random random = Seeds.random(61);
    for (int i = 0; i < Seeds.count(200, 2_000); i++) {
      List<Task> stream = new ArrayList<>();
      int step = 1 + random.nextInt(6);
      TaskProgram program =
          new TaskProgram(StepHorizons.of(step, 20), SubmissionWindow.UNBOUNDED, stream::add);
      new RandomProgram(program, 1, random).submit(60);
      assertThat(run(shuffled(stream, program.recorded(), random)))
          .isEqualTo(run(stream))
          .isNotEmpty();
    }
  }

  private static List<Task> shuffled(
      List<Task> stream, RecordedGraph<Task> recorded, Random random) {
    List<Task> waiting = new ArrayList<>(stream);
    List<Task> order = new ArrayList<>();
    Set<Long> done = new HashSet<>();
    while (!waiting.isEmpty()) {
      List<Task> ready =
          waiting.stream()
              .filter(
                  task ->
                      recorded.dependenciesOf(task.id().number()).stream()
                          .allMatch(edge -> done.contains(edge.on())))
              .toList();
      Task next = ready.get(random.nextInt(ready.size()));
      waiting.remove(next);
      done.add(next.id().number());
      order.add(next);
    }
    return order;
  }

  private static Set<Found> run(List<Task> order) {
    Set<Found> all = new HashSet<>();
    Map<BufferId, RegionMap<TaskId>> memory = new HashMap<>();
    for (Task task : order) {
      if (task instanceof WorkTask work) {
        for (BufferUse use : work.uses().all()) {
          RegionMap<TaskId> elements =
              memory.computeIfAbsent(
                  use.buffer().id(), id -> new RegionMap<>(use.buffer().domain(), new TaskId(0)));
          all.add(new Found(task.id(), use.buffer().id(), elements.query(use.consumed())));
          elements.update(use.produced(), task.id());
        }
      }
    }
    return all;
  }
}
