package dev.slipstream.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PreparationBudgetTest {
  private static final long MILLI = 1_000_000;

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE);
  private double gained;
  private final PreparationBudget few = new PreparationBudget(true, () -> gained, now::get);

  @Test
  void withManyCoresLoopsArePreparedImmediately() {
    PreparationBudget many = new PreparationBudget(false, () -> gained, now::get);
    assertThat(many.begin()).isTrue();
    assertThat(many.begin()).isTrue();
  }

  @Test
  void withFewCoresTheFirstOneWaitsUntilTheProgramHasRunForSomeTime() {
    assertThat(few.begin()).isFalse();
    now.addAndGet(699 * MILLI);
    assertThat(few.begin()).isFalse();
    now.addAndGet(MILLI);
    assertThat(few.begin()).isTrue();
  }

  @Test
  void oneIsPreparedAfterTheOther() {
    now.addAndGet(10_000 * MILLI);
    assertThat(few.begin()).isTrue();
    assertThat(few.begin()).isFalse();
    few.took(MILLI);
    assertThat(few.begin()).isTrue();
  }

  @Test
  void whatItTakesWithTheJitIsAPartOfTheProgramsTime() {
    now.addAndGet(1_000 * MILLI);
    assertThat(few.begin()).isTrue();
    few.took(75 * MILLI);
    assertThat(few.begin()).isFalse();
    now.addAndGet(999 * MILLI);
    assertThat(few.begin()).isFalse();
    now.addAndGet(MILLI);
    assertThat(few.begin()).isTrue();
  }

  @Test
  void whatTheProgramHasGainedPaysForMore() {
    now.addAndGet(1_000 * MILLI);
    assertThat(few.begin()).isTrue();
    few.took(75 * MILLI);
    assertThat(few.begin()).isFalse();
    gained = 100 * MILLI;
    assertThat(few.begin()).isTrue();
  }
}
