package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.opencl.OpenClTestDevice;
import dev.slipstream.compiler.random.RandomReductions;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random loops with variables that iterations carry on compute the same, taken or not. */
class RandomReductionsTest {
  private static final int EVERY_ON_DEVICE = 10;

  @Test
  void randomReductionsAreThoseOfTheLoop() throws Throwable {
    int count =
        Integer.getInteger(
            "slipstream.test.count", Boolean.getBoolean("slipstream.test.long") ? 2000 : 120);
    long seed = Long.getLong("slipstream.test.seed", 1);
    System.out.println("RandomReductionsTest seed " + seed);
    Random seeds = new Random(seed);
    int taken = 0;
    try (OpenClTestDevice device = OpenClTestDevice.open("").orElse(null)) {
      for (int p = 0; p < count; p++) {
        String members = new RandomReductions(seeds.nextLong()).members();
        TestProgram program = TestProgram.of(members);
        boolean onDevice = p % EVERY_ON_DEVICE == 0;
        program.launchWith(
            new CheckedLaunch(onDevice ? Optional.ofNullable(device) : Optional.empty()));
        for (int n : new int[] {1, 8, 100}) {
          String expected = ReductionsTest.bits(program.plain("run", n));
          assertThat(ReductionsTest.bits(program.taken("run", n)))
              .as("n = %d%n%s", n, members)
              .isEqualTo(expected);
        }
        taken += program.runs().isEmpty() ? 0 : 1;
      }
    }
    System.out.println(taken + " of " + count + " random reductions were taken");
    assertThat(taken).isGreaterThan(count / 3);
  }
}
