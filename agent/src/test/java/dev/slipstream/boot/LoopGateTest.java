package dev.slipstream.boot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LoopGateTest {
  private final LoopGate gate = new LoopGate();

  @Test
  void aNewGateLetsNothingPass() {
    assertThat(gate.passes(0)).isFalse();
    assertThat(gate.looked()).isZero();
    assertThat(gate.passes(Double.NaN)).isFalse();
    assertThat(gate.looked()).isNaN();
  }

  @Test
  void theFirstExecutionsPassUntilTheirWorkIsUsedUp() {
    gate.first(10);
    assertThat(gate.passes(4)).isTrue();
    assertThat(gate.passes(7)).as("more than is left").isFalse();
    assertThat(gate.passes(6)).as("as much as is left").isTrue();
    assertThat(gate.passes(1)).isFalse();
    assertThat(gate.passes(Double.POSITIVE_INFINITY)).isFalse();
    assertThat(gate.passedFirst()).isEqualTo(2);
    assertThat(gate.passedAlways()).isZero();
  }

  @Test
  void whatAlwaysPassesDoesNotUseUpTheFirstWork() {
    gate.first(10);
    assertThat(gate.passes(4)).isTrue();
    gate.always(3);
    for (int k = 0; k < 100; k++) {
      assertThat(gate.passes(2)).isTrue();
    }
    assertThat(gate.passes(5)).as("of the first work").isTrue();
    assertThat(gate.passes(5)).isFalse();
    assertThat(gate.passedFirst()).isEqualTo(2);
    assertThat(gate.passedAlways()).isEqualTo(100);
  }

  @Test
  void moreFirstWorkChangesNothingForWhatAlwaysPasses() {
    gate.always(3);
    assertThat(gate.passes(2)).isTrue();
    gate.first(5);
    assertThat(gate.passes(4)).isTrue();
    assertThat(gate.passes(2)).isTrue();
    assertThat(gate.passes(2)).isTrue();
    assertThat(gate.passes(4)).isFalse();
    assertThat(gate.passedFirst()).isEqualTo(1);
    assertThat(gate.passedAlways()).isEqualTo(3);
  }

  @Test
  void theNextExecutionsPassByTheirNumber() {
    gate.always(3);
    gate.next(2, 10);
    assertThat(gate.passes(5)).isTrue();
    assertThat(gate.passes(1)).as("needs no number").isTrue();
    assertThat(gate.passes(11)).isFalse();
    assertThat(gate.looked()).isEqualTo(11);
    assertThat(gate.passes(Double.NaN)).isTrue();
    assertThat(gate.passes(5)).isFalse();
    assertThat(gate.passedNext()).isEqualTo(2);
    assertThat(gate.passedAlways()).isEqualTo(1);
    gate.next(1, Double.NaN);
    assertThat(gate.passes(Double.POSITIVE_INFINITY)).isTrue();
  }

  @Test
  void allWorkPassesThatMayPass() {
    gate.always(Double.POSITIVE_INFINITY);
    assertThat(gate.passes(1e18)).isTrue();
    assertThat(gate.passes(Double.POSITIVE_INFINITY)).isFalse();
  }
}
