package dev.slipstream.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.fixture.Locks;
import dev.slipstream.runtime.launch.HostComparison.Advice;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class HostComparisonTest {
  private static final long WORK = 1_000_000;
  private final HostComparison comparison =
      new HostComparison(
          /* measures= */ true, /* cores= */ 0, new ProgramLoss(), LoopExperience.NONE);
  private final HostComparison cores =
      new HostComparison(
          /* measures= */ true, /* cores= */ 2, new ProgramLoss(), LoopExperience.NONE);

  @Test
  void trialsTakeAtMostATenthOfTheTimeOnTheDeviceOrSomeMilliseconds() {
    long hostNanos = 30_000_000;
    long deviceNanos = 2_000_000;
    long onDevice = 0;
    long onHost = 0;
    for (int run = 0; run < 10_000; run++) {
      if (comparison.advice(WORK) == Advice.TRIAL) {
        comparison.hostTook(WORK, hostNanos);
        onHost += hostNanos;
        assertThat(onHost).isLessThanOrEqualTo(Math.max(hostNanos, onDevice / 10));
      } else {
        comparison.deviceTook(WORK, deviceNanos);
        onDevice += deviceNanos;
      }
    }
    assertThat(onHost).isPositive();
    assertThat(comparison.advice(WORK)).isEqualTo(Advice.DEVICE);
  }

  @Test
  void aThreadThatIsPreemptedWhileItNotesItsTimeDelaysNoOther() throws InterruptedException {
    comparison.deviceTook(WORK, 1);
    Thread preempted = new Thread(() -> comparison.deviceTook(WORK, 10));
    Thread other = new Thread(() -> comparison.deviceTook(WORK, 200));
    synchronized (comparison) {
      preempted.start();
      while (!Locks.isBlockedOn(preempted, comparison)) {
        assertThat(preempted.isAlive()).isTrue();
        Thread.sleep(1);
      }
      other.start();
      while (other.isAlive()) {
        assertThat(Locks.isBlockedOn(other, comparison)).isFalse();
        Thread.sleep(1);
      }
    }
    preempted.join();
    comparison.deviceTook(WORK, 3_000);
    assertThat(comparison.onDevice()).as("all but the first").isEqualTo(3_210);
  }

  @Test
  void executionsThatAreNotDeferredAnyMoreAreComparedWithTheHost() {
    for (int run = 0; run < 7; run++) {
      comparison.deferredTook(WORK, 4_000_000);
    }
    boolean isTried = false;
    for (int run = 0; run < 100 && !isTried; run++) {
      comparison.deviceTook(WORK, 4_000_000);
      isTried = comparison.advice(WORK) == Advice.TRIAL;
    }
    assertThat(isTried).isTrue();
  }

  @Test
  void theFirstExecutionWithTheDriversWorkOnTheKernelPaysForNoTrials() {
    long large = 1000 * WORK;
    comparison.deviceTook(large, 100_000_000_000L);
    for (int run = 0; run < 5; run++) {
      comparison.deviceTook(large, 100_000);
      assertThat(comparison.advice(large)).isEqualTo(Advice.DEVICE);
    }
  }

  @Test
  void aHostThatTheJitHasNotWarmedUpIsTriedAgain() {
    for (int run = 0; run < 10; run++) {
      comparison.deviceTook(WORK, 1_000_000);
    }
    long[] cold = {9_000_000, 4_000_000, 600_000, 580_000};
    for (int trial = 0; trial < cold.length; trial++) {
      assertThat(comparison.advice(WORK)).as("trial %s", trial).isEqualTo(Advice.TRIAL);
      assertThat(comparison.hostTook(WORK, cold[trial]))
          .as("is warm")
          .isEqualTo(trial == cold.length - 1);
    }
    assertThat(comparison.advice(WORK)).isEqualTo(Advice.HOST);
  }

  @Test
  void whatADriverDoesAtFirstSaysNothingOfTheDevice() {
    for (int run = 0; run < 5; run++) {
      comparison.deferredTook(WORK, 150_000_000);
      assertThat(comparison.advice(WORK)).isEqualTo(Advice.DEVICE);
    }
    for (int run = 0; run < 200; run++) {
      if (comparison.advice(WORK) == Advice.TRIAL) {
        comparison.hostTook(WORK, 1_700_000);
      } else {
        comparison.deferredTook(WORK, 300_000);
      }
    }
    assertThat(comparison.advice(WORK)).isEqualTo(Advice.DEVICE);
  }

  @Test
  void aDeviceThatLoopsAreLeftOnIsComparedWithAWarmHost() {
    for (int run = 0; run < 60; run++) {
      comparison.deferredTook(WORK, 1_000_000);
    }
    assertThat(comparison.advice(WORK)).isEqualTo(Advice.TRIAL);
    comparison.hostTook(WORK, 5_000_000);
    assertThat(comparison.advice(WORK)).as("once says nothing").isEqualTo(Advice.TRIAL);
    comparison.hostTook(WORK, 700_000);
    assertThat(comparison.advice(WORK)).isEqualTo(Advice.TRIAL);
    comparison.hostTook(WORK, 690_000);
    assertThat(comparison.advice(WORK)).isEqualTo(Advice.HOST);
  }

  @Test
  void theHostKeepsWhatItDoesFaster() {
    settle(comparison, WORK, 1_000_000, 100_000);
    assertThat(comparison.advice(WORK)).isEqualTo(Advice.HOST);
  }

  @Test
  void executionsOfAnotherMagnitudeAreDecidedByThemselves() {
    LoopComparisons all = new LoopComparisons(true, 2, new ProgramLoss(), Optional.empty());
    HostComparison small = all.of("opencl:0", /* isCores= */ false, WORK);
    HostComparison large = all.of("opencl:0", /* isCores= */ false, 1000 * WORK);
    settle(small, WORK, 1_000_000, 100_000);
    assertThat(small.advice(WORK)).isEqualTo(Advice.HOST);
    assertThat(large.advice(1000 * WORK)).isEqualTo(Advice.DEVICE);
  }

  @Test
  void aHopelessHostIsNotTriedTwice() {
    for (int i = 0; i < 100; i++) {
      comparison.deviceTook(WORK, 40_000);
    }
    assertThat(comparison.advice(WORK)).isEqualTo(Advice.TRIAL);
    comparison.hostTook(WORK, 900_000);
    for (int i = 0; i < 10_000; i++) {
      comparison.deviceTook(WORK, 40_000);
      assertThat(comparison.advice(WORK)).isEqualTo(Advice.DEVICE);
    }
  }

  @Test
  void anInterpretedHostIsNotHopeless() {
    for (int i = 0; i < 100; i++) {
      comparison.deviceTook(WORK, 200_000);
    }
    assertThat(comparison.advice(WORK)).isEqualTo(Advice.TRIAL);
    assertThat(comparison.hostTook(WORK, 5_000_000)).isFalse();
    assertThat(comparison.hostTook(WORK, 4_900_000)).as("agrees, but is interpreted").isFalse();
    assertThat(comparison.advice(WORK)).isEqualTo(Advice.TRIAL);
    assertThat(comparison.hostTook(WORK, 110_000)).isFalse();
    assertThat(comparison.hostTook(WORK, 100_000)).isTrue();
    assertThat(comparison.advice(WORK)).isEqualTo(Advice.HOST);
  }

  @Test
  void coresThatBecomeSlowerThanTheHostAreLeftAfterASmallLoss() {
    settle(cores, WORK, 500_000, 800_000);
    assertThat(cores.advice(WORK)).isEqualTo(Advice.DEVICE);
    double lost = 0;
    for (int run = 0; run < 2000 && cores.advice(WORK) != Advice.HOST; run++) {
      lost += run(cores, 1_200_000, 800_000) ? 400_000 : 0;
    }
    assertThat(cores.advice(WORK)).isEqualTo(Advice.HOST);
    assertThat(lost).isLessThan(150_000_000);
  }

  @Test
  void aLoopThatBecomesSlowerEverywhereStaysOnTheCores() {
    settle(cores, WORK, 100_000, 180_000);
    for (int run = 0; run < 2000; run++) {
      run(cores, 500_000, 900_000);
    }
    assertThat(cores.advice(WORK)).isEqualTo(Advice.DEVICE);
  }

  @Test
  void coresThatWereLeftAreTriedAgainOnceTheHostHasTakenTenTimesAsLong() {
    settle(cores, WORK, 500_000, 800_000);
    for (int run = 0; run < 5000 && cores.advice(WORK) != Advice.HOST; run++) {
      run(cores, 860_000, 800_000);
    }
    cores.leftToHost(WORK, 100);
    assertThat(cores.advice(WORK)).isEqualTo(Advice.HOST);
    cores.leftToHost(WORK, 10_000);
    assertThat(cores.advice(WORK)).isEqualTo(Advice.DEVICE);
    settle(cores, WORK, 500_000, 800_000);
    assertThat(cores.advice(WORK)).isEqualTo(Advice.DEVICE);
  }

  /** Runs an execution as advised; returns whether it was on the device. */
  private static boolean run(HostComparison comparison, long deviceNanos, long hostNanos) {
    Advice advice = comparison.advice(WORK);
    if (advice == Advice.TRIAL) {
      comparison.hostTook(WORK, hostNanos);
    } else if (advice == Advice.DEVICE) {
      comparison.deviceTook(WORK, deviceNanos);
    }
    return advice == Advice.DEVICE;
  }

  private static void settle(
      HostComparison comparison, long work, long deviceNanos, long hostNanos) {
    for (int run = 0; run < 1000; run++) {
      switch (comparison.advice(work)) {
        case TRIAL -> comparison.hostTook(work, hostNanos);
        case DEVICE -> comparison.deviceTook(work, deviceNanos);
        case HOST -> {
          return;
        }
      }
    }
  }

  @Test
  void whereNothingMayBeMeasuredWorkAloneDecides() {
    HostComparison estimated =
        new HostComparison(
            /* measures= */ false, /* cores= */ 0, new ProgramLoss(), LoopExperience.NONE);
    for (int run = 0; run < 100; run++) {
      estimated.deferredTook(1000, 1_000_000_000);
      assertThat(estimated.advice(1000)).isEqualTo(Advice.DEVICE);
    }
    HostComparison staying =
        new HostComparison(
            /* measures= */ false, /* cores= */ 0, new ProgramLoss(), LoopExperience.NONE);
    assertThat(staying.adviceOnStaying(1000, 10_000)).isEqualTo(Advice.HOST);
    for (int run = 0; run < 100; run++) {
      staying.adviceOnStaying(1000, 10_000);
    }
    assertThat(staying.adviceOnStaying(1000, 10_000)).isEqualTo(Advice.DEVICE);
  }

  @Test
  void aLoopThatOnlyGainsIfItsArraysStayIsTriedAgainLater() {
    HostComparison staying =
        new HostComparison(
            /* measures= */ true, /* cores= */ 0, new ProgramLoss(), LoopExperience.NONE);
    staying.coresTake(1000);
    staying.credit().starts();
    for (int run = 0; !staying.credit().isGivenBack(); run++) {
      staying.deferredTook(1000, 10_000_000);
      staying.deferredWaited(1);
    }
    assertThat(staying.adviceOnStaying(1000, 10_000)).isEqualTo(Advice.HOST);
    staying.credit().leaves(2_000_000_000.0);
    assertThat(staying.adviceOnStaying(1000, 10_000)).isEqualTo(Advice.DEVICE);
  }

  private static HostComparison after(LoopExperience earlier) {
    return new HostComparison(/* measures= */ true, /* cores= */ 2, new ProgramLoss(), earlier);
  }

  @Test
  void aLongExecutionIsComparedInTheNextStart() {
    long nanos = 20_000_000;
    long work = 100_000_000;
    HostComparison first = after(LoopExperience.NONE);
    for (int run = 0; run < 10; run++) {
      assertThat(first.advice(work)).isEqualTo(Advice.DEVICE);
      first.deviceTook(work, nanos);
    }
    assertThat(first.advice(work)).as("it may lose 30 ms").isEqualTo(Advice.DEVICE);
    LoopExperience earlier = first.times(26, 7).orElseThrow();
    assertThat(earlier.runs()).isEqualTo(10);
    assertThat(earlier.isHostKnown()).isFalse();
    HostComparison second = after(earlier);
    int run = 0;
    for (; second.advice(work) == Advice.DEVICE; run++) {
      second.deviceTook(work, nanos);
    }
    assertThat(run).as("it loses 20 ms at most").isEqualTo(2);
    second.hostTook(work, 2 * nanos);
    assertThat(second.times(26, 9).orElseThrow().measured()).isEqualTo(9);
  }

  @Test
  void whileTheCoresAreColdALoopThatPaidInEarlierStartsIsNotGivenBack() {
    HostComparison cores = after(new LoopExperience(0, 19, 10, 1e8, 6, 1e8, 0.1, true, 5));
    for (int run = 0; run < 12; run++) {
      cores.deviceTook(WORK, 15_000_000);
      assertThat(cores.advice(WORK)).isEqualTo(Advice.DEVICE);
    }
    cores.deviceTook(WORK, 40_000_000);
    assertThat(cores.advice(WORK)).as("slow for 200 ms").isEqualTo(Advice.HOST);
  }

  @Test
  void whatEarlierStartsHaveComparedIsNotComparedAgain() {
    LoopExperience slower = new LoopExperience(0, 19, 10, 1e8, 6, 1e8, 0.1, true, 5);
    HostComparison host = after(slower);
    for (int run = 0; run < 64; run++) {
      assertThat(host.advice(WORK)).isEqualTo(Advice.DEVICE);
      host.deviceTook(WORK, 500_000);
    }
    assertThat(host.advice(WORK)).as("faster by far").isEqualTo(Advice.HOST);
    HostComparison device = after(slower);
    for (int run = 0; run < 1000; run++) {
      device.deviceTook(WORK, 50_000);
      assertThat(device.advice(WORK)).isEqualTo(Advice.DEVICE);
    }
    assertThat(device.probableGain(OptionalDouble.empty())).isEqualTo(999 * 50_000.0);
    assertThat(device.times(19, 9).orElseThrow().measured()).isEqualTo(5);
  }

  @Test
  void aTrialBeforeTheHostIsWarmBoundsTheGain() {
    HostComparison slower = after(LoopExperience.NONE);
    for (int run = 0; run < 3; run++) {
      slower.deviceTook(WORK, 600_000);
    }
    slower.hostTook(WORK, 500_000);
    assertThat(slower.probableGain(OptionalDouble.empty())).isEqualTo(-200_000);
    HostComparison faster = after(LoopExperience.NONE);
    for (int run = 0; run < 3; run++) {
      faster.deviceTook(WORK, 600_000);
    }
    faster.hostTook(WORK, 90_000_000);
    assertThat(faster.probableGain(OptionalDouble.empty())).as("a part").isEqualTo(0.6 * 1_800_000);
  }

  @Test
  void whatIsNotComparedIsJudgedByTheTimesOfOtherWork() {
    HostComparison unknown = after(LoopExperience.NONE);
    for (int run = 0; run < 3; run++) {
      unknown.deviceTook(WORK, 600_000);
    }
    assertThat(unknown.knownRival()).isEmpty();
    assertThat(unknown.probableGain(OptionalDouble.empty()))
        .as("a part")
        .isEqualTo(0.6 * 1_800_000);
    assertThat(unknown.probableGain(OptionalDouble.of(0.5))).isEqualTo(-200_000);
  }
}
