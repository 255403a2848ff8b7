package dev.slipstream.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PreparationBudgetTest {
  private static final long MILLI = 1_000_000;

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE);
  private final ProgramLoss loss = new ProgramLoss();
  private final PreparationBudget few = new PreparationBudget(true, loss, now::get);

  private void prepare(long nanos) {
    now.addAndGet(1_000 * MILLI);
    assertThat(few.begin(0)).isTrue();
    few.took(nanos);
  }

  @Test
  void withManyCoresLoopsArePreparedImmediately() {
    PreparationBudget many = new PreparationBudget(false, loss, now::get);
    assertThat(many.begin(0)).isTrue();
    assertThat(many.begin(0)).isTrue();
  }

  @Test
  void withFewCoresTheFirstOneWaitsUntilTheProgramHasRunForSomeTime() {
    assertThat(few.begin(0)).isFalse();
    now.addAndGet(699 * MILLI);
    assertThat(few.begin(0)).isFalse();
    now.addAndGet(MILLI);
    assertThat(few.begin(0)).isTrue();
  }

  @Test
  void oneIsPreparedAfterTheOther() {
    now.addAndGet(10_000 * MILLI);
    assertThat(few.begin(0)).isTrue();
    assertThat(few.begin(0)).isFalse();
    few.took(MILLI);
    assertThat(few.begin(0)).isTrue();
  }

  @Test
  void whatHasPaidBeforeWaitsForNothing() {
    assertThat(few.beginImmediately()).isTrue();
    assertThat(few.beginImmediately()).isTrue();
    now.addAndGet(10_000 * MILLI);
    few.took(MILLI);
    assertThat(few.begin(0)).as("another is still prepared").isFalse();
    few.took(MILLI);
    assertThat(few.begin(0)).isTrue();
  }

  @Test
  void whatItTakesWithTheJitIsAPartOfTheProgramsTime() {
    prepare(75 * MILLI);
    assertThat(few.begin(0)).isFalse();
    now.addAndGet(999 * MILLI);
    assertThat(few.begin(0)).isFalse();
    now.addAndGet(MILLI);
    assertThat(few.begin(0)).isTrue();
  }

  @Test
  void whatTheProgramHasGainedPaysForMore() {
    prepare(75 * MILLI);
    assertThat(few.begin(0)).isFalse();
    loss.took(0, -100 * MILLI);
    assertThat(few.begin(0)).isTrue();
  }

  @Test
  void aStartThatHasGainedLessThanItSpentLetsTheNextOneWaitTwiceAsLong() {
    prepare(75 * MILLI);
    loss.took(0, -299 * MILLI);
    assertThat(few.forNextStart()).hasValue(2_000 * MILLI);
    PreparationBudget next = new PreparationBudget(true, loss, now::get);
    now.addAndGet(1_999 * MILLI);
    assertThat(next.begin(2_000 * MILLI)).isFalse();
    now.addAndGet(MILLI);
    assertThat(next.begin(2_000 * MILLI)).isTrue();
  }

  @Test
  void aStartThatMayHaveGainedWhatItSpentLetsTheNextOneBeginSoon() {
    prepare(75 * MILLI);
    loss.took(0, -200 * MILLI);
    loss.mayHaveGained(100 * MILLI);
    assertThat(few.forNextStart()).hasValue(0);
  }

  @Test
  void aStartThatEndsWhileItsFirstLoopIsPreparedHasGainedNothing() {
    now.addAndGet(1_000 * MILLI);
    assertThat(few.begin(0)).isTrue();
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
    PreparationBudget many = new PreparationBudget(false, loss, now::get);
    assertThat(many.begin(5_000 * MILLI)).isTrue();
    assertThat(many.forNextStart()).isEmpty();
  }
}
