package dev.slipstream.runtime.launch;

import static dev.slipstream.runtime.launch.TestSites.NOTHING;
import static dev.slipstream.runtime.launch.TestSites.RESUME;
import static dev.slipstream.runtime.launch.TestSites.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.slipstream.fixture.Locks;
import dev.slipstream.model.loop.LaunchPlan;
import dev.slipstream.model.loop.Loop;
import dev.slipstream.runtime.configuration.DeviceChoice;
import dev.slipstream.runtime.fixture.FakeBackend;
import dev.slipstream.runtime.fixture.FakeGate;
import dev.slipstream.runtime.fixture.Kernels;
import dev.slipstream.runtime.fixture.TestLoop;
import dev.slipstream.runtime.fixture.UnpreparedLoop;
import dev.slipstream.runtime.observation.Metrics;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests which executions stay with the program without a check, after earlier ones did. */
@Timeout(120)
class StayHabitTest {
  private static final int MANY = 200;
  private static final long SECOND = 1_000_000_000;

  private final FakeGate gate = new FakeGate();
  private final TestSites sites = new TestSites();

  @Test
  void manySmallExecutionsOpenTheGateForSmallOnes() {
    gate.looked = 10;
    LoopSite site = site(loop(10), DeviceChoice.auto(), false);
    submit(site, 20);
    assertThat(gate.always).as("a few say nothing").isNegative();
    submit(site, MANY);
    assertThat(gate.always).isEqualTo(CostRule.LEAST_WORK);
    assertThat(gate.times).as("nothing else passes").isZero();
  }

  @Test
  void theFirstExecutionsPassUntilTheirWorkPaysForAPlanIfNoDeviceWasChosen() {
    site(loop(10), DeviceChoice.auto(), false);
    assertThat(gate.first).isEqualTo(CostRule.workBeforePlan(loop(10))).isPositive();
    gate.first = 0;
    site(loop(10), DeviceChoice.host(), false);
    site(loop(10), DeviceChoice.auto(), /* strict= */ true);
    assertThat(gate.first).as("each execution is checked for the user").isZero();
  }

  @Test
  void whileALoopIsBeingPreparedItsExecutionsStayAndAreCounted() {
    UnpreparedLoop loop = new UnpreparedLoop(loop(100_000_000));
    LoopSite site = site(loop, DeviceChoice.auto(), false);
    gate.passedFirst = 5;
    gate.looked = 5_000_000;
    submit(site, 1);
    assertThat(loop.hasBegun).isTrue();
    assertThat(gate.first).as("it is asked for again soon").isEqualTo(2e6);
    gate.passedFirst = 12;
    assertThat(site.statistics().hostReasons())
        .containsEntry("too small to pay", 5L)
        .containsEntry("not prepared yet", 8L);
    loop.isPrepared = true;
    assertThat(site.submit(START, NOTHING)).isEqualTo(RESUME);
  }

  @Test
  void onTheHostTheUserHasChosenALoopIsPreparedOnlyForItsOrder() {
    UnpreparedLoop loop = new UnpreparedLoop(loop(100_000_000));
    LoopSite site = site(loop, DeviceChoice.host(), false);
    submit(site, MANY);
    assertThat(loop.plans).isZero();
    assertThat(gate.always).as("all pass").isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(site.statistics().hostReasons())
        .containsOnly(entry("slipstream.device=host", (long) MANY));

    UnpreparedLoop described = new UnpreparedLoop(loop(100_000_000));
    gate.plansFirst = true;
    submit(site(described, DeviceChoice.host(), false), 1);
    assertThat(described.plans).as("for the report").isPositive();
    gate.plansFirst = false;

    UnpreparedLoop rounding = new UnpreparedLoop(loop(100_000_000));
    rounding.hasFixedOrder = true;
    submit(site(rounding, DeviceChoice.host(), false), 1);
    assertThat(rounding.plans).isPositive();
  }

  @Test
  void forACompleteReportEvenSmallLoopsArePlanned() {
    gate.plansFirst = true;
    for (double work : new double[] {10, 5_000_000}) {
      UnpreparedLoop loop = new UnpreparedLoop(loop(10));
      LoopSite site = site(loop, DeviceChoice.auto(), false);
      gate.looked = work;
      submit(site, 1);
      assertThat(loop.plans).as("%s instructions", work).isPositive();
    }
  }

  @Test
  void aLoopThatRunsOnceIsNotPrepared() {
    UnpreparedLoop loop = new UnpreparedLoop(loop(100_000_000));
    LoopSite site = site(loop, DeviceChoice.auto(), false);
    gate.looked = 500_000_000;
    submit(site, 1);
    assertThat(loop.hasBegun).isFalse();
    assertThat(gate.first).as("the second execution is not let pass").isZero();
    submit(site, 1);
    assertThat(loop.hasBegun).isTrue();
  }

  @Test
  void executionsThatAreEachTooSmallAreNoReasonToPrepareTheLoop() {
    UnpreparedLoop loop = new UnpreparedLoop(loop(10));
    LoopSite site = site(loop, DeviceChoice.auto(), false);
    gate.passedFirst = 5;
    gate.looked = CostRule.LEAST_WORK - 1;
    submit(site, 3);
    assertThat(loop.hasBegun).isFalse();
    assertThat(gate.always).isEqualTo(CostRule.LEAST_WORK);
    gate.passedAlways = 40;
    assertThat(site.statistics().hostReasons()).containsOnly(entry("too small to pay", 48L));
    gate.looked = CostRule.LEAST_WORK;
    submit(site, 2);
    assertThat(loop.hasBegun).as("larger ones are").isTrue();
  }

  @Test
  void aLoopThatMustBePreparedEarnsThatByMoreWork() {
    site(new UnpreparedLoop(loop(10)), DeviceChoice.auto(), false);
    assertThat(gate.first).isEqualTo(10 * CostRule.workBeforePlan(loop(10)));
  }

  @Test
  void anExecutionThatTakesLongerThanThePreparationWaitsForIt() {
    gate.looked = 5e9;
    UnpreparedLoop unprepared = new UnpreparedLoop(loop(5_000_000_000L));
    assertThat(site(unprepared, DeviceChoice.auto(), false).submit(START, NOTHING))
        .isEqualTo(RESUME);
    gate.looked = Double.NaN;
    assertThat(site(unprepared, DeviceChoice.auto(), false).submit(START, NOTHING))
        .as("of unknown work")
        .isEqualTo(RESUME);
    assertThat(unprepared.hasBegun).as("the plan does that itself").isFalse();
  }

  @Test
  void ifEarlierStartsHaveGainedNothingOnlyFarLongerExecutionsWait() {
    OpeningRule pausing = opening(new ProgramExperience(SECOND, false, Map.of()));
    UnpreparedLoop unprepared = new UnpreparedLoop(loop(5_000_000_000L));
    LoopSite site = site(unprepared, DeviceChoice.auto(), pausing, false);
    gate.looked = 5e9;
    submit(site, 3);
    gate.looked = Double.NaN;
    submit(site, MANY);
    assertThat(gate.times).as("those of unknown work pass").isPositive();
    assertThat(unprepared.hasBegun).isFalse();
    assertThat(site.statistics().hostReasons()).containsOnly(entry("not prepared yet", 3L + MANY));
    gate.looked = 16.0 * SECOND;
    assertThat(site.submit(START, NOTHING)).isEqualTo(RESUME);
    sites.now.addAndGet(SECOND);
    gate.looked = Double.NaN;
    assertThat(site.submit(START, NOTHING)).as("this start is longer").isEqualTo(RESUME);
  }

  @Test
  void aLoopThatHasPaidInEarlierStartsIsPreparedByItsFirstExecution() {
    UnpreparedLoop loop = new UnpreparedLoop(loop(100_000_000));
    LoopExperience paid = LoopExperience.without(0);
    gate.first = -1;
    LoopSite site =
        site(
            loop,
            DeviceChoice.auto(),
            opening(new ProgramExperience(SECOND, false, Map.of(loop.name(), paid))),
            false);
    assertThat(gate.first).as("nothing passes without being seen").isZero();
    gate.looked = 5_000_000;
    submit(site, 1);
    assertThat(loop.hasBegun).isTrue();
    assertThat(site.statistics().hostReasons()).containsOnly(entry("not prepared yet", 1L));
  }

  @Test
  void ifPlanAfterPlanTakesLongTheNextExecutionsHaveToPayForAnother() {
    long[] nanos = {5_000_000};
    Loop changing =
        new TestLoop(
            "Heat.heat:12",
            Kernels.add(),
            "",
            captures -> {
              sites.now.addAndGet(nanos[0]);
              return new LaunchPlan.Run(sites.launch, RESUME, 100_000_000, false);
            });
    LoopSite site = site(changing, DeviceChoice.auto(), false);
    gate.first = 0;
    assertThat(site.submit(START, NOTHING)).isEqualTo(RESUME);
    assertThat(gate.first).as("the next one may have the same shape").isZero();
    assertThat(site.submit(START, NOTHING)).isEqualTo(RESUME);
    assertThat(gate.first).isEqualTo(5e7);
    nanos[0] = 1000;
    gate.first = 0;
    assertThat(site.submit(START, NOTHING)).isEqualTo(RESUME);
    nanos[0] = 5_000_000;
    assertThat(site.submit(START, NOTHING)).isEqualTo(RESUME);
    assertThat(gate.first).as("a plan of a known shape in between").isZero();
  }

  @Test
  void executionsWhoseChecksTakeLongOpenTheGateAfterAFew() {
    gate.looked = 10;
    Loop slow =
        new TestLoop(
            "Heat.heat:12",
            Kernels.add(),
            "",
            captures -> {
              sites.now.addAndGet(1_000_000);
              return new LaunchPlan.Run(sites.launch, RESUME, 10, false);
            });
    LoopSite small = site(slow, DeviceChoice.auto(), false);
    submit(small, 2);
    assertThat(gate.always).isNegative();
    submit(small, 1);
    assertThat(gate.always).isEqualTo(CostRule.LEAST_WORK);
    submit(site(slow, DeviceChoice.host(), false), 3);
    assertThat(gate.always).isInfinite();
  }

  @Test
  void aSmallExecutionOfUnknownWorkIsCheckedNowAndThen() {
    LoopSite site = site(loop(10), DeviceChoice.auto(), false);
    submit(site, MANY);
    assertThat(gate.times).isBetween(8, 64);
    assertThat(gate.below).isEqualTo(CostRule.LEAST_WORK);
  }

  @Test
  void anExecutionThatStaysSaysHowManyHavePassedBefore() {
    StayHabit habit = new StayHabit(gate, new Metrics().loop(0, "Heat.heat:12"));
    assertThat(habit.stays("faster there", 10)).isZero();
    gate.passedNext = 7;
    assertThat(habit.stays("faster there", 10)).isEqualTo(7);
    assertThat(habit.stays("faster there", 10)).isZero();
  }

  @Test
  void executionsOnADeviceWaitForNoThreadThatCountsOthers() throws InterruptedException {
    StayHabit habit = new StayHabit(gate, new Metrics().loop(0, "Heat.heat:12"));
    Thread onDevice = new Thread(habit::left);
    synchronized (habit) {
      onDevice.start();
      while (onDevice.isAlive()) {
        assertThat(Locks.isBlockedOn(onDevice, habit)).isFalse();
        Thread.sleep(1);
      }
    }
    assertThat(gate.times).isZero();
  }

  @Test
  void whoWantsTheHostGetsItWithoutALook() {
    LoopSite site = site(loop(1_000_000_000), DeviceChoice.host(), false);
    submit(site, MANY);
    assertThat(gate.always).isInfinite();
  }

  @Test
  void executionsThatMayNotLeaveTheProgramAreCheckedEverMoreSeldom() {
    gate.looked = 500;
    LoopSite site =
        site(
            TestSites.deciding(new LaunchPlan.Stay("line 3: iterations meet")),
            DeviceChoice.auto(),
            false);
    submit(site, 31);
    assertThat(gate.times).isZero();
    submit(site, 1);
    assertThat(gate.times).isEqualTo(2);
    submit(site, 1);
    assertThat(gate.times).isEqualTo(4);
    submit(site, MANY);
    assertThat(gate.times).isEqualTo(1024);
    assertThat(gate.below).isEqualTo(CostRule.LEAST_WORK);
    gate.looked = 5e9;
    submit(site, 1);
    assertThat(gate.times).as("what takes long anyway is checked more often").isEqualTo(64);
    assertThat(gate.below).as("far larger ones may be others").isEqualTo(1e10);
  }

  @Test
  void refusedExecutionsPassEvenWhileTheirArraysAreOnDevices() {
    gate.looked = Double.POSITIVE_INFINITY;
    LoopSite site =
        site(
            TestSites.deciding(new LaunchPlan.Stay("line 3: iterations meet")),
            DeviceChoice.auto(),
            false);
    submit(site, 31);
    assertThat(gate.times).isZero();
    submit(site, 1);
    assertThat(gate.times).isEqualTo(2);
    submit(site, MANY);
    assertThat(gate.times).as("the next may have far more work").isEqualTo(16);
    assertThat(gate.below).as("infinite work passes").isNaN();
    gate.looked = 5e9;
    submit(site, 1);
    assertThat(gate.times).isEqualTo(32);
    assertThat(gate.below).isEqualTo(1e10);
  }

  @Test
  void executionsThatAreTooSmallDoNotPassWhileTheirArraysAreOnDevices() {
    gate.looked = Double.POSITIVE_INFINITY;
    submit(site(loop(10), DeviceChoice.auto(), false), MANY);
    assertThat(gate.times).isZero();
    assertThat(gate.always).isEqualTo(CostRule.LEAST_WORK);
  }

  @Test
  void anExecutionThatLeavesTheProgramClosesTheGateAgain() {
    AtomicBoolean stays = new AtomicBoolean(true);
    Loop loop =
        new TestLoop(
            "Heat.heat:12",
            Kernels.add(),
            "",
            captures ->
                stays.get()
                    ? new LaunchPlan.Stay("iterations meet")
                    : new LaunchPlan.Run(sites.launch, RESUME, 100_000_000, false));
    LoopSite site = site(loop, DeviceChoice.auto(), false);
    submit(site, MANY);
    assertThat(gate.times).isPositive();
    stays.set(false);
    assertThat(site.submit(START, NOTHING)).isEqualTo(RESUME);
    assertThat(gate.times).isZero();
  }

  @Test
  void whatHasPassedIsCountedWithItsReason() {
    gate.looked = 10;
    LoopSite site = site(loop(10), DeviceChoice.auto(), false);
    submit(site, 40);
    gate.passedAlways = 1000;
    assertThat(site.statistics().hostReasons()).containsEntry("too small to pay", 1040L);
    gate.passedAlways = 1005;
    gate.passedFirst = 3;
    assertThat(site.statistics().hostReasons()).containsEntry("too small to pay", 1048L);
    assertThat(site.statistics().hostRuns()).isEqualTo(1048);
  }

  @Test
  void strictModeChecksEachExecution() {
    LoopSite site = site(loop(10), DeviceChoice.auto(), true);
    submit(site, MANY);
    assertThat(gate.always).isNegative();
    assertThat(gate.times).isZero();
  }

  private Loop loop(long work) {
    return TestLoop.running(Kernels.add(), sites.launch, RESUME, work);
  }

  private LoopSite site(Loop loop, DeviceChoice choice, boolean strict) {
    return site(loop, choice, OpeningRule.immediate(), strict);
  }

  private LoopSite site(Loop loop, DeviceChoice choice, OpeningRule opening, boolean strict) {
    return sites.site(
        loop,
        choice,
        opening,
        strict,
        sites.devices(choice, FakeBackend.of("opencl", sites.gpu)),
        gate);
  }

  private static void submit(LoopSite site, int times) {
    for (int i = 0; i < times; i++) {
      assertThat(site.submit(START, NOTHING)).isEqualTo(START);
    }
  }

  private OpeningRule opening(ProgramExperience earlier) {
    return OpeningRule.after(
        Duration.ofSeconds(1), 2, earlier, () -> true, () -> {}, sites.now::get);
  }
}
