package dev.slipstream.runtime.graph.task;

import static dev.slipstream.runtime.graph.task.Mappers.oneToOne;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.ElementSize;
import dev.slipstream.model.mapper.AccessMode;
import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.GraphRecorder;
import dev.slipstream.runtime.graph.InitialContents;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class HeldArraysTest {
  private static final long MEGABYTE = 1 << 20;
  private static final long HEAP = 64 * MEGABYTE;
  private static final long LIMIT = HEAP / 8;

  /**
   * A window that executes nothing until the submitting thread waits, and then the oldest horizon.
   */
  private static final class Lazy implements SubmissionWindow {
    final Queue<TaskId> open = new ArrayDeque<>();
    int waits;

    @Override
    public boolean isFull(Fill fill) {
      return fill.outstanding() > 100;
    }

    @Override
    public Optional<TaskId> nextReached() {
      return Optional.empty();
    }

    @Override
    public TaskId awaitReached(Fill fill) {
      waits++;
      return open.remove();
    }
  }

  private final Lazy executor = new Lazy();
  private final HeldArrays held = new HeldArrays(executor, HEAP);
  private final List<Task> stream = new ArrayList<>();
  private final TaskGraph graph =
      new TaskGraph(
          held.horizons(StepHorizons.of(50, 1000)), held, GraphRecorder.off(), this::submitted);
  private long buffers;

  private void submitted(Task task) {
    stream.add(task);
    held.submitted(task);
    if (!(task instanceof WorkTask)) {
      executor.open.add(task.id());
    }
  }

  private Buffer array(long bytes) {
    return new Buffer(
        new BufferId(buffers++),
        "a",
        Box.of(0, bytes),
        InitialContents.ON_EVERY_NODE,
        new ElementSize(1, true));
  }

  private void loop(Buffer... arrays) {
    BufferUses uses =
        new BufferUses(
            Arrays.stream(arrays)
                .map(array -> new BufferAccess(array, AccessMode.READ_WRITE, oneToOne()))
                .toList(),
            Box.of(0, 10));
    held.announce(uses);
    graph.submit(id -> new LoopTask(id, "loop", Geometry.of(Box.of(0, 10), Splitting.ROWS), uses));
  }

  @Test
  void smallArraysNeverMakeTheProgramWait() {
    for (int i = 0; i < 100; i++) {
      loop(array(1_000));
    }
    assertThat(executor.waits).isZero();
    assertThat(held.heldBytes()).isEqualTo(100_000);
  }

  @Test
  void newArraysAreNeverHeldBeyondAnEighthOfTheHeap() {
    long most = 0;
    for (int i = 0; i < 200; i++) {
      loop(array(MEGABYTE));
      most = Math.max(most, held.heldBytes());
    }
    assertThat(most).isLessThanOrEqualTo(LIMIT).isGreaterThan(LIMIT / 2);
    assertThat(executor.waits).isPositive();
  }

  @Test
  void aLoopWithArraysOfMoreThanTheLimitWaitsForAllOthersAndIsSubmitted() {
    for (int i = 0; i < 10; i++) {
      loop(array(2 * LIMIT), array(LIMIT));
      assertThat(held.heldBytes()).isEqualTo(3 * LIMIT);
    }
    assertThat(executor.waits).as("once for each but the first, and for the start").isEqualTo(10);
  }

  @Test
  void aProgramThatGoesOnWithTheSameLargeArraysDoesNotWaitForThem() {
    Buffer from = array(LIMIT);
    Buffer to = array(LIMIT);
    for (int step = 0; step < 90; step++) {
      loop(step % 2 == 0 ? from : to, step % 2 == 0 ? to : from);
    }
    assertThat(executor.waits).isZero();
    assertThat(held.heldBytes()).isEqualTo(2 * LIMIT);
  }

  @Test
  void anArrayIsHeldUntilItsLastLoopIsExecuted() {
    Buffer kept = array(LIMIT / 2);
    loop(kept);
    for (int i = 0; i < 20; i++) {
      loop(kept, array(MEGABYTE));
      assertThat(held.heldBytes()).isLessThanOrEqualTo(LIMIT);
    }
    loop(array(LIMIT));
    assertThat(held.heldBytes()).as("only the last one is pending").isEqualTo(LIMIT);
  }

  @Test
  void aLoopThatWouldHaveToHoldAgainWhatItWaitedForCountsItAgain() {
    Buffer first = array(LIMIT);
    loop(first);
    loop(first, array(LIMIT));
    assertThat(held.heldBytes()).isEqualTo(2 * LIMIT);
    assertThat(executor.waits).isPositive();
  }

  @Test
  void theHorizonsAreAPureFunctionOfTheStream() {
    for (int i = 0; i < 64; i++) {
      loop(array(MEGABYTE));
    }
    // Five arrays of a megabyte are more than half of the limit of eight.
    List<Integer> horizons = new ArrayList<>();
    for (int i = 0; i < stream.size(); i++) {
      if (stream.get(i) instanceof MarkTask mark && !mark.isEpoch()) {
        horizons.add(i);
      }
    }
    assertThat(horizons).hasSize(12);
    for (int i = 0; i < horizons.size(); i++) {
      assertThat(horizons.get(i)).isEqualTo(6 * (i + 1));
    }
  }

  @Test
  void aFenceHoldsNothingSinceItsCallerDoes() {
    Buffer array = array(MEGABYTE);
    BufferUses uses =
        new BufferUses(
            List.of(new BufferAccess(array, AccessMode.READ, Mappers.all())), Box.SCALAR);
    graph.submit(id -> new FenceTask(id, "a fence", FenceTask.Reach.EVERY_NODE, uses));
    assertThat(held.heldBytes()).isZero();
  }
}
