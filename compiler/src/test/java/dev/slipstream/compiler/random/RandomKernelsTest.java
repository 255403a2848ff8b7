package dev.slipstream.compiler.random;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.opencl.OpenClTestDevice;
import dev.slipstream.fixture.LongTests;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Random kernels compute the same bits and throw the same exceptions as plain Java, on the JVM in
 * pieces and on the first OpenCL device.
 *
 * <p>Options: {@code -Dslipstream.test.seed=S}, {@code -Dslipstream.test.first=K} and {@code
 * -Dslipstream.test.count=N} select the kernels, {@code -Dslipstream.test.seconds=T} limits the
 * time. {@code -Dslipstream.fuzz.device=N} also runs each Nth batch on the device (0: none), {@code
 * -Dslipstream.fuzz.threads=N} sets the number of simultaneous batches, {@code
 * -Dslipstream.fuzz.reasons=true} prints why loops were not taken. {@link #main} runs without
 * JUnit.
 */
class RandomKernelsTest {
  /** The number of kernels among which each construct occurs at least once. */
  private static final int ENOUGH = 200;

  private static final int USUAL = 70;

  @Test
  void randomKernelsComputeTheSameOnAllDevices() throws Exception {
    fuzz();
  }

  /** Runs without JUnit; ends with status 1 if there is a difference. */
  public static void main(String[] arguments) throws Exception {
    new RandomKernelsTest().fuzz();
  }

  private void fuzz() throws Exception {
    long seed = Long.getLong("slipstream.test.seed", 1);
    int first = Integer.getInteger("slipstream.test.first", 0);
    int usual = LongTests.count(USUAL, 2000);
    int count = Integer.getInteger("slipstream.test.count", usual);
    long seconds = Long.getLong("slipstream.test.seconds", 1_000_000);
    int threads =
        Integer.getInteger("slipstream.fuzz.threads", Runtime.getRuntime().availableProcessors());
    long start = System.nanoTime();
    try (OpenClTestDevice device = OpenClTestDevice.open("").orElse(null)) {
      System.out.printf(
          "random kernels %d to %d of seed %d, on the JVM%s%n",
          first,
          first + count - 1,
          seed,
          device == null ? "; no OpenCL device was found" : " and " + device.name());
      Fuzzer fuzzer =
          new Fuzzer(
              number -> RandomKernels.of(seed, number),
              Optional.ofNullable(device),
              Integer.getInteger("slipstream.fuzz.device", 1),
              threads);
      Fuzzer.Limits limits = new Fuzzer.Limits(count, TimeUnit.SECONDS.toNanos(seconds), 5);
      int next =
          fuzzer.run(
              first,
              limits,
              Sabotage.NONE,
              done -> {
                if (done % 1000 == 0) {
                  System.out.printf(
                      "%,d kernels after %,d s, %d differences%n",
                      done - first, seconds(start), fuzzer.differences().size());
                }
              });
      report(fuzzer.tally(), start);
      if (next < first + count) {
        System.out.printf(
            "stopped; to go on: -Dslipstream.test.seed=%d -Dslipstream.test.first=%d"
                + " -Dslipstream.test.count=%d%n",
            seed, next, first + count - next);
      }
      require(fuzzer, seed, Optional.ofNullable(device));
    }
  }

  private static long seconds(long start) {
    return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
  }

  private static void report(Tally tally, long start) {
    double time = (System.nanoTime() - start) / 1e9;
    System.out.println(tally.summary());
    System.out.printf("%.1f s, %.1f kernels per second%n", time, tally.kernels / time);
    System.out.println("constructs, with the number of kernels that have them:");
    StringBuilder line = new StringBuilder();
    for (String construct : Constructs.all()) {
      String entry = construct + " " + tally.constructs.getOrDefault(construct, 0);
      if (line.length() + entry.length() > 100) {
        System.out.println("  " + line);
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " · ").append(entry);
    }
    System.out.println("  " + line);
    if (Boolean.getBoolean("slipstream.fuzz.reasons")) {
      tally.reasons.entrySet().stream()
          .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
          .limit(60)
          .forEach(e -> System.out.println(e.getValue() + " × " + e.getKey()));
    }
  }

  private static void require(Fuzzer fuzzer, long seed, Optional<OpenClTestDevice> device) {
    List<Difference> differences = fuzzer.differences();
    for (Difference difference : differences) {
      System.out.println(Shrinker.describe(difference, seed, device));
    }
    assertThat(differences.stream().map(d -> d.kernel().number() + " " + d.kind()))
        .as("kernels of seed %d with differences", seed)
        .isEmpty();
    Tally tally = fuzzer.tally();
    // With other seeds rare constructs may be missing.
    boolean isUsual = seed == 1 && Integer.getInteger("slipstream.test.first", 0) == 0;
    boolean isMixed = Integer.getInteger("slipstream.fuzz.family", -1) < 0;
    if (isMixed && tally.kernels >= USUAL) {
      assertThat(tally.taken).isGreaterThanOrEqualTo(tally.kernels * 7 / 10);
    }
    if (isMixed && tally.kernels >= (isUsual ? ENOUGH : 10 * ENOUGH)) {
      assertThat(tally.constructs.keySet()).containsAll(Constructs.all());
    }
  }
}
