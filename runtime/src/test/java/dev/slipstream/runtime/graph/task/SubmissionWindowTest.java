package dev.slipstream.runtime.graph.task;

import static dev.slipstream.runtime.graph.task.Mappers.oneToOne;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.fixture.GarbageCollection;
import dev.slipstream.model.kernel.ElementSize;
import dev.slipstream.model.mapper.AccessMode;
import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.GraphRecorder;
import dev.slipstream.runtime.graph.InitialContents;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class SubmissionWindowTest {
  private static final Geometry SPACE = Geometry.of(Box.sized(8), Splitting.ROWS);

  /** A window that executes horizons when the graph waits for them. */
  private static final class Queue implements SubmissionWindow {
    private final BlockingQueue<TaskId> reached = new LinkedBlockingQueue<>();
    private final int limit;
    private final CompletableFuture<Integer> waits = new CompletableFuture<>();

    Queue(int limit) {
      this.limit = limit;
    }

    @Override
    public boolean isFull(Fill fill) {
      return fill.outstanding() > limit;
    }

    @Override
    public Optional<TaskId> nextReached() {
      return Optional.ofNullable(reached.poll());
    }

    @Override
    public TaskId awaitReached(Fill fill) {
      waits.complete(fill.outstanding());
      try {
        return reached.take();
      } catch (InterruptedException e) {
        throw new IllegalStateException("this test is not interrupted", e);
      }
    }
  }

  @Test
  void theSubmittingThreadWaitsWhileTheWindowIsFull() throws Exception {
    Queue window = new Queue(2);
    BlockingQueue<TaskId> marks = new LinkedBlockingQueue<>();
    CompletableFuture<Integer> submitted =
        CompletableFuture.supplyAsync(
            () -> {
              TaskGraph graph = graph(StepHorizons.of(1, 64), window, mark -> marks.add(mark));
              Buffer buffer = buffer(0);
              for (int i = 0; i < 50; i++) {
                submit(graph, buffer);
              }
              return graph.fill().outstanding();
            });
    CompletableFuture.anyOf(window.waits, submitted).get();
    assertThat(submitted).isNotDone();
    assertThat(marks).as("the start and two horizons fill the window").hasSize(3);
    TaskId over = new TaskId(Long.MAX_VALUE);
    submitted.whenComplete((most, failure) -> marks.add(over));
    for (TaskId next = marks.take(); !next.equals(over); next = marks.take()) {
      window.reached.add(next);
    }
    assertThat(submitted.get()).isLessThanOrEqualTo(3);
  }

  @Test
  void overAMillionTasksLiveTasksStayBelowABoundAndTheHeapIsFlat() {
    Queue window = new Queue(3);
    TaskGraph graph = graph(StepHorizons.USUAL, window, window.reached::add);
    List<Buffer> buffers = List.of(buffer(0), buffer(1));
    long early = 0;
    int most = 0;
    for (int i = 1; i <= 1_000_000; i++) {
      submit(graph, buffers.get(i & 1));
      most = Math.max(most, graph.fill().liveTasks());
      if (i == 100_000) {
        early = GarbageCollection.usedHeap();
      }
    }
    assertThat(most).isLessThanOrEqualTo(50);
    assertThat(GarbageCollection.usedHeap() - early).isLessThan(16L << 20);
  }

  private static TaskGraph graph(
      HorizonPolicy horizons, SubmissionWindow window, Consumer<TaskId> marks) {
    return new TaskGraph(
        horizons,
        window,
        GraphRecorder.off(),
        task -> {
          if (!(task instanceof WorkTask)) {
            marks.accept(task.id());
          }
        });
  }

  private static Buffer buffer(long id) {
    return new Buffer(
        new BufferId(id),
        "b" + id,
        Box.sized(8),
        InitialContents.ON_EVERY_NODE,
        new ElementSize(8, true));
  }

  private static void submit(TaskGraph graph, Buffer buffer) {
    List<BufferAccess> accesses =
        List.of(new BufferAccess(buffer, AccessMode.READ_WRITE, oneToOne()));
    graph.submit(id -> new LoopTask(id, "loop", SPACE, new BufferUses(accesses, SPACE.space())));
  }
}
