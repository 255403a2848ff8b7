package dev.slipstream.runtime.launch;

import static dev.slipstream.runtime.launch.TestSites.NOTHING;
import static dev.slipstream.runtime.launch.TestSites.RESUME;
import static dev.slipstream.runtime.launch.TestSites.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.loop.LaunchPlan;
import dev.slipstream.runtime.configuration.DeviceChoice;
import dev.slipstream.runtime.fixture.FakeBackend;
import dev.slipstream.runtime.fixture.FakeDevice;
import dev.slipstream.runtime.fixture.Kernels;
import dev.slipstream.runtime.fixture.TestLoop;
import dev.slipstream.runtime.machine.Devices;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Replays how long loops of real programs took on two cores and on a GPU. */
@Timeout(120)
class CoresOrDeviceTest {
  private static final long MILLISECOND = 1_000_000;

  /** The multiplication by powers of e in class A of NPB FT. */
  private static final long EVOLVE = 1_100_000_000;

  private static final int EVOLVED = 16_777_216;

  /** The time of opening a driver and building the kernel is in the first execution. */
  private static final long COLD = 800 * MILLISECOND;

  private final TestSites sites = new TestSites();
  private final AtomicLong now = sites.now;
  private final FakeDevice gpu = new FakeDevice("opencl:0");
  private final FakeDevice cores = new FakeDevice("cpu").sharingHostMemory();

  /** What another thread does. */
  private final Queue<Runnable> meanwhile = new ArrayDeque<>();

  /** The index of the execution before which the other thread does something. */
  private int idleUntil;

  private final Devices devices =
      new Devices(
          List.of(FakeBackend.of("opencl", gpu), FakeBackend.of("cpu", cores)),
          DeviceChoice.auto(),
          sites.log(),
          work -> meanwhile.add(work));
  private final OpeningRule opening =
      OpeningRule.after(
          Duration.ofSeconds(2), 2, ProgramExperience.NONE, devices::areKnown, devices::openSoon);

  @Test
  void sixExecutionsThatTheCoresRunQuicklyOpenNoDriver() {
    take(150, 250);
    submit(EVOLVE, EVOLVED, 6);
    assertThat(now.get()).isEqualTo(6 * 150 * MILLISECOND);
    assertThat(devices.areKnown()).isFalse();
  }

  @Test
  void aSlowerDeviceCostsNoMoreThanItsFirstTryAndATenth() {
    devicesAreOpen();
    take(150, 250);
    submit(EVOLVE, EVOLVED, 400);
    long onCores = 400 * 150 * MILLISECOND;
    assertThat(gpu.launched.get()).isPositive();
    assertThat(now.get()).isLessThan(onCores + onCores / 10 + COLD + 1000 * MILLISECOND);
  }

  @Test
  void aFasterDeviceGetsTheLoopOnceTheCoresHaveTakenAsLongAsATry() {
    opening.missed(2000 * MILLISECOND);
    take(150, 50);
    submit(EVOLVE, EVOLVED, 100);
    assertThat(cores.launched.get()).isBetween(3, 8);
    assertThat(gpu.launched.get()).isGreaterThan(90);
  }

  @Test
  void aLoopWhoseCopiesTakeLongerThanTheCoresStaysThere() {
    devicesAreOpen();
    take(60, 30);
    submit(1_000_000_000, 3 * 16_777_216, 9);
    assertThat(gpu.launched).hasValue(0);
  }

  @Test
  void driversAreNotOpenedForALoopThatWouldNotBeTried() {
    take(60, 30);
    opening.missed(2000 * MILLISECOND);
    submit(1_000_000_000, 3 * 16_777_216, 9);
    assertThat(devices.areKnown()).isFalse();
  }

  @Test
  void driversAreOpenedLaterForALoopThatOnlyGainsIfItsArraysStay() {
    take(5, 1);
    submit(2_000_000_000, 1_500_000, 700);
    assertThat(devices.areKnown()).isFalse();
    submit(2_000_000_000, 1_500_000, 200);
    assertThat(devices.areKnown()).isTrue();
  }

  @Test
  void shortExecutionsOpenDriversIfTheyAreMany() {
    cores.onLaunch(launch -> now.addAndGet(170_000));
    cores.kernelsTake(170_000);
    gpu.onLaunch(launch -> now.addAndGet(15_000));
    submit(4_000_000_000L, 1_000_000, 20_000);
    assertThat(devices.areKnown()).isFalse();
    submit(4_000_000_000L, 1_000_000, 10_000);
    assertThat(devices.areKnown()).isTrue();
  }

  @Test
  void theCoresRunTheLoopUntilDriversAreOpenAndHaveBuiltTheKernel() {
    opening.missed(2000 * MILLISECOND);
    take(150, 50);
    idleUntil = 20;
    submit(EVOLVE, EVOLVED, 20);
    assertThat(cores.launched).hasValue(20);
    assertThat(gpu.launched).hasValue(0);
    assertThat(devices.areKnown()).isFalse();
    assertThat(meanwhile).hasSize(1);
    submit(EVOLVE, EVOLVED, 60);
    assertThat(gpu.launched).as("the first prepares the kernel").hasValue(39);
  }

  @Test
  void anExecutionThatIsLongOnAllCoresRunsOnADeviceImmediately() {
    take(5000, 50);
    submit(80_000_000_000L, EVOLVED, 1);
    assertThat(gpu.launched).hasValue(1);
  }

  @Test
  void anExecutionThatIsOnlyLongIfConditionsHoldIsMeasuredOnTheCores() {
    take(20, 50);
    submit(80_000_000_000L, /* certain= */ 1_000_000, EVOLVED, 1);
    assertThat(cores.launched).hasValue(1);
    assertThat(devices.areKnown()).isFalse();
  }

  @Test
  void aDeviceThatIsSlowInALongExecutionIsComparedWithTheCores() {
    take(1100, 3000);
    submit(9_000_000_000L, EVOLVED, 9);
    assertThat(cores.launched.get()).isGreaterThanOrEqualTo(6);
  }

  private void devicesAreOpen() {
    opening.missed(2000 * MILLISECOND);
    assertThat(devices.candidates().failures()).isEmpty();
  }

  private void take(long onCores, long onDevice) {
    gpu.onPrepare(kernel -> now.addAndGet(COLD));
    gpu.onLaunch(launch -> now.addAndGet(onDevice * MILLISECOND));
    cores.onLaunch(launch -> now.addAndGet(onCores * MILLISECOND));
    cores.kernelsTake(onCores * MILLISECOND);
  }

  /** Submits executions that read and write so many doubles. */
  private void submit(long work, int elements, int times) {
    submit(work, work, elements, times);
  }

  private void submit(long work, long certain, int elements, int times) {
    double[] any = new double[1];
    Launch launch =
        new Launch(
            Kernels.line(1),
            new Object[] {any, any, any},
            List.of(
                new ArrayAccess(0, 0, elements, 0, 0, false),
                new ArrayAccess(2, 0, 0, 0, elements, true)));
    LoopSite site =
        sites.site(
            new TestLoop(
                "Heat.heat:12",
                Kernels.add(),
                "",
                c -> new LaunchPlan.Run(launch, RESUME, work, false).surely(certain)),
            DeviceChoice.auto(),
            opening,
            false,
            devices);
    for (int i = 0; i < times; i++) {
      if (i >= idleUntil && !meanwhile.isEmpty()) {
        meanwhile.remove().run();
      }
      site.submit(START, NOTHING);
    }
  }
}
