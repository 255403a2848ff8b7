package dev.slipstream.compiler.analysis.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

class RememberedExecutionsTest {
  private static final Object[] NO_CAPTURES = {};

  private final RememberedExecutions<Integer> remembered = RememberedExecutions.byLengths();

  /** Returns whether the result for a start is known, and keeps it otherwise. */
  private boolean isKnown(int start) {
    boolean known = remembered.find(start, NO_CAPTURES).isPresent();
    if (!known) {
      remembered.add(start, NO_CAPTURES, new BitSet(), start);
    }
    return known;
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
    assertThat(remembered.find(5, NO_CAPTURES)).contains(5);
  }

  @Test
  void executionsThatTakeTurnsAreFoundEvenAfterManyThatDidNot() {
    assertThat(known(0, 10_000)).isZero();
    for (int rounds = 0; rounds < 20; rounds++) {
      known(20_000, 50);
    }
    assertThat(known(20_000, 50)).isEqualTo(50);
  }
}
