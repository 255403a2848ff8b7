package dev.slipstream.model.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class IterationSpaceTest {
  private static IterationSpace counting(int... counts) {
    int[] ones = new int[counts.length];
    Arrays.fill(ones, 1);
    return new IterationSpace(new int[counts.length], ones, counts);
  }

  @Test
  void theIterationsOfANestAreTheProductOfItsLoops() {
    assertThat(counting(7, 11).iterations()).isEqualTo(77);
    assertThat(counting(7, 0, 11).iterations()).isZero();
  }

  @Test
  void moreIterationsThanALongCanCountAreTheMost() {
    int most = Integer.MAX_VALUE;
    assertThat(counting(most, most).iterations()).isEqualTo((long) most * most);
    assertThat(counting(most, most, most).iterations()).isEqualTo(Long.MAX_VALUE);
    assertThat(counting(most, most, 3).iterations()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void valuesCountDownWhereTheStepIsNegative() {
    IterationSpace space = new IterationSpace(new int[] {8}, new int[] {-2}, new int[] {4});

    assertThat(space.value(0, 3)).isEqualTo(2);
  }

  @Test
  void whoeverChangesTheCountsChangesACopy() {
    IterationSpace space = counting(5);
    space.counts()[0] = 9;

    assertThat(space.count(0)).isEqualTo(5);
  }

  @Test
  void aStepOfZeroIsRefused() {
    assertThatThrownBy(() -> new IterationSpace(new int[1], new int[1], new int[] {4}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("dimension 0");
  }
}
