package dev.slipstream.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PreparationBudgetTest {
  private static final long MILLI = 1_000_000;

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE);
  private final ProgramLoss loss = new ProgramLoss();
  private final PreparationBudget few = new PreparationBudget(true, 0, loss, now::get);

  @Test
  void withManyCoresLoopsArePreparedImmediately() {
    PreparationBudget many = new PreparationBudget(false, 0, loss, now::get);
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
    loss.took(0, -100 * MILLI);
    assertThat(few.begin()).isTrue();
  }

  @Test
  void aStartThatHasGainedLessThanItSpentLetsTheNextOneWaitTwiceAsLong() {
    now.addAndGet(1_000 * MILLI);
    assertThat(few.begin()).isTrue();
    few.took(75 * MILLI);
    loss.took(0, -299 * MILLI);
    assertThat(few.forNextStart()).hasValue(2_000 * MILLI);
    PreparationBudget next = new PreparationBudget(true, 2_000 * MILLI, loss, now::get);
    now.addAndGet(1_999 * MILLI);
    assertThat(next.isPausing()).isTrue();
    assertThat(next.begin()).isFalse();
    now.addAndGet(MILLI);
    assertThat(next.isPausing()).isFalse();
    assertThat(next.begin()).isTrue();
  }

  @Test
  void aStartThatMayHaveGainedWhatItSpentLetsTheNextOneBeginSoon() {
    now.addAndGet(1_000 * MILLI);
    assertThat(few.begin()).isTrue();
    few.took(75 * MILLI);
    loss.took(0, -200 * MILLI);
    loss.mayHaveGained(100 * MILLI);
    assertThat(few.forNextStart()).hasValue(0);
  }

  @Test
  void aStartThatEndsWhileItsFirstLoopIsPreparedHasGainedNothing() {
    now.addAndGet(1_000 * MILLI);
    assertThat(few.begin()).isTrue();
    assertThat(few.forNextStart()).hasValue(2_000 * MILLI);
  }

  @Test
  void anExecutionThatHasWaitedForItsLoopCountsToo() {
    now.addAndGet(500 * MILLI);
    few.waited(200 * MILLI);
    assertThat(few.forNextStart()).hasValue(1_000 * MILLI);
  }

  @Test
  void aStartThatPreparesNothingShowsNothing() {
    now.addAndGet(1_000 * MILLI);
    assertThat(few.forNextStart()).isEmpty();
    PreparationBudget many = new PreparationBudget(false, 5_000 * MILLI, loss, now::get);
    assertThat(many.begin()).isTrue();
    assertThat(many.isPausing()).isFalse();
    assertThat(many.forNextStart()).isEmpty();
  }
}
