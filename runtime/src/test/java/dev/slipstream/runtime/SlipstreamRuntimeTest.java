package dev.slipstream.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.model.SlipstreamException;
import dev.slipstream.model.loop.Loop;
import dev.slipstream.runtime.coherence.HostArrays;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.configuration.LogLevel;
import dev.slipstream.runtime.configuration.Settings;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceBackend;
import dev.slipstream.runtime.device.Finding;
import dev.slipstream.runtime.device.ProgramJvm;
import dev.slipstream.runtime.device.cpu.CpuBackend;
import dev.slipstream.runtime.fixture.FakeBackend;
import dev.slipstream.runtime.fixture.Output;
import dev.slipstream.runtime.fixture.TestLoop;
import dev.slipstream.runtime.launch.ProgramExperience;
import dev.slipstream.runtime.report.TakenEntry;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class SlipstreamRuntimeTest {
  private final Output output = new Output();

  @Test
  void aLoopRunsOnTheCpuAndIsReported() {
    try (SlipstreamRuntime runtime = start("device=cpu;cpu.threads=2")) {
      int site = 0;
      runtime.register(site, TestLoop.adding("Sum.sum:3"));
      double[] ones = new double[10_000];
      Arrays.fill(ones, 1);
      double[] sums = new double[10_000];
      assertThat(runtime.submit(site, 0, new Object[] {ones, ones, sums})).isEqualTo(10_000);
      assertThat(sums).containsOnly(2);
      runtime.writeReport(output.stream);
    }
    assertThat(output.text())
        .contains(
            "[slipstream] 2 cores (cpu) · 1 of 1 loop taken · 1 run · host waited", "Sum.sum:3");
  }

  @Test
  void ofLoopsWhoseClassesAreGoneTheSumsAreKeptAndNothingElse() {
    try (SlipstreamRuntime runtime = start("device=cpu;cpu.threads=2")) {
      double[] ones = new double[10_000];
      Object[] captures = {ones, ones, new double[10_000]};
      List<WeakReference<Loop>> loops = new ArrayList<>();
      for (int site = 0; site < 1_500; site++) {
        Loop loop = TestLoop.adding("Sum.sum:" + site % 1_200);
        loops.add(new WeakReference<>(loop));
        runtime.register(site, loop);
        runtime.submit(site, 0, captures);
        if (site >= 10) {
          runtime.forget(Set.of(site));
        }
      }
      assertThat(runtime.submit(1_499, 7, captures)).isEqualTo(7);
      List<TakenEntry> taken = runtime.report().taken();
      assertThat(taken.stream().mapToLong(entry -> entry.statistics().deviceRuns()).sum())
          .isEqualTo(1_500);
      assertThat(taken).hasSizeLessThan(1_020);
      await("no more than the living loops are kept", () -> count(loops) <= 20);
    }
  }

  private static long count(List<WeakReference<Loop>> loops) {
    System.gc();
    return loops.stream().filter(loop -> loop.get() != null).count();
  }

  private static void await(String what, BooleanSupplier condition) {
    for (int tries = 0; !condition.getAsBoolean(); tries++) {
      assertThat(tries).as(what).isLessThan(100);
    }
  }

  @Test
  void theVersionIsTheBuilds() {
    assertThat(Version.text()).matches("\\d+\\.\\d+\\.\\d+.*");
  }

  @Test
  void aRefusedLoopIsReportedAndInStrictModeAnErrorImmediately() {
    try (SlipstreamRuntime runtime = start("strict=true")) {
      runtime.refused(
          "Heat.smooth:44",
          "line 46 returns from the loop",
          "Remove the return.",
          "docs/refusals.md#early-exit");
      runtime.refuse(
          0,
          "Heat.smooth:44",
          "line 46 returns from the loop",
          "Remove the return.",
          "docs/refusals.md#early-exit");
      assertThat(output.text())
          .contains("[slipstream] Heat.smooth:44 runs on the host: line 46 returns from the loop.");
      assertThatThrownBy(() -> runtime.submit(0, 0, new Object[0]))
          .isInstanceOf(SlipstreamException.class)
          .hasMessageContainingAll("Heat.smooth:44", "line 46", "slipstream.strict");
      assertThat(runtime.report().refused()).hasSize(1);
    }
  }

  @Test
  void aNamedLoopThatWasNotFoundIsReported() {
    try (SlipstreamRuntime runtime = start("")) {
      runtime.unmatched("com.acme.Solver#step:118");
      runtime.writeReport(output.stream);
    }
    assertThat(output.text()).contains("com.acme.Solver#step:118, but no such loop was loaded");
  }

  @Test
  void ofManyNamedLoopsThatWereNotFoundTheReportListsTwenty() {
    try (SlipstreamRuntime runtime = start("")) {
      for (int line = 1; line <= 120; line++) {
        runtime.unmatched("com.acme.Solver#step:" + line);
      }
      runtime.writeReport(output.stream);
    }
    assertThat(output.text().split("but no such loop", -1)).hasSize(21);
    assertThat(output.text()).contains("slipstream.loops names 100 more without a loop");
  }

  @Test
  void comparingAllBitsOfRelaxedResultsIsWarnedOf() {
    start("fastMath=true;verify=true").close();
    assertThat(output.text().replaceAll("\\s+", " "))
        .contains("slipstream.verify=true compares all bits, and slipstream.fastMath=true changes");
  }

  @Test
  void thatResultsMayDifferIsReportedAsTextAndAsJson(@TempDir Path folder) throws IOException {
    try (SlipstreamRuntime runtime = start("fastMath=true;report.file=" + folder + "/r.json")) {
      runtime.writeReport(output.stream);
    }
    assertThat(Files.readString(folder.resolve("r.json"))).contains("slipstream.fastMath=true: on");
    try (SlipstreamRuntime runtime = start("fastMath=true")) {
      runtime.writeReport(output.stream);
    }
    assertThat(output.text().replaceAll("\\s+", " "))
        .contains("slipstream.fastMath=true: on OpenCL devices", "pow ≤ 16");
    try (SlipstreamRuntime runtime = start("")) {
      assertThat(runtime.report().messages()).isEmpty();
    }
  }

  @Test
  void messagesThatTheLogKeptBackStandInTheReport() {
    Log log = Log.singleLine(output.stream);
    Settings settings = Settings.read(new Properties(), Map.of(), "");
    try (SlipstreamRuntime runtime =
        SlipstreamRuntime.start(
            settings,
            log,
            ClassLoader.getPlatformClassLoader(),
            HostArrays.unguarded(log),
            ProgramJvm.FIXED,
            Optional.empty(),
            ProgramExperience.NONE)) {
      log.warn("first");
      log.warn("second");
      assertThat(output.text()).doesNotContain("second");
      runtime.writeReport(output.stream);
    }
    assertThat(output.text()).contains("second");
  }

  @Test
  void whyLoopsAreNotDeferredAnyMoreStandsInTheReport() {
    HostArrays arrays = new HostArrays(length -> {}, Log.none());
    Settings settings = Settings.read(new Properties(), Map.of(), "");
    try (SlipstreamRuntime runtime =
        SlipstreamRuntime.start(
            settings,
            Log.none(),
            ClassLoader.getPlatformClassLoader(),
            arrays,
            ProgramJvm.FIXED,
            Optional.empty(),
            ProgramExperience.NONE)) {
      assertThat(runtime.report().messages()).isEmpty();
      arrays.unguarded("a class has no guards");
      assertThat(runtime.report().messages())
          .containsExactly(
              "each loop had to end before the program continued: a class has no guards");
    }
  }

  @Test
  void devicesAreOpenedImmediatelyIfLoopsAreToRunThere(@TempDir Path folder) {
    assertThat(openedForAShortLoop("")).isZero();
    for (String option : List.of("dryRun=2", "graphs=" + folder, "cpu.share=0.2")) {
      assertThat(openedForAShortLoop(option)).as(option).isEqualTo(1);
    }
  }

  @Test
  @Timeout(60)
  void theDriverOfANamedDeviceIsOpenedBeforeTheProgramReachesALoop() throws Exception {
    CountDownLatch opened = new CountDownLatch(1);
    FakeBackend driver =
        FakeBackend.opening(
            "opencl",
            () -> {
              opened.countDown();
              return List.of();
            });
    Settings settings = Settings.read(new Properties(), Map.of(), "device=opencl");
    try (SlipstreamRuntime runtime =
        SlipstreamRuntime.start(settings, Log.none(), List.of(driver, new CpuBackend(2)))) {
      assertThat(driver.opened).hasValue(0);
      runtime.register(0, TestLoop.adding("Sum.sum:3"));
      opened.await();
    }
  }

  @Test
  void aLoopOfSeveralFormsOfWhichOneHasRunIsNotReportedAsNeverReached() {
    Settings settings = Settings.read(new Properties(), Map.of(), "");
    List<DeviceBackend> backends = List.of(new CpuBackend(2));
    try (SlipstreamRuntime runtime = SlipstreamRuntime.start(settings, Log.none(), backends)) {
      runtime.register(0, TestLoop.adding("Sum.sum:3"));
      runtime.register(1, TestLoop.adding("Sum.sum:3"));
      runtime.register(2, TestLoop.adding("Sum.other:9"));
      assertThat(runtime.report().taken()).hasSize(3);
      Object[] captures = {new double[10], new double[10], new double[10]};
      assertThat(runtime.submit(1, 0, captures)).isEqualTo(10);
      assertThat(runtime.report().taken())
          .extracting(TakenEntry::name)
          .containsExactly("Sum.sum:3", "Sum.other:9");
    }
  }

  /** How often a slow driver is opened for a short loop. */
  private int openedForAShortLoop(String argument) {
    AtomicInteger opened = new AtomicInteger();
    DeviceBackend slow =
        new DeviceBackend() {
          @Override
          public String name() {
            return "opencl";
          }

          @Override
          public List<Device> open() {
            opened.incrementAndGet();
            return List.of();
          }

          @Override
          public Duration worthOpeningAfter(int cores) {
            return Duration.ofHours(1);
          }

          @Override
          public List<Finding> diagnose() {
            return List.of();
          }
        };
    Settings settings = Settings.read(new Properties(), Map.of(), argument);
    List<DeviceBackend> backends = List.of(slow, new CpuBackend(2));
    try (SlipstreamRuntime runtime = SlipstreamRuntime.start(settings, Log.none(), backends)) {
      runtime.register(0, TestLoop.adding("Sum.sum:3"));
      double[] sums = new double[10];
      Object[] captures = {new double[10], new double[10], sums};
      assertThat(runtime.submit(0, 0, captures)).isEqualTo(sums.length);
      return opened.get();
    }
  }

  private SlipstreamRuntime start(String argument) {
    Settings settings = Settings.read(new Properties(), Map.of(), argument);
    return SlipstreamRuntime.start(
        settings,
        output.log(LogLevel.WARN),
        ClassLoader.getPlatformClassLoader(),
        HostArrays.unguarded(Log.none()),
        ProgramJvm.FIXED,
        Optional.empty(),
        ProgramExperience.NONE);
  }
}
