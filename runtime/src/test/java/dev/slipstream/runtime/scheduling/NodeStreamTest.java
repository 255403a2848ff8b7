package dev.slipstream.runtime.scheduling;

import static dev.slipstream.runtime.scheduling.StreamMachine.ALL;
import static dev.slipstream.runtime.scheduling.StreamMachine.AROUND;
import static dev.slipstream.runtime.scheduling.StreamMachine.OWN;
import static dev.slipstream.runtime.scheduling.StreamMachine.awaitQuietly;
import static dev.slipstream.runtime.scheduling.StreamMachine.read;
import static dev.slipstream.runtime.scheduling.StreamMachine.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.fixture.GarbageCollection;
import dev.slipstream.model.mapper.AccessMode;
import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.coherence.Coherence;
import dev.slipstream.runtime.execution.OrderedSteps;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.instruction.NodeTopology;
import dev.slipstream.runtime.graph.task.BufferAccess;
import dev.slipstream.runtime.scheduling.StreamMachine.Use;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeStreamTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 32, OrderedSteps.NEVER})
  void tenThousandStepsOverTwoArraysCopyEachInOnceAndTheResultOutOnce(int manySteps) {
    int size = 64;
    int[] from = new int[size];
    int[] to = new int[size];
    int[] plain = new int[size];
    from[size / 2] = plain[size / 2] = 1_000_000;
    boolean hasLookahead = manySteps == OrderedSteps.NEVER;
    long mostTasks = 0;
    long mostInstructions = 0;
    MemoryNode node;
    try (StreamMachine machine =
        new StreamMachine(1, NodeTopology.UNLIMITED, hasLookahead, manySteps)) {
      node = machine.node;
      for (int step = 0; step < 10_000; step++) {
        machine.loop(size, NodeStreamTest::smooth, write(to), read(from, AROUND));
        int[] swapped = from;
        from = to;
        to = swapped;
        plain = smoothed(plain);
        mostTasks = Math.max(mostTasks, machine.stream.fill().liveTasks());
        // To count them is a wait, after which the submitting thread makes commands itself.
        if (hasLookahead || step % 50 == 0) {
          mostInstructions = Math.max(mostInstructions, machine.stream.liveInstructions());
        }
      }
      machine.coherence.reads(from);
      assertThat(from).isEqualTo(plain);
      assertThat(node.uploaded()).isEqualTo(size);
      assertThat(node.downloaded()).isEqualTo(size);
      assertThat(node.allocations()).isEqualTo(2);
    }
    assertThat(mostTasks).isLessThan(200);
    assertThat(mostInstructions).isLessThan(400);
    assertThat(node.memories()).isZero();
  }

  private static void smooth(long i, List<MemoryNode.View> arrays) {
    long left = i == 0 ? 0 : arrays.get(1).get(i - 1);
    long right = i == 63 ? 0 : arrays.get(1).get(i + 1);
    arrays.get(0).set(i, (int) ((left + 2L * arrays.get(1).get(i) + right) / 4));
  }

  private static int[] smoothed(int[] old) {
    int[] next = new int[old.length];
    for (int i = 0; i < old.length; i++) {
      long left = i == 0 ? 0 : old[i - 1];
      long right = i == old.length - 1 ? 0 : old[i + 1];
      next[i] = (int) ((left + 2L * old[i] + right) / 4);
    }
    return next;
  }

  /** A finalizable holder that reads an array after all other references were dropped. */
  private static final class LastLook {
    private final Coherence coherence;
    private final int[] array;
    private final CountDownLatch begin;
    private final CompletableFuture<Integer> seen;

    LastLook(
        Coherence coherence, int[] array, CountDownLatch begin, CompletableFuture<Integer> seen) {
      this.coherence = coherence;
      this.array = array;
      this.begin = begin;
      this.seen = seen;
    }

    @Override
    @SuppressWarnings({"deprecation", "removal", "Finalize"})
    protected void finalize() throws Throwable {
      begin.await();
      coherence.reads(array);
      seen.complete(array[3]);
    }
  }

  /** Counts in two arrays twice, reads both in between, and drops the second one. */
  private static WeakReference<int[]> countInBoth(
      StreamMachine machine,
      int[] kept,
      long millis,
      CountDownLatch begin,
      CompletableFuture<Integer> seen)
      throws InterruptedException {
    int[] gone = new int[64];
    for (int round = 0; round < 2; round++) {
      machine.loop(64, StreamMachine::count, new Use(kept, AccessMode.READ_WRITE, OWN));
      machine.loop(64, StreamMachine::count, new Use(gone, AccessMode.READ_WRITE, OWN));
      if (round == 0) {
        machine.coherence.reads(kept);
        machine.coherence.reads(gone);
      }
    }
    machine.stream.flush();
    Thread.sleep(millis);
    LastLook last = new LastLook(machine.coherence, gone, begin, seen);
    return new WeakReference<>(last.array);
  }

  @Test
  void aFinalizerSeesWhatLoopsHaveWrittenToAnArrayThatIsAskedForWithOthers() throws Exception {
    int[] kept = new int[64];
    boolean collected = false;
    // While a loop still holds the array, its finalizer may begin, and hold it forever.
    for (int attempt = 0; !collected && attempt < 20; attempt++) {
      CountDownLatch begin = new CountDownLatch(1);
      CompletableFuture<Integer> seen = new CompletableFuture<>();
      try (StreamMachine machine = new StreamMachine(1, NodeTopology.UNLIMITED)) {
        WeakReference<int[]> gone = countInBoth(machine, kept, 100L * attempt, begin, seen);
        for (int tries = 0; gone.get() != null && tries < 20; tries++) {
          System.gc();
          Thread.sleep(10);
        }
        collected = gone.get() == null;
        machine.coherence.reads(kept);
        begin.countDown();
        GarbageCollection.until("a finalizer to have seen its array", seen::isDone);
        assertThat(seen).isCompletedWithValue(2);
      }
    }
    assertThat(collected).isTrue();
  }

  @Test
  void aHundredThousandTinyLoopsKeepTheGraphsSmall() {
    int[] sum = new int[1];
    try (StreamMachine machine = new StreamMachine(1, NodeTopology.UNLIMITED)) {
      long most = 0;
      for (int i = 0; i < 100_000; i++) {
        machine.loop(
            1,
            (k, arrays) -> arrays.get(0).set(0, arrays.get(0).get(0) + 1),
            new Use(sum, AccessMode.READ_WRITE, OWN));
        most = Math.max(most, machine.stream.fill().liveTasks());
      }
      machine.coherence.reads(sum);
      assertThat(most).isLessThan(200);
    }
    assertThat(sum).containsExactly(100_000);
  }

  @Test
  void arraysOfWhichNothingIsKeptGiveTheirMemoryBack() throws Exception {
    try (StreamMachine machine = new StreamMachine(1, NodeTopology.UNLIMITED)) {
      for (int i = 0; i < 400; i++) {
        assertThat(written(machine)).isEqualTo(99);
      }
      GarbageCollection.until(
          "three quarters of the arrays' memories to be given back",
          () -> {
            assertThat(written(machine)).isEqualTo(99);
            return machine.node.memories() <= 100;
          });
    }
  }

  /** The last value that a loop has written to its own array. */
  private static int written(StreamMachine machine) {
    int[] own = new int[100];
    machine.loop(100, (j, arrays) -> arrays.get(0).set(j, (int) j), write(own));
    machine.coherence.reads(own);
    return own[99];
  }

  @Test
  void lanesKnowAnArrayUntilAllHasRunThatWasSubmittedBeforeItWasForgotten() {
    int[] a = new int[8];
    int[] b = new int[8];
    CountDownLatch go = new CountDownLatch(1);
    List<Boolean> known = Collections.synchronizedList(new ArrayList<>());
    try (StreamMachine machine = new StreamMachine(1, NodeTopology.UNLIMITED)) {
      Buffer buffer = machine.stream.create(a);
      machine.stream.submit(
          "Test.loop:1",
          Geometry.of(Box.of(0, 1), Splitting.ROWS),
          List.of(new BufferAccess(buffer, AccessMode.READ, ALL)),
          List.of(a),
          (MemoryNode.IntWork)
              (i, arrays) -> {
                awaitQuietly(go);
                known.add(machine.node.heap().array(buffer.id()).isPresent());
              });
      machine.stream.flush();
      machine.stream.forget(buffer.id());
      go.countDown();
      for (int step = 0; step < 50; step++) {
        machine.loop(
            8,
            (i, arrays) -> arrays.get(0).set(i, arrays.get(0).get(i) + 1),
            new Use(b, AccessMode.READ_WRITE, OWN));
      }
      machine.coherence.reads(b);

      assertThat(b).containsOnly(50);
      assertThat(known).containsExactly(true);
      assertThat(machine.node.heap().array(buffer.id())).isEmpty();
    }
  }
}
