package dev.slipstream.agent.coherence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.slipstream.fixture.LongTests;
import java.util.Optional;
import java.util.function.LongFunction;

/** Many random programs in a row. */
final class FuzzRun {
  static final long SEED = Long.getLong("slipstream.test.seed", 20_261_120);
  static final int COUNT = Integer.getInteger("slipstream.test.count", LongTests.count(40, 2_000));

  private FuzzRun() {}

  /** Fails with the smallest program found whose output differs from plain Java's. */
  static void requireNoDifference(CoherenceFuzzer fuzzer, int count) {
    requireNoDifference(fuzzer, count, FuzzProgram::of);
  }

  /**
   * Runs other programs, and fails in the same way.
   *
   * @param drawn makes a program from a seed
   */
  static void requireNoDifference(
      CoherenceFuzzer fuzzer, int count, LongFunction<FuzzProgram> drawn) {
    System.out.println("seed " + SEED + ", " + count + " programs");
    long began = System.nanoTime();
    Optional<CoherenceFuzzer.Difference> found = fuzzer.firstDifference(SEED, count, drawn);
    System.out.printf(
        "%d programs, %d loops deferred, %.1f s%n",
        fuzzer.programs(), fuzzer.deferred(), (System.nanoTime() - began) / 1e9);
    if (found.isPresent()) {
      fail(found.get().text() + "\n\nshrunk:\n" + fuzzer.shrink(found.get()).text());
    }
    assertThat(fuzzer.deferred()).isGreaterThan(count);
  }
}
