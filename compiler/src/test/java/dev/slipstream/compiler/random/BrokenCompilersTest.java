package dev.slipstream.compiler.random;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.SharedDevice;
import dev.slipstream.fixture.LongTests;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random kernels detect a broken compiler, and differences are reduced to small ones. */
class BrokenCompilersTest {
  private static final long SEED = 1;
  private static final int ENOUGH = 500;
  private static final int BATCH = 6;

  /**
   * The time in seconds for reducing a difference; longer in long tests, whose results people read.
   */
  private static final long SECONDS = LongTests.count(2, 30);

  /**
   * The number of kernels that fail to detect some of the errors. Only a long test, which begins
   * with the first kernel, runs these.
   */
  private static final Map<String, Integer> UNDETECTED =
      LongTests.areRun()
          ? Map.of()
          : Map.of(
              ">> shifts in zeros", 6,
              "float division multiplies by the reciprocal", 6,
              "casts to byte, short and char do nothing", 40,
              "comparisons with NaN have the other result", 26,
              "products that are added are not rounded", 64,
              "casts of large numbers to integers are those of the processor", 55,
              "min and max ignore the sign of zero", 54,
              "two parameters that are one array go unnoticed", 18);

  /**
   * The errors that are always tested among those that show only on a device, for which building
   * kernels takes long.
   */
  private static final Set<String> USUAL_ON_DEVICES =
      Set.of("the last work item does nothing", "float division multiplies by the reciprocal");

  @RegisterExtension static final SharedDevice device = new SharedDevice();

  static List<BrokenCompiler> broken() {
    return BrokenCompiler.all();
  }

  @ParameterizedTest
  @MethodSource("broken")
  void aBrokenCompilerIsFoundOut(BrokenCompiler broken) throws Exception {
    Assumptions.assumeTrue(
        device.get().isPresent() || !broken.needsDevice(), "no OpenCL device was found");
    Assumptions.assumeTrue(
        LongTests.areRun() || !broken.needsDevice() || USUAL_ON_DEVICES.contains(broken.what()),
        "most broken translations take minutes: verify --long");
    Difference difference = find(broken);
    System.out.printf(
        "%s: found in kernel %d (%s)%n",
        broken.what(), difference.kernel().number(), difference.kind());
  }

  @Test
  void aDifferenceIsMadeSmall() throws Exception {
    BrokenCompiler broken =
        BrokenCompiler.all().stream()
            .filter(b -> b.what().startsWith(">>"))
            .findFirst()
            .orElseThrow();
    Difference difference = find(broken);
    RandomKernel small = Shrinker.shrink(difference, broken.sabotage(), Optional.empty(), SECONDS);
    System.out.println(small.source());
    assertThat(small.source()).contains(">>").contains("@Parallel");
    // The result depends on the time available.
    assertThat(small.source().length()).isLessThan(difference.kernel().source().length());
  }

  private static Difference find(BrokenCompiler broken) throws InterruptedException {
    Fuzzer fuzzer =
        new Fuzzer(
            number -> RandomKernels.of(SEED, number),
            broken.needsDevice() ? device.get() : Optional.empty(),
            1,
            Runtime.getRuntime().availableProcessors(),
            BATCH);
    int first = UNDETECTED.getOrDefault(broken.what(), 0);
    Fuzzer.Limits limits = new Fuzzer.Limits(ENOUGH - first, TimeUnit.HOURS.toNanos(1), 1);
    fuzzer.run(first, limits, broken.sabotage(), done -> {});
    assertThat(fuzzer.differences())
        .as("differences that the first %d kernels show where %s", ENOUGH, broken.what())
        .isNotEmpty();
    assertThat(fuzzer.differences().get(0).kind())
        .as(fuzzer.differences().get(0).what())
        .isNotEqualTo(Difference.Kind.BUILD);
    return fuzzer.differences().get(0);
  }
}
