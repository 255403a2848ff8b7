package dev.slipstream.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.loop.LoopName;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LoopPreparationTest {
  private static final long MILLI = 1_000_000;
  private static final LoopName LOOP = new LoopName("com.acme.Heat", "heat", 12, 0);
  private static final double WAITS = 1e9;

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE);

  private LoopPreparation after(ProgramExperience earlier) {
    return with(/* fewCores= */ true, earlier);
  }

  private LoopPreparation with(boolean fewCores, ProgramExperience earlier) {
    return new LoopPreparation(
        new PreparationBudget(fewCores, new ProgramLoss(), now::get), earlier, LOOP, WAITS);
  }

  private static ProgramExperience of(long pause, LoopExperience loop) {
    return new ProgramExperience(pause, false, Map.of(LOOP, loop));
  }

  private static Optional<LoopExperience> times() {
    return Optional.of(new LoopExperience(0, 27, 10, 4e8, 2, 1e8, 0.5, true, 0));
  }

  /** Learns from a start of a second in which the preparation ended after a part of it. */
  private Optional<LoopExperience> learnt(
      LoopPreparation loop, long after, double gained, Optional<LoopExperience> times) {
    now.addAndGet(after * MILLI);
    loop.took(20 * MILLI);
    now.addAndGet((1000 - after) * MILLI);
    return loop.learnt(gained, times);
  }

  @Test
  void aLoopThatHasPaidIsPreparedImmediatelyWhateverTheOthersHaveCost() {
    LoopPreparation paid = after(of(1_000 * MILLI, LoopExperience.without(0)));
    assertThat(paid.isUrgent()).isTrue();
    assertThat(paid.isPausing()).isFalse();
    assertThat(paid.begin()).isTrue();
  }

  @Test
  void aLoopThatHasNotPaidIsPreparedOnlyInALongerStart() {
    LoopPreparation unpaid = after(of(0, LoopExperience.without(2_000 * MILLI)));
    now.addAndGet(1_999 * MILLI);
    assertThat(unpaid.isPausing()).isTrue();
    assertThat(unpaid.begin()).isFalse();
    assertThat(unpaid.workThatWaits()).isEqualTo(16.0 * 2_000 * MILLI);
    now.addAndGet(MILLI);
    assertThat(unpaid.workThatWaits()).isEqualTo(WAITS);
    assertThat(unpaid.begin()).isTrue();
  }

  @Test
  void anUnknownLoopWaitsAsLongAsTheProgramShould() {
    LoopPreparation unknown = after(new ProgramExperience(2_000 * MILLI, false, Map.of()));
    now.addAndGet(1_999 * MILLI);
    assertThat(unknown.begin()).isFalse();
    now.addAndGet(MILLI);
    assertThat(unknown.begin()).isTrue();
  }

  @Test
  void withManyCoresNoLoopWaits() {
    LoopPreparation unpaid = with(false, of(9, LoopExperience.without(2_000 * MILLI)));
    assertThat(unpaid.isPausing()).isFalse();
    assertThat(unpaid.begin()).isTrue();
  }

  @Test
  void aLoopPaysIfItGainsWhatItsPreparationTakes() {
    assertThat(learnt(after(ProgramExperience.NONE), 0, 20 * MILLI, times()).orElseThrow().pause())
        .isZero();
    assertThat(
            learnt(after(ProgramExperience.NONE), 0, 20 * MILLI - 1, times()).orElseThrow().pause())
        .as("twice this start's time")
        .isEqualTo(2_000 * MILLI);
  }

  @Test
  void aLoopThatWasPreparedLateWillGainMoreTheNextTime() {
    assertThat(
            learnt(after(ProgramExperience.NONE), 500, 10 * MILLI, times()).orElseThrow().pause())
        .isZero();
  }

  @Test
  void aLoopThatWasPreparedTooLateToRunIsTriedImmediatelyTheNextTimeOnly() {
    LoopExperience first =
        learnt(after(ProgramExperience.NONE), 900, 0, Optional.empty()).orElseThrow();
    assertThat(first.pause()).isZero();
    LoopExperience second = learnt(after(of(0, first)), 900, 0, Optional.empty()).orElseThrow();
    assertThat(second.pause()).isEqualTo(2_000 * MILLI);
  }

  @Test
  void aLoopThatWasCompiledWithItsClassIsLearntOfToo() {
    LoopPreparation compiled = after(ProgramExperience.NONE);
    now.addAndGet(1_000 * MILLI);
    assertThat(compiled.learnt(0, Optional.empty())).as("it ran nowhere").isEmpty();
    assertThat(compiled.learnt(500 * MILLI, times()).orElseThrow().pause()).isZero();
    assertThat(compiled.learnt(-MILLI, times()).orElseThrow().pause()).isEqualTo(2_000 * MILLI);
  }

  @Test
  void aLoopThatCouldNotRunAsAKernelIsNotPreparedTheNextTime() {
    LoopPreparation compiled = after(ProgramExperience.NONE);
    compiled.refused();
    now.addAndGet(1_000 * MILLI);
    assertThat(compiled.learnt(0, Optional.empty()).orElseThrow().pause()).isEqualTo(2_000 * MILLI);

    LoopPreparation late = after(ProgramExperience.NONE);
    late.refused();
    assertThat(learnt(late, 900, 0, Optional.empty()).orElseThrow().pause())
        .isEqualTo(2_000 * MILLI);
  }

  @Test
  void nothingIsKeptThatIsKnownAlready() {
    LoopExperience known = times().orElseThrow();
    assertThat(learnt(after(of(0, known)), 0, 500 * MILLI, times())).isEmpty();
    assertThat(learnt(after(of(0, known)), 0, -MILLI, times())).isPresent();
  }

  @Test
  void timesOfTheHostAreMeasuredAnewAfterADay() {
    LoopExperience old = new LoopExperience(7, 27, 10, 4e8, 2, 1e8, 0.5, true, 1_000);
    long day = 24L * 60 * 60 * 1000;
    assertThat(old.at(1_000 + day)).isEqualTo(old);
    assertThat(old.at(1_001 + day))
        .isEqualTo(new LoopExperience(7, 27, 10, 4e8, 0, 0, 0, false, 0));
  }
}
