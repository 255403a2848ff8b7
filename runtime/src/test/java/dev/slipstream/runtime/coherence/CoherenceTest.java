package dev.slipstream.runtime.coherence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.model.SlipstreamException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CoherenceTest extends CoherentLoops {
  @Test
  void arraysCountAsBeingOnDevicesBeforeTheirElementsAreCopied() {
    List<Integer> told = new ArrayList<>();
    Coherence listening =
        new Coherence(told::add, new ArrayHolds(), 0, new Replication(false, Long.MAX_VALUE));
    listening.connect(device);
    List<Integer> before = new ArrayList<>();
    listening.submit(
        List.of(new LoopArray(new int[LENGTH], false)),
        bufferOf -> {
          before.addAll(told);
          return "submitted";
        });
    assertThat(before).containsExactly(LENGTH);
    assertThat(told).isEqualTo(before);
  }

  @Test
  void aFailureAfterSubmissionDoesNotUndoTheSubmission() {
    int[] a = {1};
    coherence.synchronous(a);
    OutOfMemoryError full = new OutOfMemoryError();
    assertThatThrownBy(
            () ->
                coherence.submit(
                    List.of(new LoopArray(a, true)),
                    waited -> {
                      throw full;
                    },
                    Optional.empty(),
                    buffers -> true,
                    bufferOf -> {
                      device.loop(List.of(bufferOf.apply(a)), List.of(true), CoherentLoops::addOne);
                      return "submitted";
                    }))
        .isInstanceOf(SlipstreamException.class)
        .hasCause(full);
    assertThat(a).containsExactly(2);
  }

  @Test
  void stepsOverTwoArraysThatAreSwappedCopyEachInOnceAndTheResultOutOnce() {
    int[] from = {1, 2, 3, 4};
    int[] to = new int[4];
    for (int step = 0; step < 10_000; step++) {
      int[] read = from;
      loop(arrays -> Arrays.setAll(arrays.get(0), i -> arrays.get(1)[i] + 1), to, read);
      from = to;
      to = read;
    }
    coherence.reads(from);

    assertThat(from).containsExactly(10_001, 10_002, 10_003, 10_004);
    assertThat(device.uploads()).isEqualTo(2);
    assertThat(device.downloads()).isEqualTo(1);
  }

  @Test
  void anElementOfAnArrayThatNoLoopUsesIsAccessedWhileALoopIsSubmitted() throws Exception {
    int[] used = {1, 2, 3, 4};
    int[] other = {1, 2, 3, 4};
    ExecutorService thread = Executors.newSingleThreadExecutor();
    loop(CoherentLoops::addOne, used);
    coherence.submit(
        List.of(new LoopArray(used, true)),
        bufferOf -> {
          for (boolean toWrite : new boolean[] {false, true}) {
            Future<?> access = thread.submit(() -> coherence.visits(other, 2, toWrite));
            try {
              access.get(30, TimeUnit.SECONDS);
            } catch (Exception e) {
              throw new AssertionError("the access waits for the submission", e);
            }
          }
          device.loop(List.of(bufferOf.apply(used)), List.of(true), CoherentLoops::addOne);
          return "submitted";
        });
    thread.shutdown();
    coherence.reads(used);
    assertThat(used).containsExactly(3, 4, 5, 6);
  }

  @Test
  void anArrayThatNoLoopUsesIsKnownToBeOnNoDeviceWhileALoopIsSubmitted() throws Exception {
    int[] used = {1, 2, 3, 4};
    int[] other = {1, 2, 3, 4};
    ExecutorService thread = Executors.newSingleThreadExecutor();
    coherence.submit(
        List.of(new LoopArray(used, true)),
        bufferOf -> {
          assertThat(thread.submit(() -> coherence.isOnDevices(other, Duration.ZERO)))
              .succeedsWithin(Duration.ofSeconds(30))
              .isEqualTo(Optional.of(false));
          device.loop(List.of(bufferOf.apply(used)), List.of(true), CoherentLoops::addOne);
          return "submitted";
        });
    thread.shutdown();
    assertThat(coherence.isOnDevices(used, Duration.ofSeconds(30))).contains(true);
  }

  @Test
  void anAccessToOneElementBetweenLoopsCopiesThatElementBack() {
    int[] a = {1, 2, 3, 4};
    for (int step = 1; step <= 100; step++) {
      loop(CoherentLoops::addOne, a);
      coherence.visits(a, 2, /* toWrite= */ false);
      assertThat(a[2]).isEqualTo(3 + step);
    }
    assertThat(device.elementsHome()).isEqualTo(100);
    coherence.reads(a);

    assertThat(a).containsExactly(101, 102, 103, 104);
    assertThat(device.uploads()).isEqualTo(1);
  }

  @Test
  void oneElementThatTheHostSetsIsAllThatLoopsGetAnew() {
    int[] a = {1, 2, 3, 4};
    loop(CoherentLoops::addOne, a);
    coherence.visits(a, 0, /* toWrite= */ true);
    a[0] = 50;
    coherence.visits(a, 0, /* toWrite= */ true);
    loop(CoherentLoops::addOne, a);
    coherence.visits(a, 3, /* toWrite= */ true);
    coherence.visits(a, 0, /* toWrite= */ false);

    assertThat(a[0]).isEqualTo(51);
    assertThat(a[3]).isEqualTo(6);
    assertThat(device.elementsHome()).isEqualTo(3);
    coherence.reads(a);
    assertThat(a).containsExactly(51, 4, 5, 6);
  }

  @Test
  void aWriteWaitsForLoopsThatHaveNotReadTheArrayYet() {
    int[] in = {5};
    int[] out = {0};
    loop(arrays -> arrays.get(0)[0] = arrays.get(1)[0], out, in);
    coherence.writes(in);
    in[0] = 6;
    coherence.reads(out);
    assertThat(out).containsExactly(5);
  }

  @Test
  void lookingTwiceCopiesOnce() {
    int[] a = {0};
    loop(CoherentLoops::addOne, a);
    coherence.reads(a);
    coherence.reads(a);
    loop(CoherentLoops::addOne, a);
    coherence.reads(a);
    assertThat(a).containsExactly(2);
    assertThat(device.uploads()).isEqualTo(1);
    assertThat(device.downloads()).isEqualTo(2);
  }

  @Test
  void whatNoLoopHasUsedCostsNothing() {
    coherence.reads(new int[3]);
    coherence.writes(new int[3]);
    coherence.reads("a text");
    assertThat(device.buffers()).isZero();
  }

  @Test
  void resultsInASynchronousArrayAreThereWhenTheLoopHasBeenSubmitted() {
    int[] a = {1};
    coherence.synchronous(a);
    loop(CoherentLoops::addOne, a);
    assertThat(a).containsExactly(2);
    a[0] = 10;
    loop(CoherentLoops::addOne, a);
    assertThat(a).containsExactly(11);
  }

  @Test
  void noLoopIsSubmittedAfterAStopAndPendingElementsAreCopiedBack() {
    int[] a = {1};
    loop(CoherentLoops::addOne, a);
    coherence.stop();
    loop(CoherentLoops::addOne, a);
    coherence.reads(a);
    assertThat(a).containsExactly(2);
  }

  @Test
  void anArrayTwiceInALoopIsOneBuffer() {
    int[] a = {1};
    loop(arrays -> arrays.get(0)[0] += arrays.get(1)[0], a, a);
    coherence.reads(a);
    assertThat(a).containsExactly(2);
    assertThat(device.buffers()).isEqualTo(1);
  }

  @Test
  void whereAllIsReadTheHostSeesTheResultsAndDevicesKeepThem() throws Exception {
    int[] a = {1, 2};
    int[] b = {3, 4};
    loop(arrays -> arrays.get(0)[0] = arrays.get(1)[0], a, b);
    coherence.hostVisits().visitAll(/* toWrite= */ false, /* allButLost= */ false);
    assertThat(a).containsExactly(3, 2);
    for (int[] array : List.of(a, b)) {
      assertThat(coherence.hostVisits().isOnDevices(array, Duration.ofSeconds(10))).contains(true);
    }
  }

  @Test
  void threadsThatTakeTurnsSeeEachOthersLoopsAndWrites() throws Exception {
    int[] a = new int[LENGTH];
    int rounds = 500;
    CyclicBarrier turn = new CyclicBarrier(2);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      List<Future<?>> both = new ArrayList<>();
      for (int t = 0; t < 2; t++) {
        int self = t;
        both.add(
            threads.submit(
                () -> {
                  for (int round = 0; round < rounds; round++) {
                    if (round % 2 == self) {
                      loop(CoherentLoops::addOne, a);
                    } else {
                      // These are other elements than those that the other thread reads at the same
                      // time.
                      coherence.writes(a);
                    }
                    turn.await(60, TimeUnit.SECONDS);
                    coherence.reads(a);
                    assertThat(a[self]).isEqualTo(round + 1);
                    turn.await(60, TimeUnit.SECONDS);
                  }
                  return null;
                }));
      }
      for (Future<?> one : both) {
        one.get(120, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(a).containsOnly(rounds);
  }
}
