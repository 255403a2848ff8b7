package dev.slipstream.agent.coherence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Random programs whose loops are deferred say what they say in plain Java. */
class CoherenceFuzzTest {
  private static final long SEED = Long.getLong("slipstream.test.seed", 20_261_120);
  private static final int COUNT =
      Integer.getInteger(
          "slipstream.test.count", Boolean.getBoolean("slipstream.test.long") ? 2_000 : 200);

  @Test
  void programsWhoseLoopsAreDeferredUntilSomebodyLooksSayTheSame() {
    requireNoDifference(new Fuzzer(List.of(Pace.Kind.values()), LeftOut.NOTHING), COUNT);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void programsWhoseLoopsSeveralDevicesShareSayTheSame(int devices) {
    int count = Math.max(10, COUNT / 4);
    Fuzzer fuzzer =
        new Fuzzer(List.of(Pace.Kind.values()), LeftOut.NOTHING, Devices.sharing(devices));
    requireNoDifference(fuzzer, count);
    System.out.println("of " + fuzzer.deferred() + " loops shared " + fuzzer.deferredOnLast());
    assertThat(fuzzer.deferredOnLast()).isGreaterThan(count);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void programsWhoseLoopsTheCoresShareWithDevicesSayTheSame(int devices) {
    int count = Math.max(10, COUNT / 4);
    Fuzzer fuzzer =
        new Fuzzer(
            List.of(Pace.Kind.values()),
            LeftOut.NOTHING,
            Devices.sharing(devices).withHostShare("0.4"));
    requireNoDifference(fuzzer, count);
    System.out.println("of " + fuzzer.deferred() + " loops shared " + fuzzer.deferredOnHost());
    assertThat(fuzzer.deferredOnHost()).isGreaterThan(count);
  }

  @Test
  void programsWhoseLoopsRunOnDevicesOfTwoKindsSayTheSame() {
    int count = Math.max(10, COUNT / 2);
    Fuzzer fuzzer =
        new Fuzzer(List.of(Pace.Kind.values()), LeftOut.NOTHING, Devices.sharing(1).withChoosy(1));
    requireNoDifference(fuzzer, count);
    System.out.println("and on the other kind of device " + fuzzer.deferredOnLast());
    assertThat(fuzzer.deferredOnLast()).isGreaterThan(fuzzer.deferred() / 3);
  }

  @ParameterizedTest
  @CsvSource({"1, 2", "2, 3", "0, 2"})
  void programsWhoseLoopsDevicesShareThatNeedWholeArraysSayTheSame(int others, int devices) {
    int count = Math.max(10, COUNT / 4);
    Fuzzer fuzzer =
        new Fuzzer(
            List.of(Pace.Kind.values()),
            LeftOut.NOTHING,
            Devices.sharing(others).withChoosy(devices));
    requireNoDifference(fuzzer, count);
    System.out.println("of " + fuzzer.deferred() + " loops shared " + fuzzer.deferredOnLast());
    assertThat(fuzzer.deferredOnLast()).isGreaterThan(count / 2);
  }

  @Test
  void aLoopWhoseIterationsMeetUnseenIsFound() {
    Fuzzer fuzzer = new Fuzzer(List.of(Pace.Kind.EAGER), LeftOut.NOTHING);
    String line = "for (@Parallel int i = 0; i < N; i++) a[i] = (#T) (a[x[i]] + i);";
    assertThat(fuzzer.firstDifference(List.of(FuzzProgram.of(SEED, /* length= */ 80, line))))
        .isPresent();
  }

  private static void requireNoDifference(Fuzzer fuzzer, int count) {
    System.out.println("seed " + SEED + ", " + count + " programs");
    long began = System.nanoTime();
    Optional<Fuzzer.Difference> found = fuzzer.firstDifference(SEED, count);
    System.out.printf(
        "%d programs, %d loops deferred, %.1f s%n",
        fuzzer.programs(), fuzzer.deferred(), (System.nanoTime() - began) / 1e9);
    if (found.isPresent()) {
      fail(found.get().text() + "\n\nshrunk:\n" + fuzzer.shrink(found.get()).text());
    }
    assertThat(fuzzer.deferred()).isGreaterThan(count);
  }
}
