package dev.slipstream.agent.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Differences that random programs have found, one test each: two threads, or a method of the JDK
 * and the code it calls, use different elements of one array.
 */
class SharedArraysTest {
  private static final int PROGRAMS = 12;

  @Test
  void aShortArrayKeepsWhatAThreadWritesBesideALoop() {
    requireNone(
        11,
        """
        final #T[] q = #D; Thread t = new Thread(() -> { for (int k = 0; k < 9; k++) { q[k] += 1; } }); \
        t.start(); for (int k = 0; k < 9; k++) raise(q, 10, N); t.join(); add(q, q, 1);""");
  }

  @Test
  void loopsSeeWhatAMethodOfTheJdkHasWrittenWhenItCallsThem() {
    requireNone(
        80,
        """
        final #T[] q = #D, p = new #T[N]; Object[] boxed = new Object[N]; \
        Arrays.setAll(boxed, i -> { if (i % 5 == 2) add(p, q, 1); q[i] = #w; return i; }); \
        say(#n, sum(p));""");
  }

  @Test
  void nativeMethodsThatAreGivenNoArraySeeWhatLoopsHaveWritten() {
    requireNone(80, "add(st, st, 1); foreignPokeStatic(3); add(st, st, 1); say(#n, st[3]);");
  }

  @Test
  void anArrayKeepsWhatAThreadWritesBetweenTheElementsOfALoop() {
    requireNone(
        80,
        """
        final #T[] q = #D; flag = 0; \
        Thread t = new Thread(() -> { for (int k = 0; k < 40; k++) { some(q, 0); flag = 1; } }); \
        t.start(); while (flag == 0) Thread.onSpinWait(); \
        for (int k = 0; k < 40; k++) { for (int i = 1; i < N; i += 2) q[i] += 1; } \
        t.join(); say(#n, sum(q));""");
  }

  private static void requireNone(int length, String line) {
    for (Pace.Kind pace : Pace.Kind.values()) {
      List<FuzzProgram> programs =
          LongStream.range(0, PROGRAMS)
              .mapToObj(seed -> FuzzProgram.of(seed, length, line, line))
              .toList();
      CoherenceFuzzer fuzzer = new CoherenceFuzzer(List.of(pace), LeftOut.NOTHING);
      Optional<CoherenceFuzzer.Difference> found = fuzzer.firstDifference(programs);
      assertThat(found.map(CoherenceFuzzer.Difference::text)).isEmpty();
    }
  }
}
