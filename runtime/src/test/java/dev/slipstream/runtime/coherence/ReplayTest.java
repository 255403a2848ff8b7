package dev.slipstream.runtime.coherence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.model.SlipstreamException;
import dev.slipstream.model.kernel.ArrayAccess;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What becomes of results when a device fails. */
class ReplayTest {
  private static final int LENGTH = 6;
  private static final int PROGRAMS = 5_000;
  private static final long JOURNAL_BYTES = 24_000;

  private LazyStream device = new LazyStream();
  private Coherence coherence = new Coherence(device);
  private final List<String> again = new ArrayList<>();
  private int copiesRecovered;
  private boolean goesOn;
  private int givenUp;

  /**
   * {@code to[i] = keep * to[i] + 3 * from[i] + 1} for a range.
   *
   * @param keep 0 where the old elements do not count
   * @param stride 2 where every other element is left as it is
   */
  private record Step(int[] from, int[] to, int begin, int end, int keep, int stride) {
    private Step(int[] from, int[] to, int begin, int end, int keep) {
      this(from, to, begin, end, keep, 1);
    }

    private List<LoopArray> arrays() {
      return List.of(new LoopArray(from, false), new LoopArray(to, true));
    }

    private List<ArrayAccess> accesses() {
      int reads = keep == 0 ? begin : end;
      return List.of(
          new ArrayAccess(0, begin, end, begin, begin, false),
          new ArrayAccess(1, begin, reads, begin, end, stride == 1));
    }

    private void run(int[] in, int[] out) {
      for (int i = begin; i < end; i += stride) {
        out[i] = keep * out[i] + 3 * in[i] + 1;
      }
    }
  }

  /** Runs a loop as a loop's site does: on the device, or at once. */
  private boolean loop(Step step) {
    Repetition repetition =
        new Repetition() {
          @Override
          public List<ArrayAccess> accesses() {
            return step.accesses();
          }

          @Override
          public void run(List<Object> arrays, String reason) {
            again.add(reason);
            step.run((int[]) arrays.get(0), (int[]) arrays.get(1));
          }
        };
    Optional<String> submitted =
        coherence.submit(
            step.arrays(),
            nanos -> {},
            Optional.of(repetition),
            buffers -> true,
            buffers -> {
              device.loop(
                  step.arrays().stream().map(use -> buffers.apply(use.array())).toList(),
                  List.of(false, true),
                  arrays -> step.run(arrays.get(0), arrays.get(1)));
              return "submitted";
            });
    if (submitted.isEmpty()) {
      coherence.reads(step.from());
      coherence.writes(step.to());
      step.run(step.from(), step.to());
      coherence.writes(step.to());
    }
    return submitted.isPresent();
  }

  private static Step whole(int[] from, int[] to) {
    return new Step(from, to, 0, LENGTH, 0);
  }

  private static int[] filled(int with) {
    int[] array = new int[LENGTH];
    Arrays.fill(array, with);
    return array;
  }

  @Test
  void loopsWhoseResultsAreLostRunAgainOnTheHostWhenItLooks() {
    int[] a = filled(1);
    int[] b = filled(0);
    int[] c = filled(0);
    loop(whole(a, b));
    loop(whole(b, c));
    device.failAt(1);

    coherence.reads(c);

    assertThat(c).containsOnly(13);
    assertThat(again).hasSize(2).allMatch(reason -> reason.contains("the device is gone"));
    coherence.reads(b);
    assertThat(b).containsOnly(4);
  }

  @Test
  void nothingIsComputedFromAnArrayOnWhichALaterLoopMayHaveWorkedItself() {
    int[] a = filled(1);
    int[] b = filled(0);
    int[] c = filled(0);
    loop(whole(a, b));
    loop(whole(filled(2), c));
    coherence.submit(
        List.of(new LoopArray(a, true)),
        nanos -> {},
        Optional.empty(),
        buffers -> true,
        buffers -> {
          device.loop(List.of(buffers.apply(a)), List.of(true), arrays -> {});
          a[3] = 99;
          return "submitted";
        });
    device.failAt(0);

    assertThatThrownBy(() -> coherence.reads(b)).isInstanceOf(SlipstreamException.class);
    assertThatThrownBy(() -> coherence.reads(a)).isInstanceOf(SlipstreamException.class);
    coherence.reads(c);
    assertThat(c).containsOnly(7);
  }

  @Test
  void whatTheHostHasSeenIsNotComputedAgain() {
    int[] a = filled(1);
    int[] b = filled(0);
    int[] c = filled(0);
    loop(whole(a, b));
    coherence.reads(b);
    loop(whole(b, c));
    device.failAt(2);

    coherence.reads(c);

    assertThat(c).containsOnly(13);
    assertThat(again).hasSize(1);
  }

  @Test
  void whatNeedsElementsThatTheHostHasOverwrittenIsLost() {
    int[] a = filled(1);
    int[] b = filled(0);
    loop(whole(a, b));
    coherence.writes(a);
    Arrays.fill(a, 7);
    device.failAt(2);

    assertThatThrownBy(() -> coherence.reads(b))
        .isInstanceOf(SlipstreamException.class)
        .hasMessageContaining("the device is gone");
    assertThat(again).isEmpty();
  }

  @Test
  void anArrayOfWhichACopyWasCutOffIsComputedAgainFromOthers() {
    int[] a = filled(1);
    int[] b = filled(0);
    loop(whole(a, b));
    device.failAt(1);

    coherence.reads(b);

    assertThat(b).containsOnly(4);
  }

  /** Lets the host look at two arrays, one after the other, so that it gets both next time. */
  private void lookAtBoth(int[] from, int[] a, int[] b) {
    loop(whole(from, a));
    loop(whole(from, b));
    coherence.reads(a);
    coherence.reads(b);
  }

  @Test
  void whatHasComeBeforeSomebodyLookedAtItIsThereAfterAFailure() {
    int[] from = filled(1);
    int[] a = filled(0);
    int[] b = filled(0);
    lookAtBoth(from, a, b);
    loop(whole(from, a));
    loop(new Step(from, b, 0, LENGTH, 1));
    coherence.reads(a);
    device.finish();
    loop(whole(from, a));
    device.failAt(8);

    coherence.reads(a);
    coherence.reads(b);

    assertThat(a).containsOnly(4);
    assertThat(b).containsOnly(8);
  }

  @Test
  void whatWasOnItsWayBeforeSomebodyLookedAtItIsComputedAgainFromOthers() {
    int[] from = filled(1);
    int[] a = filled(0);
    int[] b = filled(0);
    lookAtBoth(from, a, b);
    loop(whole(from, a));
    loop(whole(from, b));
    device.failAt(7);
    coherence.reads(a);

    coherence.reads(b);

    assertThat(b).containsOnly(4);
  }

  @Test
  void whatWasAskedForLongAgoCountsAsSeenOnceItIsLookedAt() {
    int[] from = filled(1);
    int[] a = filled(0);
    int[] b = filled(0);
    int[] x = filled(0);
    lookAtBoth(from, a, b);
    loop(whole(from, a));
    loop(whole(from, b));
    coherence.reads(a);
    for (int l = 0; l < 2 * LoopLog.MOST_ENTRIES; l++) {
      loop(new Step(from, x, 0, LENGTH, 1));
    }
    coherence.reads(b);
    assertThat(b).containsOnly(4);
    device.finish();
    loop(new Step(from, b, 0, LENGTH, 1));
    device.failAt(6 + 2 + 1 + 1 + 2 * LoopLog.MOST_ENTRIES - 2);
    coherence.reads(from);
    assertThatThrownBy(() -> coherence.reads(x)).isInstanceOf(SlipstreamException.class);
    coherence.reads(b);
    assertThat(b).containsOnly(8);
  }

  @Test
  void whatIsChangedInPlaceIsNotAskedForAheadSoThatItCanBeComputedAgain() {
    int[] from = filled(1);
    int[] a = filled(0);
    int[] b = filled(0);
    lookAtBoth(from, a, b);
    loop(whole(from, a));
    loop(new Step(from, b, 0, LENGTH, 1));
    device.failAt(4);
    coherence.reads(a);
    assertThat(a).containsOnly(4);
    coherence.reads(b);
    assertThat(b).containsOnly(8);
  }

  @Test
  void aFenceThatHearsOfTheFailureBringsEverythingHome() {
    int[] a = filled(1);
    int[] b = filled(0);
    int[] c = filled(0);
    loop(whole(a, b));
    loop(whole(a, c));
    device.failAt(0);
    device.step();
    coherence.fence();
    assertThat(b).containsOnly(4);
    assertThat(c).containsOnly(4);
  }

  @Test
  void aFailureThatIsHeardOfWhenTheHostIsAboutToWriteAnInputLosesNothing() {
    int[] a = filled(1);
    int[] b = filled(0);
    loop(whole(a, b));
    device.failAt(0);
    device.step();
    coherence.writes(a);
    Arrays.fill(a, 7);
    coherence.writes(a);
    coherence.reads(b);
    assertThat(b).containsOnly(4);
  }

  @Test
  void anArrayThatWasChangedInPlaceIsComputedAgainIfNoCopyOfItHadBegun() {
    int[] a = filled(1);
    loop(new Step(filled(0), a, 0, LENGTH, 5));
    loop(new Step(filled(0), a, 0, LENGTH, 5));
    device.failAt(1);

    coherence.reads(a);

    assertThat(a).containsOnly(31);
    assertThat(again).hasSize(2);
  }

  @Test
  void anArrayThatWasChangedInPlaceAndOfWhichACopyWasCutOffIsLost() {
    int[] a = filled(1);
    int[] b = filled(2);
    loop(new Step(a, b, 0, LENGTH, 1));
    device.failAt(1);

    assertThatThrownBy(() -> coherence.reads(b)).isInstanceOf(SlipstreamException.class);
  }

  @Test
  void aCopyThatWasCutOffIsMadeWhileItsLoopsRunAgain() {
    int[] a = filled(1);
    int[] b = filled(0);
    loop(whole(a, b));
    PendingCopies copies = coherence.copies().copy(List.of(b));
    loop(whole(b, a));
    loop(whole(a, b));
    device.failAt(0);

    copies.await();

    assertThat((int[]) copies.copies().get(b)).containsOnly(4);
    coherence.reads(b);
    assertThat(b).containsOnly(40);
  }

  @Test
  void aCopyOfWhatCannotBeComputedAgainIsLost() {
    int[] a = filled(1);
    int[] b = filled(0);
    loop(whole(a, b));
    PendingCopies copies = coherence.copies().copy(List.of(b));
    coherence.writes(a);
    Arrays.fill(a, 7);
    device.failAt(1);

    assertThatThrownBy(() -> coherence.reads(b)).isInstanceOf(SlipstreamException.class);
    assertThatThrownBy(copies::await)
        .isInstanceOf(SlipstreamException.class)
        .hasMessageContaining("the device is gone");
  }

  @Test
  void loopsThatNobodyCouldComputeAgainSoonAreForgotten() {
    int[] a = filled(1);
    int[] b = filled(0);
    int[] c = filled(0);
    for (int l = 0; l < LoopLog.MOST_ENTRIES; l++) {
      loop(new Step(a, b, 0, LENGTH, 1));
    }
    loop(whole(a, c));
    device.failAt(0);

    coherence.reads(c);

    assertThat(c).containsOnly(4);
    assertThatThrownBy(() -> coherence.reads(b)).isInstanceOf(SlipstreamException.class);
  }

  /** Leaves {@code b} on the device alone, as {@code 16}: of what it was made, nothing is left. */
  private int[] onlyOnDevice() {
    int[] a = filled(1);
    int[] b = filled(4);
    loop(new Step(a, b, 0, LENGTH, 3));
    coherence.writes(a);
    Arrays.fill(a, 7);
    coherence.writes(a);
    return b;
  }

  @Test
  void whatOnlyADeviceHoldsIsFetchedWhenItFailsAndStillAnswers() {
    device.answers();
    int[] b = onlyOnDevice();
    device.finish();
    device.failAt(device.lastTask());
    loop(whole(filled(1), filled(1)));
    device.finish();

    coherence.reads(b);

    assertThat(b).containsOnly(16);
    assertThat(device.isLeft()).isFalse();
  }

  @Test
  void theLoopsThatADeviceHasNotRunGoOnFromWhatWasFetched() {
    device.answers();
    int[] b = onlyOnDevice();
    int[] c = filled(0);
    device.finish();
    device.failAt(device.lastTask());
    loop(whole(filled(1), filled(1)));
    loop(new Step(filled(2), b, 0, LENGTH, 2));
    loop(whole(b, c));

    coherence.reads(c);

    assertThat(c).containsOnly(3 * 39 + 1);
    coherence.reads(b);
    assertThat(b).containsOnly(39);
    assertThat(again).hasSize(3);
  }

  @Test
  void whatTheHostHasWrittenSinceIsNotFetched() {
    device.answers();
    int[] b = onlyOnDevice();
    coherence.visits(b, 2, true);
    b[2] = 5;
    coherence.visits(b, 2, true);
    device.finish();
    device.failAt(device.lastTask());
    loop(whole(filled(1), filled(1)));
    device.finish();

    coherence.reads(b);

    assertThat(b).containsExactly(16, 16, 5, 16, 16, 16);
  }

  @Test
  void whatWasLeftByAKernelThatMayHaveRunIsNotFetched() {
    device.answers();
    int[] b = onlyOnDevice();
    device.finish();
    device.failAt(device.lastTask());
    loop(new Step(filled(2), b, 0, LENGTH, 2));

    assertThatThrownBy(() -> coherence.reads(b)).isInstanceOf(SlipstreamException.class);
  }

  @Test
  void aDeviceThatDoesNotAnswerLeavesTheArraysAsTheyAre() {
    int[] b = onlyOnDevice();
    device.finish();
    device.failAt(device.lastTask());
    loop(whole(filled(1), filled(1)));
    device.finish();

    assertThatThrownBy(() -> coherence.reads(b)).isInstanceOf(SlipstreamException.class);
    assertThat(b).containsOnly(4);
  }

  @Test
  void nothingIsFetchedThatTheHostCanComputeAgain() {
    device.answers();
    int[] a = filled(1);
    int[] b = filled(4);
    loop(new Step(a, b, 0, LENGTH, 3));
    device.finish();
    device.failAt(device.lastTask());
    loop(whole(filled(1), filled(1)));
    device.finish();

    coherence.reads(b);

    assertThat(b).containsOnly(16);
    assertThat(again).hasSize(2);
  }

  @Test
  void anArrayWhoseLoopIsForgottenIsFetchedAsOneOfAnother() {
    device.answers();
    int[] a = filled(1);
    int[] b = filled(4);
    int[] x = filled(0);
    loop(new Step(a, b, 0, LENGTH, 3));
    for (int l = 0; l < 2 * LoopLog.MOST_ENTRIES; l++) {
      loop(new Step(a, x, 0, LENGTH, 1));
    }
    device.finish();
    device.failAt(device.lastTask());
    loop(whole(filled(1), filled(1)));
    device.finish();

    coherence.reads(b);
    coherence.reads(x);

    assertThat(b).containsOnly(16);
    assertThat(x).containsOnly(8 * LoopLog.MOST_ENTRIES);
  }

  @Test
  void noProgramSeesAWrongElementWhereADeviceFailsThatStillAnswers() {
    int lost = 0;
    int lostWithoutAnswer = 0;
    for (int seed = 1; seed <= PROGRAMS; seed++) {
      for (boolean answers : new boolean[] {true, false}) {
        ReplayTest program = new ReplayTest();
        if (answers) {
          program.device.answers();
        }
        try {
          SplittableRandom random = new SplittableRandom(seed);
          program.runRandomly(random, 5 + random.nextInt(40), "program " + seed);
        } catch (SlipstreamException results) {
          lost += answers ? 1 : 0;
          lostWithoutAnswer += answers ? 0 : 1;
        }
      }
    }
    // What the last kernel may have changed is lost.
    assertThat(lost).isLessThan(lostWithoutAnswer / 2);
  }

  @Test
  void noProgramSeesAWrongElementWhereverADeviceFails() {
    int lost = 0;
    int repeated = 0;
    int recovered = 0;
    for (int seed = 1; seed <= PROGRAMS; seed++) {
      ReplayTest program = new ReplayTest();
      try {
        SplittableRandom random = new SplittableRandom(seed);
        program.runRandomly(random, 5 + random.nextInt(15), "program " + seed);
        repeated += program.again.isEmpty() ? 0 : 1;
        recovered += program.copiesRecovered;
      } catch (SlipstreamException results) {
        lost++;
      }
    }
    // Both happen often: otherwise the programs, not the results, are wrong.
    assertThat(repeated).isGreaterThan(PROGRAMS / 10);
    assertThat(lost).isGreaterThan(PROGRAMS / 10);
    assertThat(recovered).isGreaterThan(PROGRAMS / 100);
  }

  @Test
  void withAJournalNothingIsLostHoweverOftenNodesAreLost() {
    int repeated = 0;
    int recovered = 0;
    for (int seed = 1; seed <= PROGRAMS; seed++) {
      ReplayTest program = new ReplayTest();
      program.keepJournal();
      SplittableRandom random = new SplittableRandom(seed);
      program.runRandomly(random, 5 + random.nextInt(100), "program " + seed);
      repeated += program.again.isEmpty() ? 0 : 1;
      recovered += program.copiesRecovered;
    }
    assertThat(repeated).isGreaterThan(PROGRAMS / 3);
    assertThat(recovered).isGreaterThan(PROGRAMS / 20);
  }

  @Test
  void aJournalForWhichThereIsNoRoomIsGivenUpOnceAndTheProgramGoesOn() {
    keepJournal();
    int[] a = new int[(int) JOURNAL_BYTES];
    int[] b = new int[a.length];
    Arrays.fill(a, 1);
    loop(new Step(a, b, 0, a.length, 0));
    loop(new Step(b, a, 0, a.length, 0));
    coherence.reads(a);
    assertThat(a).containsOnly(13);
    assertThat(givenUp).isEqualTo(1);

    loop(new Step(a, b, 0, a.length, 0));
    device.failAt(0);
    assertThatThrownBy(() -> coherence.reads(b)).isInstanceOf(SlipstreamException.class);
  }

  /** With so little room that a checkpoint is made every few loops. */
  private void keepJournal() {
    goesOn = true;
    coherence =
        new Coherence(length -> {}, new ArrayHolds(), 0, new Replication(false, JOURNAL_BYTES * 4));
    coherence.keepsJournal(() -> givenUp++);
    coherence.connect(device);
  }

  /** Where that is wanted, another stream takes the place of one that has failed. */
  private void goOn(SplittableRandom random) {
    LazyStream next = new LazyStream();
    next.failAt(random.nextInt(80));
    if (goesOn && coherence.goOnWith(next, /* keepsJournal= */ true)) {
      device = next;
    }
  }

  private void runRandomly(SplittableRandom random, int steps, String name) {
    int[][] arrays = new int[4][LENGTH];
    int[][] expected = new int[4][LENGTH];
    device.failAt(random.nextInt(25));
    List<Runnable> copies = new ArrayList<>();
    for (int s = 0; s < steps; s++) {
      int from = random.nextInt(4);
      int to = (from + 1 + random.nextInt(3)) % 4;
      int begin = random.nextBoolean() ? 0 : random.nextInt(LENGTH);
      int end = begin + 1 + random.nextInt(LENGTH - begin);
      switch (random.nextInt(9)) {
        case 8 -> copies.add(copy(arrays[to], expected[to].clone(), name));
        case 0 -> {
          coherence.reads(arrays[to]);
          assertThat(arrays[to]).as(name).isEqualTo(expected[to]);
        }
        case 1 -> {
          coherence.visits(arrays[to], begin, false);
          assertThat(arrays[to][begin]).as(name).isEqualTo(expected[to][begin]);
        }
        case 2 -> {
          coherence.writes(arrays[to]);
          Arrays.fill(arrays[to], begin, end, s);
          coherence.writes(arrays[to]);
          Arrays.fill(expected[to], begin, end, s);
        }
        case 3 -> {
          coherence.visits(arrays[to], begin, true);
          arrays[to][begin] = s;
          coherence.visits(arrays[to], begin, true);
          expected[to][begin] = s;
        }
        case 4 -> device.step();
        default -> {
          int keep = random.nextInt(3) / 2;
          int stride = 1 + random.nextInt(4) / 3;
          if (!loop(new Step(arrays[from], arrays[to], begin, end, keep, stride))) {
            goOn(random);
          } else if (goesOn && s % 4 == 0) {
            // Otherwise no checkpoint ends before there is no room for the loops behind it.
            coherence.reads(arrays[from]);
          }
          new Step(expected[from], expected[to], begin, end, keep, stride)
              .run(expected[from], expected[to]);
        }
      }
    }
    for (int a = 0; a < 4; a++) {
      coherence.reads(arrays[a]);
      assertThat(arrays[a]).as(name).isEqualTo(expected[a]);
    }
    copies.forEach(Runnable::run);
  }

  /** Makes a copy; returns what looks at it. */
  private Runnable copy(int[] array, int[] expected, String name) {
    PendingCopies copies = coherence.copies().copy(List.of(array));
    boolean atOnce = copies.areOver();
    return () -> {
      copies.await();
      assertThat((int[]) copies.copies().get(array)).as(name).isEqualTo(expected);
      copiesRecovered += atOnce || again.isEmpty() ? 0 : 1;
    };
  }
}
