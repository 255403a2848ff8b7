package dev.slipstream.runtime.coherence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.fixture.GarbageCollection;
import dev.slipstream.model.SlipstreamException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CoherenceTest {
  private static final int LENGTH = 6;

  private final LazyStream device = new LazyStream();
  private final Coherence coherence = new Coherence(device);

  /** The announcement that a broken caller omits. */
  private enum Omission {
    NOTHING,
    READS,
    WRITES,
    SYNCHRONOUS,
    FENCE
  }

  private void loop(Consumer<List<int[]>> body, int[] written, int[]... read) {
    List<LoopArray> uses = new ArrayList<>(List.of(new LoopArray(written, true)));
    Arrays.stream(read).forEach(array -> uses.add(new LoopArray(array, false)));
    coherence.submit(
        uses,
        bufferOf -> {
          device.loop(
              uses.stream().map(use -> bufferOf.apply(use.array())).toList(),
              uses.stream().map(LoopArray::writes).toList(),
              body);
          return "submitted";
        });
  }

  private static void addOne(List<int[]> arrays) {
    Arrays.setAll(arrays.get(0), i -> arrays.get(0)[i] + 1);
  }

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
                      device.loop(List.of(bufferOf.apply(a)), List.of(true), CoherenceTest::addOne);
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
    loop(CoherenceTest::addOne, used);
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
          device.loop(List.of(bufferOf.apply(used)), List.of(true), CoherenceTest::addOne);
          return "submitted";
        });
    thread.shutdown();
    coherence.reads(used);
    assertThat(used).containsExactly(3, 4, 5, 6);
  }

  @Test
  void anAccessToOneElementBetweenLoopsCopiesThatElementBack() {
    int[] a = {1, 2, 3, 4};
    for (int step = 1; step <= 100; step++) {
      loop(CoherenceTest::addOne, a);
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
    loop(CoherenceTest::addOne, a);
    coherence.visits(a, 0, /* toWrite= */ true);
    a[0] = 50;
    coherence.visits(a, 0, /* toWrite= */ true);
    loop(CoherenceTest::addOne, a);
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
    loop(CoherenceTest::addOne, a);
    coherence.reads(a);
    coherence.reads(a);
    loop(CoherenceTest::addOne, a);
    coherence.reads(a);
    assertThat(a).containsExactly(2);
    assertThat(device.uploads()).isEqualTo(1);
    assertThat(device.downloads()).isEqualTo(2);
  }

  /** Adds one to both. */
  private void loopOverBoth(int[] a, int[] b) {
    loop(CoherenceTest::addOne, a);
    loop(CoherenceTest::addOne, b);
  }

  @Test
  void arraysThatTheHostReadTogetherBeforeAreRequestedTogether() {
    int[] a = {1, 2, 3, 4};
    int[] b = {5, 6, 7, 8};
    int[] c = {9, 10, 11, 12};
    for (int round = 1; round <= 3; round++) {
      loopOverBoth(a, b);
      loop(CoherenceTest::addOne, c);
      coherence.reads(a);
      device.finish();
      assertThat(device.downloads()).isEqualTo(round == 1 ? 1 : 3 * round);
      coherence.reads(b);
      coherence.reads(c);
      assertThat(b).containsExactly(5 + round, 6 + round, 7 + round, 8 + round);
      assertThat(c).containsExactly(9 + round, 10 + round, 11 + round, 12 + round);
      assertThat(device.downloads()).isEqualTo(3 * round);
    }
  }

  @Test
  void elementsThatTheHostNoLongerReadsAreRequestedOnce() {
    int[] a = {1, 2, 3, 4};
    int[] b = {5, 6, 7, 8};
    loopOverBoth(a, b);
    coherence.reads(a);
    coherence.reads(b);
    for (int round = 2; round <= 5; round++) {
      loopOverBoth(a, b);
      coherence.reads(a);
      device.finish();
      assertThat(device.downloads()).isEqualTo(2 + round);
    }
    coherence.reads(b);
    assertThat(b).containsExactly(10, 11, 12, 13);
  }

  @Test
  void arraysAreAskedForWithAnotherOnlyIfNoLoopWasSubmittedBetweenTheLooks() {
    int[] a = {1, 2, 3, 4};
    int[] b = {5, 6, 7, 8};
    for (int round = 1; round <= 3; round++) {
      loopOverBoth(a, b);
      coherence.reads(a);
      loop(CoherenceTest::addOne, a);
      coherence.reads(b);
    }
    loopOverBoth(a, b);
    coherence.reads(a);
    device.finish();
    assertThat(device.downloads()).isEqualTo(7);
  }

  @Test
  void arraysThatAnotherThreadReadsNextAreNotAskedFor() throws InterruptedException {
    int[] a = {1, 2, 3, 4};
    int[] b = {5, 6, 7, 8};
    for (int round = 1; round <= 3; round++) {
      loopOverBoth(a, b);
      coherence.reads(a);
      Thread other = new Thread(() -> coherence.reads(b));
      other.start();
      other.join();
    }
    loopOverBoth(a, b);
    coherence.reads(a);
    device.finish();
    assertThat(device.downloads()).isEqualTo(7);
  }

  @Test
  void loopsOfOtherThreadsBetweenTwoReadsChangeNothing() throws InterruptedException {
    int[] a = {1, 2, 3, 4};
    int[] b = {5, 6, 7, 8};
    int[] c = {9, 10, 11, 12};
    loopOverBoth(a, b);
    coherence.reads(a);
    Thread other = new Thread(() -> loop(CoherenceTest::addOne, c));
    other.start();
    other.join();
    coherence.reads(b);
    loopOverBoth(a, b);
    coherence.reads(a);
    device.finish();
    assertThat(device.downloads()).isEqualTo(4);
  }

  @Test
  void whatWasAskedForBeforeItsTimeIsFoundAlsoIfTheHostWritesThere() {
    int[] a = {1, 2, 3, 4};
    int[] b = {5, 6, 7, 8};
    loopOverBoth(a, b);
    coherence.reads(a);
    coherence.reads(b);
    loopOverBoth(a, b);
    coherence.reads(a);
    coherence.writes(b);
    b[0] = 50;
    coherence.writes(b);
    loop(CoherenceTest::addOne, b);
    coherence.reads(b);
    assertThat(b).containsExactly(51, 9, 10, 11);
  }

  @Test
  void singleElementsThatTheHostReadsDoNotCopyTheWholeArray() {
    int[] a = {1, 2, 3, 4};
    int[] b = new int[1000];
    loopOverBoth(a, b);
    coherence.reads(a);
    coherence.reads(b);
    long before = device.elementsHome();
    for (int round = 0; round < 10; round++) {
      loopOverBoth(a, b);
      coherence.reads(a);
      coherence.visits(b, 5, /* toWrite= */ false);
    }
    assertThat(device.elementsHome() - before).isLessThanOrEqualTo(1000 + 10 * 5);
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
    loop(CoherenceTest::addOne, a);
    assertThat(a).containsExactly(2);
    a[0] = 10;
    loop(CoherenceTest::addOne, a);
    assertThat(a).containsExactly(11);
  }

  @Test
  void noLoopIsSubmittedAfterAStopAndPendingElementsAreCopiedBack() {
    int[] a = {1};
    loop(CoherenceTest::addOne, a);
    coherence.stop();
    loop(CoherenceTest::addOne, a);
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
  void arraysThatAreGoneAreNotAskedForWithOthers() throws Exception {
    int[] a = {1, 2, 3, 4};
    int[] b = {5, 6, 7, 8};
    loopOverBoth(a, b);
    coherence.reads(a);
    coherence.reads(b);
    loopOverBoth(a, b);
    b = null;
    GarbageCollection.until(
        "the buffer of the collected array to be freed",
        () -> {
          loop(CoherenceTest::addOne, a);
          device.finish();
          return device.buffers() == 1;
        });
    int before = device.downloads();
    coherence.reads(a);
    device.finish();
    assertThat(device.downloads()).isEqualTo(before + 1);
  }

  @Test
  void arraysThatAreGoneAreForgotten() throws Exception {
    for (int i = 0; i < 1000; i++) {
      loop(CoherenceTest::addOne, new int[100]);
    }
    device.finish();
    GarbageCollection.until(
        "half of the buffers of a thousand arrays to be freed",
        () -> {
          loop(CoherenceTest::addOne, new int[1]);
          device.finish();
          return device.buffers() < 500;
        });
  }

  @Test
  void collectedArraysAreForgottenWhenTheHostAccessesAnother() throws Exception {
    int[] other = new int[1];
    loop(CoherenceTest::addOne, other);
    for (int i = 0; i < 1000; i++) {
      loop(CoherenceTest::addOne, new int[100]);
    }
    device.finish();
    GarbageCollection.until(
        "half of the buffers of a thousand arrays to be freed",
        () -> {
          coherence.reads(other);
          // The release of buffers is work of the device, too.
          device.finish();
          return device.buffers() < 500;
        });
  }

  @Test
  void collectedArraysAreForgottenWhenTheHostAccessesOnlyArraysThatNoLoopUses() throws Exception {
    int[] other = new int[1];
    for (int i = 0; i < 1000; i++) {
      loop(CoherenceTest::addOne, new int[100]);
    }
    device.finish();
    GarbageCollection.until(
        "half of the buffers of a thousand arrays to be freed",
        () -> {
          for (int i = 0; i < 10_000; i++) {
            coherence.visits(other, 0, /* toWrite= */ false);
          }
          device.finish();
          return device.buffers() < 500;
        });
  }

  @Test
  void aCopyHasWhatTheLoopsBeforeItHaveWrittenAndNothingOfThoseAfterIt() {
    int[] a = {1, 2, 3, 4};
    loop(CoherenceTest::addOne, a);
    PendingCopies copies = coherence.copies().copy(List.of(a));
    loop(CoherenceTest::addOne, a);
    assertThat(copies.areOver()).isFalse();
    assertThat(a).containsExactly(1, 2, 3, 4);
    coherence.reads(a);

    copies.await();
    assertThat((int[]) copies.copies().get(a)).containsExactly(2, 3, 4, 5);
    assertThat(a).containsExactly(3, 4, 5, 6);
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
  void aCopyHasNothingOfWhatTheHostWritesAfterIt() {
    int[] a = {1, 2, 3, 4};
    loop(CoherenceTest::addOne, a);
    coherence.visits(a, 0, /* toWrite= */ true);
    a[0] = 50;
    coherence.visits(a, 0, /* toWrite= */ true);
    PendingCopies copies = coherence.copies().copy(List.of(a));
    coherence.visits(a, 0, /* toWrite= */ true);
    a[0] = 60;
    coherence.visits(a, 0, /* toWrite= */ true);

    copies.await();
    assertThat((int[]) copies.copies().get(a)).containsExactly(50, 3, 4, 5);
  }

  @Test
  void anArrayThatNoLoopWritesIsCopiedImmediately() {
    int[] a = {1, 2};
    int[] b = {3, 4};
    loop(arrays -> arrays.get(0)[0] = arrays.get(1)[0], a, b);
    PendingCopies copies = coherence.copies().copy(List.of(b, new int[] {5}));
    assertThat(copies.areOver()).isTrue();
    assertThat((int[]) copies.copies().get(b)).containsExactly(3, 4);
    assertThat(copies.copies()).hasSize(2);
  }

  @Test
  void anArrayThatAnybodyMayWriteIsCopiedBeforeTheProgramGoesOn() {
    int[] a = {1};
    loop(CoherenceTest::addOne, a);
    coherence.synchronous(a);
    loop(CoherenceTest::addOne, a);
    PendingCopies copies = coherence.copies().copy(List.of(a));
    a[0] = 100;
    assertThat(copies.areOver()).isTrue();
    assertThat((int[]) copies.copies().get(a)).containsExactly(3);
  }

  @Test
  void randomProgramsSeeWhatTheyWouldSeeWithoutADevice() {
    long first = Long.getLong("slipstream.test.seed", 0);
    int count = Integer.getInteger("slipstream.test.count", 3000);
    for (long seed = first; seed < first + count; seed++) {
      assertThat(differs(seed, Omission.NOTHING)).as("seed %d", seed).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NOTHING")
  void randomProgramsFindWhatIsNotSaid(Omission omission) {
    boolean found = false;
    for (long seed = 0; seed < 3000 && !found; seed++) {
      found = new CoherenceTest().differs(seed, omission);
    }
    assertThat(found).isTrue();
  }

  /** Runs a random program on its own arrays; returns whether it read a wrong value. */
  private boolean differs(long seed, Omission omission) {
    Random random = new Random(seed);
    int[][] real = new int[4][LENGTH];
    int[][] expected = new int[4][LENGTH];
    boolean[] untold = new boolean[4];
    List<Wanted> copies = new ArrayList<>();
    for (int step = 0; step < 40; step++) {
      int a = random.nextInt(4);
      int b = random.nextInt(4);
      int i = random.nextInt(LENGTH);
      int value = random.nextInt(1000);
      switch (random.nextInt(12)) {
        case 10 -> {
          boolean all = random.nextBoolean();
          int to = all ? LENGTH : i + 1 + random.nextInt(LENGTH - i);
          PendingCopies made =
              all
                  ? coherence.copies().copy(List.of(real[a]))
                  : coherence.copies().copy(real[a], i, to);
          copies.add(new Wanted(real[a], made, all ? 0 : i, to, expected[a].clone()));
        }
        case 0, 1, 2, 3 -> {
          Consumer<List<int[]>> body = arrays -> arrays.get(0)[i] += arrays.get(1)[value % LENGTH];
          loop(body, real[a], real[b]);
          body.accept(List.of(expected[a], expected[b]));
        }
        case 4, 5 -> {
          if (!untold[a] && omission != Omission.READS) {
            coherence.reads(real[a]);
          }
          if (real[a][i] != expected[a][i]) {
            return true;
          }
        }
        case 6, 7 -> {
          if (!untold[a] && omission != Omission.WRITES) {
            coherence.writes(real[a]);
          }
          real[a][i] = value;
          expected[a][i] = value;
        }
        case 8 -> {
          if (random.nextInt(8) == 0) {
            untold[a] = true;
            if (omission != Omission.SYNCHRONOUS) {
              coherence.synchronous(real[a]);
            }
          }
        }
        case 11 -> {
          if (random.nextInt(4) == 0) {
            coherence.hostVisits().visitAll(/* toWrite= */ false, /* allButLost= */ false);
            if (!Arrays.deepEquals(real, expected)) {
              return true;
            }
          }
        }
        default -> {
          if (random.nextInt(4) == 0) {
            if (omission != Omission.FENCE) {
              coherence.fence();
            }
            if (!Arrays.deepEquals(real, expected)) {
              return true;
            }
            real[a][i] = value;
            expected[a][i] = value;
          }
        }
      }
      for (int s = random.nextInt(3); s > 0; s--) {
        device.step();
      }
    }
    coherence.fence();
    return !Arrays.deepEquals(real, expected) || !copies.stream().allMatch(Wanted::isThere);
  }

  /** A copy of an array as it was at some time. */
  private record Wanted(int[] array, PendingCopies copies, int from, int to, int[] expected) {
    boolean isThere() {
      copies.await();
      int[] copy = (int[]) copies.copies().get(array);
      return Arrays.equals(copy, from, to, expected, from, to);
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
                      loop(CoherenceTest::addOne, a);
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
