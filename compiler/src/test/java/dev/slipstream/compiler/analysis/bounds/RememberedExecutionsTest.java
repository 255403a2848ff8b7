package dev.slipstream.compiler.analysis.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RememberedExecutionsTest {
  private static final Object[] NO_CAPTURES = {};

  private final RememberedExecutions<Integer> remembered = RememberedExecutions.byLengths();

  /** Returns whether the result for a start is known, and keeps it otherwise. */
  private boolean isKnown(int start) {
    Optional<Integer> known = remembered.find(start, NO_CAPTURES);
    if (known.isEmpty()) {
      remembered.add(start, NO_CAPTURES, new BitSet(), start);
    }
    return known.isPresent() && known.get() == start;
  }

  private int known(int first, int count) {
    int known = 0;
    for (int start = first; start < first + count; start++) {
      known += isKnown(start) ? 1 : 0;
    }
    return known;
  }

  @Test
  void executionsThatTakeTurnsAreAllFoundTheSecondTime() {
    assertThat(known(0, 64)).isZero();
    assertThat(known(0, 64)).isEqualTo(64);
  }

  @Test
  void executionsThatTakeTurnsAreFoundEvenAfterManyThatDidNot() {
    assertThat(known(0, 10_000)).isZero();
    for (int rounds = 0; rounds < 6; rounds++) {
      known(20_000, 50);
    }
    assertThat(known(20_000, 50)).isEqualTo(50);
  }

  @Test
  void boundsThatAreUsedTwiceInSequenceAreFoundHoweverManyThereAre() {
    int next = 0;
    for (int misses : new int[] {64, 65, 128, 200, 255}) {
      known(next, misses);
      next += misses;
      for (int start = next; start < next + 1000; start += 8) {
        assertThat(known(start, 8)).isZero();
        assertThat(known(start, 8)).isEqualTo(8);
      }
      next += 1000;
    }
  }

  @Test
  void whileNothingIsFoundAgainFewResultsAreCompared() {
    known(0, 200);
    assertThat(remembered.find(100, NO_CAPTURES)).isEmpty();
    assertThat(remembered.find(191, NO_CAPTURES)).isEmpty();
    assertThat(remembered.find(192, NO_CAPTURES)).contains(192);
  }
}
