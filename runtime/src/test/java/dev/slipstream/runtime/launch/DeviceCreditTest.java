package dev.slipstream.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.fixture.Locks;
import org.junit.jupiter.api.Test;

class DeviceCreditTest {
  private static final long MILLISECOND = 1_000_000;
  private final ProgramLoss program = new ProgramLoss();
  private final DeviceCredit credit = new DeviceCredit(program, /* isCores= */ false);

  @Test
  void aDeviceIsTriedWhenTheCoresHaveTakenAsLongAsTheTryCosts() {
    credit.leaves(299 * MILLISECOND);
    assertThat(credit.allows(300 * MILLISECOND)).isFalse();
    credit.leaves(MILLISECOND);
    assertThat(credit.allows(300 * MILLISECOND)).isTrue();
  }

  @Test
  void aTryLosesAtMostWhatTheCoresHadTakenBefore() {
    start(300);
    double lost = loseUntilGivenBack(100);
    assertThat(lost).isBetween(300.0 * MILLISECOND, 450.0 * MILLISECOND);
  }

  @Test
  void furtherTriesLoseATenthOfTheTimeBetweenThem() {
    start(300);
    double lost = loseUntilGivenBack(100);
    double total = 0;
    for (int more = 0; more < 1000; more++) {
      if (credit.allows(0)) {
        lost += loseUntilGivenBack(100);
      }
      credit.leaves(150 * MILLISECOND);
      total += 150 * MILLISECOND;
    }
    assertThat(lost).isLessThan(500 * MILLISECOND + 0.12 * total);
  }

  @Test
  void aWarmDeviceThatBecomesSlowerIsGivenBackAfterFiftyMilliseconds() {
    start(300);
    lose(1000, -1);
    double lost = loseUntilGivenBack(10);
    assertThat(lost).isBetween(50.0 * MILLISECOND, 70.0 * MILLISECOND);
  }

  @Test
  void executionsOnTheCoresWaitForNoOtherThread() throws InterruptedException {
    Thread onCores =
        new Thread(
            () -> {
              program.took(100_000 * MILLISECOND, 0);
              program.settled();
            });
    synchronized (program) {
      onCores.start();
      while (onCores.isAlive()) {
        assertThat(Locks.isBlockedOn(onCores, program)).isFalse();
        Thread.sleep(1);
      }
    }
    assertThat(program.allowance()).isEqualTo(2000.0 * MILLISECOND);
  }

  @Test
  void inLongProgramsTwoHundredthsMayBeLost() {
    program.took(100_000 * MILLISECOND, 0);
    start(300);
    lose(1000, -1);
    assertThat(loseUntilGivenBack(100)).isBetween(2000.0 * MILLISECOND, 2300.0 * MILLISECOND);
  }

  @Test
  void slowFirstExecutionsOfADriverAreForgotten() {
    start(300);
    lose(16, 20);
    lose(1000, -0.1);
    assertThat(credit.isGivenBack()).isFalse();
  }

  @Test
  void shortExecutionsAreColdForLonger() {
    start(400);
    lose(200, 0.5);
    lose(10_000, -0.1);
    assertThat(credit.isGivenBack()).isFalse();
  }

  @Test
  void shortExecutionsOnTheCoresAreNotColdForLonger() {
    DeviceCredit cores = new DeviceCredit(program, /* isCores= */ true);
    cores.starts();
    for (int run = 0; run < 200; run++) {
      cores.ran(MILLISECOND, 0.5 * MILLISECOND);
      cores.settled();
    }
    assertThat(cores.isGivenBack()).isTrue();
    DeviceCredit warm = new DeviceCredit(new ProgramLoss(), /* isCores= */ true);
    warm.starts();
    for (int run = 0; run < 64; run++) {
      warm.ran(MILLISECOND, 0.7 * MILLISECOND);
    }
    for (int run = 0; run < 1000; run++) {
      warm.ran(MILLISECOND, 0);
    }
    assertThat(warm.isGivenBack()).as("what was lost while cold is forgotten").isFalse();
  }

  @Test
  void whatTheCoresHaveTakenBeforeTheDeviceWasOpenedCounts() {
    credit.begins(250 * MILLISECOND);
    credit.begins(250 * MILLISECOND);
    assertThat(credit.allows(300 * MILLISECOND)).isFalse();
    credit.leaves(50 * MILLISECOND);
    assertThat(credit.allows(300 * MILLISECOND)).isTrue();
  }

  @Test
  void aLoopThatWaitsForOthersIsKeptWhileTheProgramGains() {
    DeviceCredit forces = new DeviceCredit(program, /* isCores= */ false);
    forces.starts();
    credit.starts();
    for (int step = 0; step < 1000; step++) {
      forces.ran(MILLISECOND / 10, -20 * MILLISECOND);
      credit.ran(MILLISECOND / 10, -0.1 * MILLISECOND);
      credit.waited(10 * MILLISECOND);
    }
    assertThat(credit.isGivenBack()).isFalse();
    assertThat(forces.isGivenBack()).isFalse();
  }

  @Test
  void whatIsPendingIsCountedWhenTheProgramWaitsForIt() {
    credit.starts();
    for (int step = 0; step < 1000; step++) {
      credit.ran(MILLISECOND / 10, -1.9 * MILLISECOND);
    }
    credit.waited(1000 * MILLISECOND);
    assertThat(credit.isGivenBack()).as("half of what the cores take").isFalse();
    for (int step = 0; step < 1000; step++) {
      credit.ran(MILLISECOND / 10, -1.9 * MILLISECOND);
    }
    credit.waited(3000 * MILLISECOND);
    assertThat(credit.isGivenBack()).isTrue();
  }

  private void start(double rent) {
    credit.leaves(rent * MILLISECOND);
    assertThat(credit.allows(rent * MILLISECOND)).isTrue();
  }

  private double loseUntilGivenBack(double each) {
    double lost = 0;
    while (!credit.isGivenBack()) {
      lose(each);
      lost += each * MILLISECOND;
    }
    return lost;
  }

  private void lose(int times, double each) {
    for (int run = 0; run < times; run++) {
      lose(each);
    }
  }

  private void lose(double each) {
    credit.ran((long) (Math.abs(each) * MILLISECOND), each * MILLISECOND);
    credit.settled();
  }
}
