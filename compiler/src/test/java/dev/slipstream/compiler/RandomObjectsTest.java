package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.opencl.OpenClTestDevice;
import dev.slipstream.compiler.random.RandomObjects;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Random programs with small objects and private arrays compute the same with their loops taken.
 * More of them with {@code -Dslipstream.test.count=N}, the same ones again with {@code
 * -Dslipstream.test.seed=S}.
 */
class RandomObjectsTest {
  private static final int BATCH = 25;

  /** Every so many batches run on a device, too. */
  private static final int ON_DEVICE = 3;

  private final Map<String, Integer> reasons = new TreeMap<>();
  private int runs;
  private int stays;

  @Test
  void randomProgramsWithSmallObjectsComputeTheSame() throws Throwable {
    int count =
        Integer.getInteger(
            "slipstream.test.count", Boolean.getBoolean("slipstream.test.long") ? 2000 : 150);
    long seed = Long.getLong("slipstream.test.seed", 1);
    System.out.println("RandomObjectsTest seed " + seed);
    Random seeds = new Random(seed);
    try (OpenClTestDevice device = OpenClTestDevice.open("").orElse(null)) {
      for (int batch = 0; batch * BATCH < count; batch++) {
        run(
            seeds,
            Math.min(BATCH, count - batch * BATCH),
            batch % ON_DEVICE == 0 ? Optional.ofNullable(device) : Optional.empty());
      }
    }
    System.out.printf(
        "RandomObjectsTest: %d programs, %d runs as kernels, %d stayed, refused: %s%n",
        count, runs, stays, reasons);
    assertThat(runs).isGreaterThan(count);
  }

  private void run(Random seeds, int programs, Optional<OpenClTestDevice> device) throws Throwable {
    StringBuilder members = new StringBuilder(RandomObjects.TYPES);
    String[] sources = new String[programs];
    for (int p = 0; p < programs; p++) {
      sources[p] = RandomObjects.source(p, seeds.nextLong());
      members.append(sources[p]);
    }
    TestProgram program = TestProgram.of(members.toString());
    program.kernels().forEach(kernel -> RandomLoopsTest.verify(kernel.classFile()));
    CheckedLaunch launch = new CheckedLaunch(device);
    program.launchWith(launch);
    for (int p = 0; p < programs; p++) {
      for (int variant = 0; variant < 2; variant++) {
        try {
          int[] expected = (int[]) program.plain("run" + p, variant);
          int[] actual = (int[]) program.taken("run" + p, variant);
          assertThat(Arrays.toString(actual)).isEqualTo(Arrays.toString(expected));
        } catch (Throwable e) {
          throw new AssertionError("variant " + variant + " of\n" + sources[p], e);
        }
      }
    }
    assertThat(launch.untranslatable()).isEmpty();
    runs += program.runs().size();
    stays += program.stays().size();
    program
        .refused()
        .forEach(r -> reasons.merge(r.reason().replaceAll("[0-9]+", "N"), 1, Integer::sum));
  }
}
