package dev.slipstream.agent.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random programs whose loops several devices or the cores share print the same as in plain Java.
 */
class SharedDevicesFuzzTest {
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void programsWhoseLoopsSeveralDevicesShareSayTheSame(int devices) {
    int count = Math.max(10, FuzzRun.COUNT / 4);
    CoherenceFuzzer fuzzer =
        new CoherenceFuzzer(
            List.of(Pace.Kind.values()), LeftOut.NOTHING, DeviceSetup.sharing(devices));
    FuzzRun.requireNoDifference(fuzzer, count);
    System.out.println("of " + fuzzer.deferred() + " loops shared " + fuzzer.deferredOnLast());
    assertThat(fuzzer.deferredOnLast()).isGreaterThan(count);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void programsWhoseLoopsTheCoresShareWithDevicesSayTheSame(int devices) {
    int count = Math.max(10, FuzzRun.COUNT / 4);
    CoherenceFuzzer fuzzer =
        new CoherenceFuzzer(
            List.of(Pace.Kind.values()),
            LeftOut.NOTHING,
            DeviceSetup.sharing(devices).withHostShare("0.4"));
    FuzzRun.requireNoDifference(fuzzer, count);
    System.out.println("of " + fuzzer.deferred() + " loops shared " + fuzzer.deferredOnHost());
    assertThat(fuzzer.deferredOnHost()).isGreaterThan(count);
  }

  @Test
  void programsWhoseLoopsRunOnDevicesOfTwoKindsSayTheSame() {
    int count = Math.max(10, FuzzRun.COUNT / 2);
    CoherenceFuzzer fuzzer =
        new CoherenceFuzzer(
            List.of(Pace.Kind.values()), LeftOut.NOTHING, DeviceSetup.sharing(1).withChoosy(1));
    FuzzRun.requireNoDifference(fuzzer, count);
    System.out.println("and on the other kind of device " + fuzzer.deferredOnLast());
    assertThat(fuzzer.deferredOnLast()).isGreaterThan(fuzzer.deferred() / 3);
  }

  @ParameterizedTest
  @CsvSource({"1, 2", "2, 3", "0, 2"})
  void programsWhoseLoopsDevicesShareThatNeedWholeArraysSayTheSame(int others, int devices) {
    int count = Math.max(10, FuzzRun.COUNT / 4);
    CoherenceFuzzer fuzzer =
        new CoherenceFuzzer(
            List.of(Pace.Kind.values()),
            LeftOut.NOTHING,
            DeviceSetup.sharing(others).withChoosy(devices));
    FuzzRun.requireNoDifference(fuzzer, count);
    System.out.println("of " + fuzzer.deferred() + " loops shared " + fuzzer.deferredOnLast());
    assertThat(fuzzer.deferredOnLast()).isGreaterThan(count / 2);
  }
}
