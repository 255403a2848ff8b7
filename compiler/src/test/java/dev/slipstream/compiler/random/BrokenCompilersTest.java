package dev.slipstream.compiler.random;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.SharedDevice;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random kernels find a compiler out that is broken, and differences are made small. */
class BrokenCompilersTest {
  private static final long SEED = 1;
  private static final int ENOUGH = 500;

  @RegisterExtension static final SharedDevice device = new SharedDevice();

  static List<BrokenCompiler> broken() {
    return BrokenCompiler.all();
  }

  @ParameterizedTest
  @MethodSource("broken")
  void aBrokenCompilerIsFoundOut(BrokenCompiler broken) throws Exception {
    Assumptions.assumeTrue(
        device.get().isPresent() || !broken.needsDevice(), "no OpenCL device was found");
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
    RandomKernel small = Shrinker.shrink(difference, broken.sabotage(), Optional.empty());
    System.out.println(small.source());
    assertThat(small.source()).contains(">>").contains("@Parallel");
    // How far it gets is a matter of time.
    assertThat(small.source().length()).isLessThan(difference.kernel().source().length());
  }

  private static Difference find(BrokenCompiler broken) throws InterruptedException {
    Fuzzer fuzzer =
        new Fuzzer(
            number -> RandomKernels.of(SEED, number),
            broken.needsDevice() ? device.get() : Optional.empty(),
            1,
            Runtime.getRuntime().availableProcessors());
    Fuzzer.Limits limits = new Fuzzer.Limits(ENOUGH, TimeUnit.HOURS.toNanos(1), 1);
    fuzzer.run(0, limits, broken.sabotage(), done -> {});
    assertThat(fuzzer.differences())
        .as("differences that the first %d kernels show where %s", ENOUGH, broken.what())
        .isNotEmpty();
    assertThat(fuzzer.differences().get(0).kind())
        .as(fuzzer.differences().get(0).what())
        .isNotEqualTo(Difference.Kind.BUILD);
    return fuzzer.differences().get(0);
  }
}
