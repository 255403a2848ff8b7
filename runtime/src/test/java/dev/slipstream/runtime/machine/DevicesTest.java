package dev.slipstream.runtime.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.runtime.configuration.CacheSettings;
import dev.slipstream.runtime.configuration.DeviceChoice;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.configuration.LogLevel;
import dev.slipstream.runtime.device.BuildListener;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceBackend;
import dev.slipstream.runtime.device.DeviceEnvironment;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.device.ProgramJvm;
import dev.slipstream.runtime.device.cpu.CpuBackend;
import dev.slipstream.runtime.fixture.FakeBackend;
import dev.slipstream.runtime.fixture.FakeDevice;
import dev.slipstream.runtime.fixture.Output;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class DevicesTest {
  private final Output output = new Output();
  private final FakeDevice gpu0 = new FakeDevice("opencl:0");
  private final FakeDevice gpu1 = new FakeDevice("opencl:1");
  private final FakeBackend gpus = FakeBackend.of("opencl", gpu0, gpu1);

  @Test
  void nothingIsOpenedBeforeCandidatesAreAskedFor() {
    Devices devices = devices(DeviceChoice.auto(), gpus);
    devices.devices();
    devices.close();
    assertThat(gpus.opened).hasValue(0);
  }

  @Test
  void candidatesAreOpenedOnce() {
    Devices devices = devices(DeviceChoice.auto(), gpus);
    devices.candidates();
    devices.candidates();
    assertThat(gpus.opened).hasValue(1);
  }

  @Test
  void theJvmIsPreparedBeforeADriverIsOpenedButNotForTheCores() {
    List<Integer> openedBefore = new ArrayList<>();
    ProgramJvm jvm =
        new ProgramJvm() {
          @Override
          public void addToClassPath(Path jar) {
            throw new AssertionError("nothing adds " + jar);
          }

          @Override
          public void expectDriver() {
            openedBefore.add(gpus.opened.get());
          }
        };
    DeviceEnvironment environment =
        new DeviceEnvironment(CacheSettings.off(), BuildListener.NONE, Log.none(), jvm);
    FakeBackend cores = FakeBackend.of(CpuBackend.NAME, new FakeDevice(CpuBackend.NAME));
    Devices devices = new Devices(List.of(gpus, cores), DeviceChoice.auto(), environment);
    assertThat(devices.cores()).isPresent();
    assertThat(openedBefore).isEmpty();
    devices.candidates();
    devices.candidates();
    assertThat(openedBefore).containsExactly(0);
  }

  @Test
  void driversAreOpenedWhileTheProgramGoesOn() {
    Queue<Runnable> later = new ArrayDeque<>();
    Devices devices = meanwhile(gpus, later);
    devices.openSoon();
    devices.openSoon();
    assertThat(gpus.opened).hasValue(0);
    assertThat(later).hasSize(1);
    later.remove().run();
    assertThat(devices.areKnown()).isTrue();
    assertThat(gpus.opened).hasValue(1);
  }

  @Test
  void beforeAnyLoopOnlyADeviceThatTheUserHasNamedIsOpened() {
    Queue<Runnable> later = new ArrayDeque<>();
    meanwhile(DeviceChoice.auto(), gpus, later).openNamedSoon();
    meanwhile(DeviceChoice.host(), gpus, later).openNamedSoon();
    meanwhile(DeviceChoice.named(CpuBackend.NAME), gpus, later).openNamedSoon();
    assertThat(later).as("without a driver that the user has named").isEmpty();
    meanwhile(DeviceChoice.named("opencl:0"), gpus, later).openNamedSoon();
    later.remove().run();
    assertThat(gpus.opened).hasValue(1);
    assertThat(gpu0.expectsKernels).isFalse();
    later.remove().run();
    assertThat(gpu0.expectsKernels).isTrue();
  }

  @Test
  void aDeviceIsNotReadiedForKernelsOnceTheProgramIsEnding() {
    Queue<Runnable> later = new ArrayDeque<>();
    Devices devices = meanwhile(DeviceChoice.named("opencl"), gpus, later);
    devices.openNamedSoon();
    later.remove().run();
    devices.ends();
    later.remove().run();
    assertThat(gpu0.expectsKernels).isFalse();
  }

  @Test
  void nothingIsOpenedOnceTheProgramIsEnding() {
    Queue<Runnable> later = new ArrayDeque<>();
    Devices devices = meanwhile(gpus, later);
    devices.openSoon();
    devices.ends();
    later.remove().run();
    assertThat(gpus.opened).hasValue(0);
  }

  @Test
  @Timeout(60)
  void theCoresAreThereWhileADriverIsBeingOpened() throws Exception {
    CountDownLatch opening = new CountDownLatch(1);
    CountDownLatch used = new CountDownLatch(1);
    FakeBackend slow =
        FakeBackend.opening(
            "opencl",
            () -> {
              opening.countDown();
              used.await();
              return List.of(gpu0);
            });
    try (Devices devices = devices(DeviceChoice.auto(), slow)) {
      devices.openSoon();
      opening.await();
      assertThat(devices.cores()).isPresent();
      assertThat(devices.devices()).extracting(Device::id).containsExactly("cpu");
      used.countDown();
      assertThat(ids(devices)).containsExactly("opencl:0", "cpu");
    }
  }

  @Test
  void theEndWaitsForADriverThatIsBeingOpened() {
    AtomicBoolean isOver = new AtomicBoolean();
    CountDownLatch opening = new CountDownLatch(1);
    FakeBackend slow =
        FakeBackend.opening(
            "opencl",
            () -> {
              opening.countDown();
              Thread.yield();
              isOver.set(true);
              return List.of(gpu0);
            });
    Devices devices = devices(DeviceChoice.auto(), slow);
    devices.openSoon();
    await(opening);
    devices.close();
    assertThat(isOver).isTrue();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private Devices meanwhile(FakeBackend backend, Queue<Runnable> later) {
    return meanwhile(DeviceChoice.auto(), backend, later);
  }

  private Devices meanwhile(DeviceChoice choice, FakeBackend backend, Queue<Runnable> later) {
    return new Devices(
        List.of(backend, new CpuBackend(2)),
        choice,
        output.log(LogLevel.WARN),
        work -> later.add(work));
  }

  @Test
  void automaticallyTheCpuComesLast() {
    Devices devices =
        new Devices(
            List.of(new CpuBackend(2), gpus), DeviceChoice.auto(), output.log(LogLevel.WARN));
    assertThat(ids(devices)).containsExactly("opencl:0", "opencl:1", "cpu");
    assertThat(output.text()).isEmpty();
  }

  @Test
  void aDriverThatDoesNotWorkLeavesTheCpuAndAWarning() {
    FakeBackend broken = FakeBackend.broken("opencl", new DeviceException("the driver is too old"));
    Devices devices = devices(DeviceChoice.auto(), broken);
    assertThat(ids(devices)).containsExactly("cpu");
    assertThat(output.text())
        .isEqualToIgnoringNewLines(
            "[slipstream] opencl does not work: the driver is too old; loops run on cpu");
  }

  @Test
  void aDriverWithMissingClassesOrMemoryLeavesTheCpu() {
    for (Error error :
        List.of(new NoClassDefFoundError("org/lwjgl/opencl/CL"), new OutOfMemoryError("native"))) {
      Devices devices = devices(DeviceChoice.auto(), FakeBackend.broken("opencl", error));
      assertThat(ids(devices)).containsExactly("cpu");
    }
    assertThat(output.text())
        .contains("a class is missing or does not fit (org/lwjgl/opencl/CL)", "enough memory");
  }

  @Test
  void aNamedDeviceIsTheOnlyOne() {
    assertThat(ids(devices(DeviceChoice.named("opencl:1"), gpus))).containsExactly("opencl:1");
    assertThat(ids(devices(DeviceChoice.named("opencl"), gpus))).containsExactly("opencl:0");
    assertThat(ids(devices(DeviceChoice.named("cpu"), gpus))).containsExactly("cpu");
    assertThat(gpus.opened).hasValue(2);
  }

  @Test
  void aNamedDeviceThatRefusesMuchIsFollowedByTheOthersAndByTheCpu() {
    for (String id : List.of("tornado", "tornado:0")) {
      assertThat(ids(withOneThatRefusesMuch(DeviceChoice.named(id))))
          .containsExactly("tornado:0", "opencl:0", "opencl:1", "cpu");
    }
  }

  @Test
  void automaticallyTheFirstDeviceOfABackendThatRefusesMuchComesBeforeTheOthers() {
    assertThat(ids(withOneThatRefusesMuch(DeviceChoice.auto())))
        .containsExactly("tornado:0", "opencl:0", "opencl:1", "cpu");
    assertThat(output.text()).isEmpty();
  }

  @Test
  void aNamedDeviceIsTheOnlyOneAlsoWhereAnotherOneRefusesMuch() {
    assertThat(ids(withOneThatRefusesMuch(DeviceChoice.named("opencl:1"))))
        .containsExactly("opencl:1");
    assertThat(ids(withOneThatRefusesMuch(DeviceChoice.named("cpu")))).containsExactly("cpu");
  }

  @Test
  void aBackendThatRefusesMuchAndDoesNotWorkLeavesTheOthersAndAWarning() {
    FakeBackend broken = FakeBackend.broken("tornado", new DeviceException("fma is on"));
    Devices devices =
        new Devices(
            List.of(gpus, broken, new CpuBackend(2)),
            DeviceChoice.auto(),
            output.log(LogLevel.WARN));
    assertThat(ids(devices)).containsExactly("opencl:0", "opencl:1", "cpu");
    assertThat(output.text()).contains("tornado does not work: fma is on; loops run on opencl:0");
  }

  @Test
  void aDeviceWhoseResultsAreKnownToDifferIsUsedOnlyWhereTheUserNamesIt() {
    FakeBackend backend =
        FakeBackend.of(
            "tornado",
            new FakeDevice("tornado:0").leavingLoopsToOthers().onlyIfNamed(),
            new FakeDevice("tornado:1").leavingLoopsToOthers());
    assertThat(ids(devices(DeviceChoice.auto(), backend))).containsExactly("tornado:1", "cpu");
    assertThat(ids(devices(DeviceChoice.named("tornado"), backend)))
        .containsExactly("tornado:0", "cpu");
  }

  private Devices withOneThatRefusesMuch(DeviceChoice choice) {
    FakeBackend choosy =
        FakeBackend.of(
            "tornado",
            new FakeDevice("tornado:0").leavingLoopsToOthers(),
            new FakeDevice("tornado:1").leavingLoopsToOthers());
    return new Devices(List.of(gpus, choosy, new CpuBackend(2)), choice, output.log(LogLevel.WARN));
  }

  @Test
  void aBackendNamedAloneMeansItsFirstDeviceAndThoseThatShareItsLoops() {
    FakeBackend mixed =
        FakeBackend.of(
            "opencl",
            new Resident("opencl:0", "fast"),
            new Resident("opencl:1", "slow"),
            new Resident("opencl:2", "fast"),
            gpu1);
    assertThat(ids(devices(DeviceChoice.named("opencl"), mixed)))
        .containsExactly("opencl:0", "opencl:2");
    assertThat(ids(devices(DeviceChoice.named("opencl:2"), mixed))).containsExactly("opencl:2");
  }

  /** A device with its own memory, of some model. */
  private record Resident(String id, String model) implements Device {
    @Override
    public String description() {
      return model;
    }

    @Override
    public PreparedKernel prepare(RangeKernel kernel) {
      throw new IllegalStateException();
    }

    @Override
    public boolean keepsArrays() {
      return true;
    }

    @Override
    public boolean sharesWith(Device other) {
      return other instanceof Resident resident && resident.model.equals(model);
    }

    @Override
    public long memoryBytes() {
      return 0;
    }

    @Override
    public long largestArrayBytes() {
      return 0;
    }

    @Override
    public void close() {}
  }

  @Test
  void insteadOfADeviceThatIsNotThereAllCoresAreUsed() {
    Devices devices = devices(DeviceChoice.named("opencl:7"), gpus);
    assertThat(ids(devices)).containsExactly("cpu");
    assertThat(output.text())
        .isEqualToIgnoringNewLines(
            "[slipstream] slipstream.device=opencl:7 names no device of this machine; choose one of"
                + " opencl:0, opencl:1, cpu, auto, host; loops run on cpu");
  }

  @Test
  void hostOpensNothing() {
    assertThat(ids(devices(DeviceChoice.host(), gpus))).isEmpty();
    assertThat(gpus.opened).hasValue(0);
  }

  @Test
  void closingClosesEveryDeviceEvenIfOneFails() {
    FakeDevice failing = new FakeDevice("opencl:0");
    Device stuck =
        new Device() {
          @Override
          public String id() {
            return "stuck:0";
          }

          @Override
          public String description() {
            return "stuck";
          }

          @Override
          public PreparedKernel prepare(RangeKernel kernel) {
            throw new IllegalStateException();
          }

          @Override
          public void close() {
            throw new IllegalStateException("stuck");
          }
        };
    Devices devices = devices(DeviceChoice.auto(), FakeBackend.of("opencl", stuck, failing));
    devices.candidates();
    devices.close();
    assertThat(failing.closed).hasValue(1);
  }

  @Test
  void backendsAreFoundAsServicesAndABrokenOneIsLeftOut() {
    List<DeviceBackend> found =
        Backends.find(getClass().getClassLoader(), 3, output.log(LogLevel.WARN));
    assertThat(found.stream().map(DeviceBackend::name)).containsExactly("service", "cpu");
    assertThat(found.get(1).diagnose().get(0).detail()).isEqualTo("3 cores");
    assertThat(output.text()).contains("a device backend cannot be loaded", "NoSuchBackend");
  }

  @Test
  void theCpuIsThereEvenWithoutServices() {
    List<DeviceBackend> found =
        Backends.find(ClassLoader.getPlatformClassLoader(), 1, output.log(LogLevel.WARN));
    assertThat(found.stream().map(DeviceBackend::name)).containsExactly("cpu");
  }

  private Devices devices(DeviceChoice choice, DeviceBackend backend) {
    return new Devices(List.of(backend, new CpuBackend(2)), choice, output.log(LogLevel.WARN));
  }

  private static List<String> ids(Devices devices) {
    return devices.candidates().devices().stream().map(Device::id).toList();
  }
}
