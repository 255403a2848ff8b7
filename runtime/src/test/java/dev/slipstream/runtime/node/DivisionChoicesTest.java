package dev.slipstream.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.cluster.LoopSize;
import dev.slipstream.runtime.node.DivisionChoices.Took;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DivisionChoicesTest {
  private static final long MILLISECOND = 1_000_000;
  private static final double SHARE = 0.25;
  private static final int TRIAL = DivisionChoices.SETTLING + DivisionChoices.SAMPLES;

  private final DivisionChoices choices = new DivisionChoices();

  /** The durations of loops, in milliseconds. */
  private final Map<String, Cost> costs = new HashMap<>();

  private record Cost(boolean estimated, double shared, double sharedKernel, double alone) {}

  private static LoopSize size(String loop) {
    return LoopSize.of(loop, 1000);
  }

  private boolean isDivided(String loop) {
    return choices.way(size(loop)).orElseGet(() -> costs.get(loop).estimated);
  }

  /** Runs loops in sequence, several times. */
  private void run(int times, String... loops) {
    for (int time = 0; time < times; time++) {
      for (String loop : loops) {
        Cost cost = costs.get(loop);
        boolean divided = isDivided(loop);
        if (choices.way(size(loop)).isEmpty()) {
          choices.estimated(size(loop), divided);
        }
        choices.took(
            size(loop),
            divided
                ? new Took(nanos(cost.shared), nanos(cost.sharedKernel), SHARE)
                : new Took(nanos(cost.alone), nanos(cost.alone), 1));
      }
    }
  }

  private static long nanos(double milliseconds) {
    return (long) (milliseconds * MILLISECOND);
  }

  @Test
  void aLoopThatExchangesForLongerThanItComputesComesToStayOnOneNode() {
    costs.put("a", new Cost(true, 3, 0.1, 0.2));
    run(TRIAL - 1, "a");
    assertThat(isDivided("a")).isTrue();
    run(1, "a");
    assertThat(isDivided("a")).isFalse();
    run(5000, "a");
    assertThat(isDivided("a")).isFalse();
  }

  @Test
  void aLoopThatIsFasterDividedIsNeverTriedWithout() {
    costs.put("a", new Cost(true, 30, 28, 112));
    for (int k = 0; k < 5000; k++) {
      run(1, "a");
      assertThat(isDivided("a")).isTrue();
    }
  }

  @Test
  void aLongLoopStaysDividedUntilItsPartsCanBeWeighted() {
    costs.put("a", new Cost(true, 100, 10, 40));
    run(DivisionChoices.SETTLING + DivisionChoices.PATIENCE - 1, "a");
    assertThat(isDivided("a")).isTrue();
    run(1, "a");
    assertThat(isDivided("a")).isFalse();
  }

  @Test
  void aTrialThatTakesLongerIsTakenBackAndIsRare() {
    costs.put("a", new Cost(true, 3, 1, 3.5));
    int alone = 0;
    for (int k = 0; k < 10_000; k++) {
      alone += isDivided("a") ? 0 : 1;
      run(1, "a");
    }
    assertThat(alone).isPositive().isLessThanOrEqualTo(5 * TRIAL);
    assertThat(isDivided("a")).isTrue();
  }

  @Test
  void aLoopThatTurnsOutToBeLongIsTriedDividedAndStaysSo() {
    costs.put("a", new Cost(false, 5, 3, 12));
    run(TRIAL, "a");
    assertThat(isDivided("a")).isTrue();
    run(5000, "a");
    assertThat(isDivided("a")).isTrue();
  }

  @Test
  void aShortLoopStaysOnOneNodeWithoutATrial() {
    costs.put("a", new Cost(false, 5, 3, 2));
    for (int k = 0; k < 5000; k++) {
      run(1, "a");
      assertThat(isDivided("a")).isFalse();
    }
  }

  @Test
  void loopsThatExchangeWithEachOtherAreTriedTogether() {
    costs.put("a", new Cost(true, 3, 0.1, 0.2));
    costs.put("b", new Cost(true, 2, 0.1, 0.2));
    costs.put("large", new Cost(true, 100, 90, 360));
    run(TRIAL, "a", "b", "large");
    run(1, "a");
    assertThat(isDivided("a")).isFalse();
    assertThat(isDivided("b")).isFalse();
    assertThat(isDivided("large")).isTrue();
    // One of them gains more than the other one loses.
    costs.put("b", new Cost(true, 2, 0.1, 2.5));
    run(TRIAL, "a", "b", "large");
    assertThat(isDivided("a")).isFalse();
    assertThat(isDivided("b")).isFalse();
  }

  @Test
  void togetherTheyGoBackIfTogetherTheyTakeLonger() {
    costs.put("a", new Cost(true, 3, 0.1, 0.2));
    costs.put("b", new Cost(true, 2, 0.9, 9));
    run(TRIAL, "a", "b");
    run(1, "a");
    run(TRIAL, "a", "b");
    assertThat(isDivided("a")).isTrue();
    assertThat(isDivided("b")).isTrue();
  }

  @Test
  void aLoopThatCannotBeDividedIsNotTriedAgain() {
    costs.put("a", new Cost(false, 5, 3, 12));
    run(TRIAL, "a");
    assertThat(choices.way(size("a"))).contains(true);
    choices.cannotBeDivided(size("a"));
    for (int k = 0; k < 5000; k++) {
      run(1, "a");
      assertThat(choices.way(size("a"))).isEmpty();
    }
  }

  @Test
  void aTrialEndsIfItsLoopComesNoMore() {
    costs.put("a", new Cost(true, 3, 0.1, 0.2));
    costs.put("b", new Cost(true, 100, 90, 360));
    run(TRIAL, "a");
    assertThat(isDivided("a")).isFalse();
    run(2000, "b");
    assertThat(isDivided("a")).isTrue();
  }

  @Test
  void whatWasSubmittedBeforeAChangeSaysNothingOfIt() {
    costs.put("a", new Cost(true, 3, 0.1, 0.2));
    run(TRIAL, "a");
    for (int k = 0; k < 100; k++) {
      choices.took(size("a"), new Took(nanos(3), nanos(0.1), SHARE));
    }
    assertThat(isDivided("a")).isFalse();
    run(TRIAL, "a");
    assertThat(isDivided("a")).isFalse();
  }
}
