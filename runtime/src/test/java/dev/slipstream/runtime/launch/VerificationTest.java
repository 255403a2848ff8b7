package dev.slipstream.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.model.SlipstreamException;
import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.loop.LaunchPlan;
import dev.slipstream.model.loop.Loop;
import dev.slipstream.runtime.configuration.DeviceChoice;
import dev.slipstream.runtime.configuration.LogLevel;
import dev.slipstream.runtime.device.cpu.CpuBackend;
import dev.slipstream.runtime.execution.Ticker;
import dev.slipstream.runtime.fixture.ChaseKernel;
import dev.slipstream.runtime.fixture.CheckingKernel;
import dev.slipstream.runtime.fixture.FakeBackend;
import dev.slipstream.runtime.fixture.FakeDevice;
import dev.slipstream.runtime.fixture.Kernels;
import dev.slipstream.runtime.fixture.NoDeferral;
import dev.slipstream.runtime.fixture.Output;
import dev.slipstream.runtime.fixture.RowsKernel;
import dev.slipstream.runtime.fixture.TestLoop;
import dev.slipstream.runtime.fixture.ThrowingKernel;
import dev.slipstream.runtime.machine.Devices;
import dev.slipstream.runtime.observation.LoopMeters;
import dev.slipstream.runtime.observation.Metrics;
import dev.slipstream.runtime.observation.VerificationStatistics;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VerificationTest {
  private static final Object[] NOTHING = {};
  private static final int N = 100;

  private final Output output = new Output();
  private final FakeDevice gpu = new FakeDevice("opencl:0");
  private final double[] ones = new double[N];
  private final double[] sums = new double[N];
  private final Loop adding = TestLoop.running(Kernels.add(), Kernels.add(ones, ones, sums), N);

  VerificationTest() {
    Arrays.fill(ones, 1);
  }

  @Test
  void aRightDeviceIsVerifiedWithoutAWord() {
    gpu.onLaunch(l -> Arrays.fill(sums, 2));
    LoopSite site = site(adding, false);

    assertThat(site.submit(0, NOTHING)).isEqualTo(N);
    assertThat(site.submit(0, NOTHING)).isEqualTo(N);

    assertThat(verified(site)).isEqualTo(new VerificationStatistics(2, 0, "", 0, ""));
    assertThat(site.statistics().deviceRuns()).isEqualTo(2);
    assertThat(output.text()).isEmpty();
  }

  @Test
  void aDifferenceIsNamedAndTheHostsValuesAreKept() {
    gpu.onLaunch(
        l -> {
          Arrays.fill(sums, 2);
          sums[17] = 2.5;
          sums[99] = -2;
        });
    LoopSite site = site(adding, false);

    assertThat(site.submit(0, NOTHING)).isEqualTo(N);

    assertThat(sums).containsOnly(2);
    assertThat(verified(site).executions()).isEqualTo(1);
    assertThat(verified(site).differing()).isEqualTo(1);
    assertThat(output.text())
        .startsWith("[slipstream] Heat.heat:12 gives other results on opencl:0 than on the host: ")
        .contains("c[17] is 2.5 on opencl:0 and 2.0 on the host; elements that differ: 2.");
  }

  @Test
  void onlyTheFirstDifferenceOfALoopIsWarnedOf() {
    LoopSite site = site(adding, false);
    for (int i = 0; i < 3; i++) {
      Arrays.fill(sums, i);
      site.submit(0, NOTHING);
    }

    // The device writes nothing: in the third execution the array already contains the right
    // values.
    assertThat(verified(site).executions()).isEqualTo(3);
    assertThat(verified(site).differing()).isEqualTo(2);
    assertThat(verified(site).firstDifference()).contains("c[0] is 0.0 on opencl:0");
    assertThat(output.text().lines()).hasSize(1);
  }

  @Test
  void inStrictModeADifferenceIsAnErrorAndTheHostsValuesAreThere() {
    LoopSite site = site(adding, true);

    assertThatThrownBy(() -> site.submit(0, NOTHING))
        .isInstanceOf(SlipstreamException.class)
        .hasMessageContainingAll("Heat.heat:12", "c[0] is 0.0", "slipstream.strict=true");
    assertThat(sums).containsOnly(2);
    assertThat(verified(site).differing()).isEqualTo(1);
  }

  @Test
  void aDifferenceInAnArrayOfArraysIsNamedByRowAndColumn() {
    float[][] a = {new float[4], new float[2], null, new float[3]};
    Launch launch =
        new Launch(
            Kernels.line(2), new Object[] {a}, List.of(new ArrayAccess(0, 0, 0, 0, 2, true)));
    gpu.onLaunch(
        l -> {
          for (int j = 0; j < 4; j++) {
            a[0][j] = j;
          }
          a[1][0] = 10;
          a[1][1] = Float.NaN;
        });
    LoopSite site =
        site(
            TestLoop.running(
                Kernels.of(RowsKernel.class, 1, new KernelParameter("this.grid", "[[F")),
                launch,
                2),
            false);

    site.submit(0, NOTHING);

    assertThat(output.text()).contains("this.grid[1][1] is NaN on opencl:0 and 11.0 on the host.");
    assertThat(a[1]).containsExactly(10, 11);
    assertThat(a[3]).containsOnly(0);
  }

  @Test
  void negativeZeroDiffersAndAllNansAreEqual() {
    double otherNan = Double.longBitsToDouble(0x7ff8000000000123L);
    ones[1] = Double.NaN;
    ones[2] = -0.0;
    gpu.onLaunch(
        l -> {
          Arrays.fill(sums, 2);
          sums[1] = otherNan;
          sums[2] = 0.0;
        });
    LoopSite site = site(adding, false);

    site.submit(0, NOTHING);

    assertThat(output.text()).contains("c[2] is 0.0 on opencl:0 and -0.0 on the host.");
    assertThat(Double.doubleToRawLongBits(sums[1])).isEqualTo(0x7ff8000000000123L);
  }

  @Test
  void oneArrayInTwoPlacesIsOneCopy() {
    // c[i] = c[i] + c[i]: the host repeats it from the values before the device's run.
    gpu.onLaunch(l -> Arrays.fill(ones, 2));
    LoopSite site = site(TestLoop.running(Kernels.add(), Kernels.add(ones, ones, ones), N), false);

    site.submit(0, NOTHING);

    assertThat(verified(site).differing()).isZero();
    assertThat(ones).containsOnly(2);
  }

  @Test
  void elementsOutsideTheWrittenRangeAreLeftAlone() {
    Launch first10 =
        new Launch(
            Kernels.line(10),
            new Object[] {ones, ones, sums},
            List.of(new ArrayAccess(0, 0, 10, 0, 0, false), new ArrayAccess(2, 0, 0, 0, 10, true)));
    gpu.onLaunch(l -> Arrays.fill(sums, 7));
    LoopSite site = site(TestLoop.running(Kernels.add(), first10, 10), false);

    site.submit(0, NOTHING);

    assertThat(Arrays.copyOf(sums, 10)).containsOnly(2);
    assertThat(Arrays.copyOfRange(sums, 10, N)).containsOnly(7);
    assertThat(output.text()).contains("elements that differ: 10.");
  }

  @Test
  void elementsOfEveryTypeAreCompared() {
    for (Object array :
        List.of(
            new boolean[3],
            new byte[3],
            new short[3],
            new char[3],
            new int[3],
            new long[3],
            new float[3],
            new double[3])) {
      Object other = java.lang.reflect.Array.newInstance(array.getClass().getComponentType(), 3);
      assertThat(Mismatch.first(array, other, 0, 3)).isEqualTo(-1);
      if (other instanceof boolean[] flags) {
        flags[2] = true;
      } else if (other instanceof char[] chars) {
        chars[2] = 1;
      } else {
        java.lang.reflect.Array.setByte(other, 2, (byte) 1);
      }
      assertThat(Mismatch.first(array, other, 0, 3)).isEqualTo(2);
      assertThat(Mismatch.first(array, other, 0, 2)).isEqualTo(-1);
      assertThat(Mismatch.text(other, 2)).isIn("1", "1.0", "true");
    }
  }

  @Test
  void copiesThatDoNotFitAreSkippedAndThatIsSaid() {
    Optional<Verification.Check> check = begun(new Metrics().loop(0, "Heat.heat:12"), 8L * N - 1);

    assertThat(check).isEmpty();
    assertThat(output.text()).contains("Heat.heat:12 is not verified: copies of its arrays need");
    assertThat(sums).containsOnly(0);
  }

  @Test
  void copiesThatJustFitAreMade() {
    LoopMeters meters = new Metrics().loop(0, "Heat.heat:12");

    Optional<Verification.Check> check = begun(meters, 8L * N);
    assertThat(verification(meters, 8L * N).end(check.orElseThrow())).isTrue();

    assertThat(meters.statistics().verification().differing()).isEqualTo(1);
  }

  @Test
  void aLoopThatTheHostCannotRepeatKeepsTheDevicesValues() {
    int[] a = {1, 2, -5, 4};
    gpu.onLaunch(l -> Arrays.fill(a, 9));
    LoopSite site =
        site(
            TestLoop.running(
                Kernels.onInts(ThrowingKernel.class), Kernels.inPlace(a, a.length), a.length),
            false);

    assertThat(site.submit(0, NOTHING)).isEqualTo(a.length);

    assertThat(a).containsOnly(9);
    assertThat(verified(site).executions()).isZero();
    assertThat(verified(site).skipped()).isEqualTo(1);
    assertThat(verified(site).skippedBecause()).contains("could not repeat", "element 2");
  }

  @Test
  void aLoopThatThrowsInItsOwnOrderIsLeftToTheProgramAsIfNothingHadRun() {
    int[][] rows = {{1, 2}, {3, -4}};
    Launch launch =
        new Launch(
            Kernels.line(2),
            new Object[] {rows, new int[1]},
            List.of(new ArrayAccess(0, 0, 2, 0, 2, false)),
            1);
    Loop loop =
        new TestLoop(
            "Heat.heat:12",
            Kernels.of(
                CheckingKernel.class,
                1,
                new KernelParameter("a", "[[I"),
                new KernelParameter("violation", "[I")),
            "",
            c -> new LaunchPlan.Run(launch, 2, TestLoop.MUCH_WORK, true));
    gpu.onLaunch(
        l -> {
          rows[0][0] = 50;
          rows[1][1] = 60;
        });
    LoopSite site = site(loop, false);

    assertThat(site.submit(0, NOTHING)).isZero();

    assertThat(rows).isDeepEqualTo(new int[][] {{1, 2}, {3, -4}});
    assertThat(verified(site).differing()).isEqualTo(1);
    assertThat(output.text())
        .contains("in its own order an iteration throws an exception, on opencl:0 none did");
  }

  @Test
  void aCheckedLoopThatCompletesIsCompared() {
    int[][] rows = {{1, 2}, {3, 4}};
    Launch launch =
        new Launch(
            Kernels.line(2),
            new Object[] {rows, new int[1]},
            List.of(new ArrayAccess(0, 0, 2, 0, 2, false), new ArrayAccess(1, 0, 0, 0, 1, false)),
            1);
    Loop loop =
        new TestLoop(
            "Heat.heat:12",
            Kernels.of(
                CheckingKernel.class,
                1,
                new KernelParameter("a", "[[I"),
                new KernelParameter("violation", "[I")),
            "",
            c -> new LaunchPlan.Run(launch, 2, TestLoop.MUCH_WORK, true));
    gpu.onLaunch(l -> rows[0][0] = 2);
    LoopSite site = site(loop, false);

    assertThat(site.submit(0, NOTHING)).isEqualTo(2);

    assertThat(rows).isDeepEqualTo(new int[][] {{2, 3}, {4, 5}});
    assertThat(output.text())
        .contains("a[0][1] is 2 on opencl:0 and 3 on the host; elements that differ: 3.");
  }

  @Test
  void iterationsThatMeetAreFoundHoweverFewThereAreAlthoughTheDeviceKeepsTheirOrder() {
    for (int count : new int[] {64, 100_000}) {
      int[] a = new int[count];
      int[] previous = new int[count];
      for (int i = 0; i < count; i++) {
        previous[i] = Math.max(0, i - 1 - i % 3);
      }
      Launch launch =
          new Launch(
              Kernels.line(count),
              new Object[] {a, previous},
              List.of(
                  new ArrayAccess(0, 0, count, 0, count, true),
                  new ArrayAccess(1, 0, count, 0, 0, false)));
      gpu.onLaunch(l -> ChaseKernel.run(new int[] {0, count}, launch.arguments()));
      Loop loop =
          TestLoop.running(
              Kernels.of(
                  ChaseKernel.class,
                  1,
                  new KernelParameter("a", "[I"),
                  new KernelParameter("previous", "[I")),
              launch,
              count);
      LoopSite site = site(loop, false);
      int[] expected = new int[count];
      ChaseKernel.run(new int[] {0, count}, new Object[] {expected, previous});

      assertThat(site.submit(0, NOTHING)).isEqualTo(count);

      assertThat(a).isEqualTo(expected);
      assertThat(verified(site).differing()).isEqualTo(1);
      assertThat(verified(site).firstDifference()).contains(" in reverse order and ");
      assertThat(output.text())
          .contains(
              "Heat.heat:12 gives other results where its iterations run in another order: a[3] is"
                  + " 3 in reverse order and 9 in its own order; ");
    }
  }

  @Test
  void aDeviceThatFailsIsNotVerified() {
    gpu.onLaunch(
        l -> {
          throw new IllegalStateException("the GPU was lost");
        });
    LoopSite site = site(adding, false);

    assertThat(site.submit(3, NOTHING)).isEqualTo(3);
    assertThat(verified(site)).isEqualTo(VerificationStatistics.NONE);
  }

  private static VerificationStatistics verified(LoopSite site) {
    return site.statistics().verification();
  }

  private static Launch launchOf(Loop loop) {
    return ((LaunchPlan.Run) loop.plan(0, NOTHING)).launch();
  }

  private Verification verification(LoopMeters meters, long mostBytes) {
    return new Verification(
        adding.name().toString(), meters, () -> mostBytes, false, output.log(LogLevel.WARN));
  }

  private Optional<Verification.Check> begun(LoopMeters meters, long mostBytes) {
    Devices none = new Devices(List.of(), DeviceChoice.auto(), output.log(LogLevel.WARN));
    KernelBindings kernel = new KernelBindings(none, adding.kernel(), meters);
    return verification(meters, mostBytes).begin("opencl:0", kernel, launchOf(adding));
  }

  private LoopSite site(Loop loop, boolean strict) {
    Devices devices =
        new Devices(
            List.of(FakeBackend.of("opencl", gpu), new CpuBackend(2)),
            DeviceChoice.named("opencl:0"),
            output.log(LogLevel.WARN));
    return new LoopSite(
        loop,
        new Metrics().loop(0, loop.name().toString()),
        devices,
        DeviceChoice.Kind.NAMED,
        OpeningRule.immediate(),
        strict,
        true,
        NoDeferral.create(),
        EntryGate.NONE,
        Ticker.SYSTEM,
        output.log(LogLevel.WARN));
  }
}
