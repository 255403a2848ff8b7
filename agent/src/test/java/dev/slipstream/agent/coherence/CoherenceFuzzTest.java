package dev.slipstream.agent.coherence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Random programs whose loops are deferred say what they say in plain Java. */
class CoherenceFuzzTest {
  private static final long SEED = Long.getLong("slipstream.test.seed", 20_261_120);
  private static final int COUNT =
      Integer.getInteger(
          "slipstream.test.count", Boolean.getBoolean("slipstream.test.long") ? 2_000 : 200);

  @Test
  void programsWhoseLoopsAreDeferredUntilSomebodyLooksSayTheSame() {
    requireNoDifference(new Fuzzer(List.of(Pace.Kind.values()), LeftOut.NOTHING));
  }

  private static void requireNoDifference(Fuzzer fuzzer) {
    System.out.println("seed " + SEED + ", " + COUNT + " programs");
    long began = System.nanoTime();
    Optional<Fuzzer.Difference> found = fuzzer.firstDifference(SEED, COUNT);
    System.out.printf(
        "%d programs, %d loops deferred, %.1f s%n",
        fuzzer.programs(), fuzzer.deferred(), (System.nanoTime() - began) / 1e9);
    if (found.isPresent()) {
      fail(found.get().text() + "\n\nshrunk:\n" + fuzzer.shrink(found.get()).text());
    }
    assertThat(fuzzer.deferred()).isGreaterThan(COUNT);
  }
}
