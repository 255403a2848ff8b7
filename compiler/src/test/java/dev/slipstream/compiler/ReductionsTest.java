package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.opencl.OpenClTestDevice;
import dev.slipstream.model.loop.LaunchPlan;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Locals that iterations only change by addition, multiplication or a similar operation, with exact
 * results.
 */
class ReductionsTest {
  private static final int[] SIZES = {0, 1, 33, 700};

  private static Optional<OpenClTestDevice> device = Optional.empty();

  private final Map<String, Integer> times = new HashMap<>();
  private final CheckedLaunch onDevice = CheckedLaunch.comparingLater(device);

  @BeforeAll
  static void open() {
    device = OpenClTestDevice.open("");
  }

  @AfterEach
  void compare() {
    onDevice.compare();
    assertThat(onDevice.untranslatable()).isEmpty();
  }

  @AfterAll
  static void close() {
    device.ifPresent(OpenClTestDevice::close);
  }

  @Test
  void everyOperatorOnIntsIsExact() throws Throwable {
    TestProgram program =
        TestProgram.of(
            """
            static int sum(int[] a, int s) { for (@Parallel int i = 0; i < a.length; i++) s += a[i]; return s; }
            static int minus(int[] a, int s) { for (@Parallel int i = 0; i < a.length; i++) s -= a[i]; return s; }
            static int left(int[] a, int s) { for (@Parallel int i = 0; i < a.length; i++) s = a[i] + s; return s; }
            static int product(int[] a, int s) { for (@Parallel int i = 0; i < a.length; i++) s *= a[i] | 1; return s; }
            static int and(int[] a, int s) { for (@Parallel int i = 0; i < a.length; i++) s &= ~a[i] | 4; return s; }
            static int or(int[] a, int s) { for (@Parallel int i = 0; i < a.length; i++) s |= a[i]; return s; }
            static int xor(int[] a, int s) { for (@Parallel int i = 0; i < a.length; i++) s ^= a[i]; return s; }
            static int min(int[] a, int s) { for (@Parallel int i = 0; i < a.length; i++) s = Math.min(s, a[i]); return s; }
            static int max(int[] a, int s) { for (@Parallel int i = 0; i < a.length; i++) s = Math.max(a[i], s); return s; }
            static int least(int[] a, int s) { for (@Parallel int i = 0; i < a.length; i++) if (a[i] < s) s = a[i]; return s; }
            static int most(int[] a, int s) { for (@Parallel int i = 0; i < a.length; i++) s = a[i] >= s ? a[i] : s; return s; }
            static int kept(int[] a, int s) { for (@Parallel int i = 0; i < a.length; i++) s = s > a[i] ? s : a[i]; return s; }
            static int skipped(int[] a, int s) { for (@Parallel int i = 0; i < a.length; i++) { if (a[i] <= s) continue; s = a[i]; } return s; }
            static int library(int[] a, int s) { for (@Parallel int i = 0; i < a.length; i++) s = Integer.sum(s, a[i]); return s; }
            static int count(int[] a, int s) { for (@Parallel int i = 0; i < a.length; i++) if (a[i] < 0) s++; return s; }
            static int chosen(int[] a, int s) { for (@Parallel int i = 0; i < a.length; i++) s += a[i] > 5 ? 1 : 0; return s; }
            static int branches(int[] a, int s) {
              for (@Parallel int i = 0; i < a.length; i++) { if (a[i] < 0) s += 3; else if (a[i] > 9) s -= a[i]; else s++; }
              return s;
            }
            static int inner(int[] a, int s) {
              for (@Parallel int i = 0; i < a.length; i++) for (int j = i; j < a.length && j < i + 5; j++) s += a[j] * j;
              return s;
            }
            static int add(int x, int y) { return x + y; }
            static int inlined(int[] a, int s) { for (@Parallel int i = 0; i < a.length; i++) s = add(s, a[i]); return s; }
            static int conditional(int[] a, int s) {
              for (@Parallel int i = 0; i < a.length; i++) if (i % 3 == 1 && a[i] > s) s = a[i];
              return s;
            }
            static int down(int[] a, int s) { for (@Parallel int i = a.length - 1; i >= 0; i -= 3) s += a[i] * i; return s; }
            static int twice(int[] a, int s) {
              int c = a.length;
              for (@Parallel int i = 0; i < a.length; i++) { s += a[i]; c ^= a[i] * i; s += 2; }
              return s * 31 + c;
            }
            static int bool(int[] a, int s) {
              boolean all = s != 5, any = s == 7;
              for (@Parallel int i = 0; i < a.length; i++) { all &= a[i] != 12345; any |= a[i] == 7; }
              return (all ? 1 : 0) + (any ? 2 : 0);
            }
            """);
    assertThat(program.refused()).isEmpty();
    assertThat(program.kernels()).hasSize(23);
    Random random = new Random(71);
    for (String method : methods(program)) {
      for (int size : SIZES) {
        int[] a = new int[size];
        Arrays.setAll(a, i -> edge(random));
        for (int s : new int[] {7, Integer.MIN_VALUE, -1}) {
          check(program, method, a, s);
        }
      }
    }
  }

  private static int edge(Random random) {
    int[] edges = {0, 1, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, 7, 12345, -3};
    return random.nextInt(3) == 0 ? edges[random.nextInt(edges.length)] : random.nextInt();
  }

  @Test
  void everyOperatorOnLongsIsExact() throws Throwable {
    TestProgram program =
        TestProgram.of(
            """
            static long sum(long[] a, long s) { for (@Parallel int i = 0; i < a.length; i++) s += a[i]; return s; }
            static long ints(long[] a, long s) { for (@Parallel int i = 0; i < a.length; i++) s += (int) a[i]; return s; }
            static long product(long[] a, long s) { for (@Parallel int i = 0; i < a.length; i++) s *= a[i] | 1; return s; }
            static long and(long[] a, long s) { for (@Parallel int i = 0; i < a.length; i++) s &= a[i] | 8; return s; }
            static long or(long[] a, long s) { for (@Parallel int i = 0; i < a.length; i++) s |= a[i]; return s; }
            static long xor(long[] a, long s) { for (@Parallel int i = 0; i < a.length; i++) s ^= a[i]; return s; }
            static long min(long[] a, long s) { for (@Parallel int i = 0; i < a.length; i++) s = Math.min(s, a[i]); return s; }
            static long max(long[] a, long s) { for (@Parallel int i = 0; i < a.length; i++) s = Long.max(s, a[i]); return s; }
            static long least(long[] a, long s) { for (@Parallel int i = 0; i < a.length; i++) if (s >= a[i]) s = a[i]; return s; }
            static long most(long[] a, long s) { for (@Parallel int i = 0; i < a.length; i++) { long v = a[i] ^ i; if (s < v) s = v; } return s; }
            """);
    assertThat(program.kernels()).as("%s", program.refused()).hasSize(10);
    Random random = new Random(72);
    for (String method : methods(program)) {
      for (int size : SIZES) {
        long[] a = new long[size];
        long[] edges = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE};
        Arrays.setAll(a, i -> random.nextBoolean() ? random.nextLong() : edges[i % edges.length]);
        for (long s : new long[] {0, Long.MAX_VALUE, -1}) {
          check(program, method, a, s);
        }
      }
    }
  }

  @Test
  void smallestAndLargestFloatingPointNumbersAreThoseOfTheLoop() throws Throwable {
    TestProgram program =
        TestProgram.of(
            """
            static double min(double[] a, double s) { for (@Parallel int i = 0; i < a.length; i++) s = Math.min(s, a[i]); return s; }
            static double max(double[] a, double s) { for (@Parallel int i = 0; i < a.length; i++) s = Math.max(a[i], s); return s; }
            static double less(double[] a, double s) { for (@Parallel int i = 0; i < a.length; i++) if (a[i] < s) s = a[i]; return s; }
            static double lessEqual(double[] a, double s) { for (@Parallel int i = 0; i < a.length; i++) if (a[i] <= s) s = a[i]; return s; }
            static double greater(double[] a, double s) { for (@Parallel int i = 0; i < a.length; i++) if (s < a[i]) s = a[i]; return s; }
            static double greaterEqual(double[] a, double s) { for (@Parallel int i = 0; i < a.length; i++) s = a[i] >= s ? a[i] : s; return s; }
            static double computed(double[] a, double s) { for (@Parallel int i = 0; i < a.length; i++) if (Math.abs(a[i]) > s) s = Math.abs(a[i]); return s; }
            static float single(double[] a, double t) { float s = (float) t; for (@Parallel int i = 0; i < a.length; i++) { float v = (float) a[i]; if (v > s) s = v; } return s; }
            static float singleMin(double[] a, double t) { float s = (float) t; for (@Parallel int i = 0; i < a.length; i++) s = Math.min((float) a[i], s); return s; }
            """);
    assertThat(program.kernels()).as("%s", program.refused()).hasSize(9);
    Random random = new Random(73);
    double[] edges = {
      0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1, -1, 4.9e-324
    };
    for (String method : methods(program)) {
      for (int size : SIZES) {
        for (double s : edges) {
          double[] a = new double[size];
          int kinds = 1 + random.nextInt(edges.length);
          Arrays.setAll(a, i -> edges[random.nextInt(kinds)]);
          check(program, method, a, s);
        }
      }
    }
  }

  @Test
  void thePlaceOfTheSmallestOrLargestIsThatOfTheLoop() throws Throwable {
    TestProgram program =
        TestProgram.of(
            """
            static double[] first(double[] a, double best) {
              int at = -1;
              for (@Parallel int i = 0; i < a.length; i++) if (a[i] > best) { best = a[i]; at = i; }
              return new double[] {best, at};
            }
            static double[] last(double[] a, double best) {
              int at = -1;
              for (@Parallel int i = 0; i < a.length; i++) { double v = a[i]; if (v >= best) { at = i; best = v; } }
              return new double[] {best, at};
            }
            static double[] least(double[] a, double best) {
              long at = 17; double other = 0.5; float third = 2;
              for (@Parallel int i = 0; i < a.length; i++) {
                double v = a[i] * 2;
                if (v < best) { best = v; at = 3L * i; other = a[a.length - 1 - i]; third = i; }
              }
              return new double[] {best, at, other, third};
            }
            static double[] ints(double[] a, double s) {
              int best = (int) s, at = -7;
              for (@Parallel int i = 0; i < a.length; i++) { int v = (int) a[i]; if (v <= best) { best = v; at = i; } }
              return new double[] {best, at};
            }
            static double[] both(double[] a, double s) {
              double low = s, high = s; int from = -1, to = -1, finite = 0;
              for (@Parallel int i = 0; i < a.length; i++) {
                if (a[i] < low) { low = a[i]; from = i; }
                if (a[i] > high) { high = a[i]; to = i; }
                if (a[i] - a[i] == 0) finite++;
              }
              return new double[] {low, from, high, to, finite};
            }
            static double[] inner(double[] a, double best) {
              int row = -1, column = -1;
              for (@Parallel int i = 0; i < a.length; i++)
                for (int j = 0; j < 3; j++) {
                  double v = a[(i * 7 + j) % a.length];
                  if (i % 2 == 0 && v > best) { best = v; row = i; column = j; }
                }
              return new double[] {best, row, column};
            }
            static double[] filtered(double[] a, double best) {
              int at = -1;
              for (@Parallel int i = 0; i < a.length; i++)
                if (a[i] > best && i % 3 != 0) { best = a[i]; at = i; }
              return new double[] {best, at};
            }
            static double[] scaled(double[] a, double best) {
              double scale = best + 1; int at = -1;
              for (@Parallel int i = 0; i < a.length; i++)
                if (Math.sqrt(a[i] * scale) > best) { best = Math.sqrt(a[i] * scale); at = i; }
              return new double[] {best, at};
            }
            static double[] choice(double[] a, double best) {
              int at = -1;
              for (@Parallel int i = 0; i < a.length; i++)
                if (a[i] > best) { best = a[i]; if (i % 2 == 0) at = i; else at = -i; }
              return new double[] {best, at};
            }
            """);
    assertThat(program.kernels()).as("%s", program.refused()).hasSize(9);
    Random random = new Random(74);
    double[] edges = {
      0.0, -0.0, Double.NaN, 1, 1, 3, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY
    };
    for (String method : methods(program)) {
      for (int size : SIZES) {
        for (double s : new double[] {0.0, -0.0, Double.NaN, -5, Double.MAX_VALUE}) {
          double[] a = new double[size];
          int kinds = 1 + random.nextInt(edges.length);
          Arrays.setAll(a, i -> edges[random.nextInt(kinds)]);
          check(program, method, a, s);
        }
      }
    }
  }

  @Test
  void aNestReducesOverAllItsLoops() throws Throwable {
    TestProgram program =
        TestProgram.of(
            """
            static long plane(int n, int m) {
              long s = 3;
              for (@Parallel int i = 1; i < n; i += 2) for (@Parallel int j = m; j > 0; j--) s += i * 1000L + j;
              return s;
            }
            static long[] box(int n, int m) {
              long best = -1; int x = -1, y = -1, z = -1; int count = 0;
              for (@Parallel int i = 0; i < n; i++)
                for (@Parallel int j = 0; j < m; j++)
                  for (@Parallel int k = 0; k < 5; k++) {
                    long v = (i * 37 + j * 11 + k * 5) % 101;
                    if (v > best) { best = v; x = i; y = j; z = k; }
                    if (v % 3 == 0) count++;
                  }
              return new long[] {best, x, y, z, count};
            }
            static long[] between(int n, int m) {
              int rows = 0; long s = 0;
              for (@Parallel int i = 0; i < n; i++) {
                rows++;
                for (@Parallel int j = 0; j < m; j++) s ^= i * j;
              }
              return new long[] {rows, s};
            }
            """);
    assertThat(program.kernels()).as("%s", program.refused()).hasSize(3);
    assertThat(program.kernels()).allMatch(kernel -> kernel.kernel().dimensions() == 1);
    for (String method : methods(program)) {
      for (int n : new int[] {0, 1, 2, 13, 40}) {
        for (int m : new int[] {0, 1, 3, 57}) {
          check(program, method, n, m);
        }
      }
    }
    assertThat(program.kernels().get(2).note()).contains("in sequence");
  }

  @Test
  void lanesRunSeveralIterationsWhereThereAreMany() throws Throwable {
    TestProgram program =
        TestProgram.of(
            """
            static long[] run(int n) {
              long s = 0; int best = -1, at = -1;
              for (@Parallel int i = 0; i < n; i++) {
                int v = (i * 7919) & 1048575;
                s += v;
                if (v >= best) { best = v; at = i; }
              }
              return new long[] {s, best, at};
            }
            """);
    for (int n : new int[] {65_535, 65_536, 65_537, 65_569, 200_001}) {
      check(program, "run", n);
      LaunchPlan.Run run = program.runs().get(program.runs().size() - 1);
      assertThat(run.launch().space().counts()[0])
          .isLessThanOrEqualTo(65_568)
          .isGreaterThan(32_000);
      assertThat(run.fixedOrder()).isFalse();
    }
  }

  @Test
  void otherValuesAfterTheLoopAreThoseOfTheLastIteration() throws Throwable {
    TestProgram program =
        TestProgram.of(
            """
            static long[] run(int n) {
              long s = 5; int last = -1; int[] a = new int[n];
              for (@Parallel int i = 0; i < n; i++) { last = i * i; s += last; a[i] = last; }
              return new long[] {s, last, n == 0 ? 0 : a[n - 1]};
            }
            """);
    for (int n : new int[] {0, 1, 2, 100}) {
      check(program, "run", n);
    }
    assertThat(program.runs()).hasSize(2);
  }

  @Test
  void longCountersOtherStepsAndScratchArraysGoTogetherWithReductions() throws Throwable {
    TestProgram program =
        TestProgram.of(
            """
            static long longs(int n, int step) {
              long s = 1L << 40;
              long from = s;
              for (@Parallel long i = from; i < (1L << 40) + n; i += 2) s ^= i * 3;
              return s;
            }
            static long steps(int n, int step) {
              long s = 0; int best = -1;
              for (@Parallel int i = 3; i < n; i += step)
                for (@Parallel int j = n; j > 0; j--) { s += i * j; best = Math.max(best, i ^ j); }
              return s * 31 + best;
            }
            static long scratch(int n, int step) {
              int[] tmp = new int[4]; long s = 0;
              for (@Parallel int i = 0; i < n; i++) {
                for (int k = 0; k < 4; k++) tmp[k] = i * k;
                s += tmp[i & 3];
              }
              return s;
            }
            """);
    assertThat(program.kernels()).as("%s", program.refused()).hasSize(3);
    for (String method : methods(program)) {
      for (int n : new int[] {0, 1, 40, 100}) {
        for (int step : new int[] {1, 7}) {
          check(program, method, n, step);
        }
      }
    }
    assertThat(program.stays()).isEmpty();
  }

  @Test
  void aReductionInALoopThatRunsAgainStartsAgain() throws Throwable {
    TestProgram program =
        TestProgram.of(
            """
            static long[] run(int n) {
              long[] sums = new long[20]; long s = 0;
              for (int t = 0; t < sums.length; t++) {
                if (t % 3 == 0) s = t;
                for (@Parallel int i = 0; i < n; i++) s += i ^ t;
                sums[t] = s;
              }
              return sums;
            }
            """);
    check(program, "run", 50);
    assertThat(program.runs()).hasSize(20);
  }

  /** NVIDIA's compiler lost the sign. */
  @Test
  void theSmallestOfNegatedShortsAndBytesKeepsItsSign() throws Throwable {
    TestProgram program =
        TestProgram.of(
            """
            static int[] run(int n) {
              short[] a = new short[n]; byte[] b = new byte[n];
              for (int i = 0; i < n; i++) { a[i] = (short) (i * 7919 - 20000); b[i] = (byte) (i * 77); }
              int s = 0, t = -5;
              for (@Parallel int i = 0; i < n; i++) {
                { int e = -a[i]; s = e < s ? e : s; }
                { int e = a[i] * (int) a[(char) a[i] >> 13]; s = e < s ? e : s; }
                { int e = -b[i]; t = e < t ? e : t; }
                { int e = i; t = e < t ? e : t; }
              }
              return new int[] {s, t};
            }
            """);
    check(program, "run", 60);
    assertThat(program.runs()).hasSize(1);
  }

  @Test
  void anIterationThatThrowsLeavesTheLoopToTheProgram() throws Throwable {
    TestProgram program =
        TestProgram.of(
            """
            static long[] run(int n) {
              int[] x = new int[10], c = new int[n]; long s = 0;
              for (int i = 0; i < 10; i++) x[i] = i * i;
              for (int i = 0; i < n; i++) c[i] = i == 50 ? 10 : i % 10;
              try {
                for (@Parallel int i = 0; i < n; i++) s += x[c[i]];
              } catch (ArrayIndexOutOfBoundsException e) { return new long[] {s, e.getMessage().hashCode()}; }
              return new long[] {s};
            }
            """);
    check(program, "run", 50);
    assertThat(program.runs()).hasSize(1);
    check(program, "run", 90);
    assertThat(program.runs()).hasSize(1);
    assertThat(program.stays()).hasSize(1);
  }

  private static String[] methods(TestProgram program) {
    return program.kernels().stream().map(kernel -> kernel.name().method()).toArray(String[]::new);
  }

  /** Runs a method without and with kernels; each kernel twice on the device, which is slow. */
  private void check(TestProgram program, String method, Object... arguments) throws Throwable {
    int seen = times.merge(program + method, 1, Integer::sum);
    program.launchWith(seen == 5 || seen == 12 ? onDevice : new CheckedLaunch(Optional.empty()));
    Object expected = program.plain(method, arguments);
    Object actual = program.taken(method, arguments);
    assertThat(bits(actual))
        .as("%s%s", method, Arrays.deepToString(arguments))
        .isEqualTo(bits(expected));
  }

  /** The bits of results; all NaNs are one. */
  static String bits(Object result) {
    if (result instanceof double[] doubles) {
      return Arrays.toString(Arrays.stream(doubles).mapToLong(Double::doubleToLongBits).toArray());
    }
    if (result instanceof Double number) {
      return Long.toString(Double.doubleToLongBits(number));
    }
    return result instanceof Float number
        ? Integer.toString(Float.floatToIntBits(number))
        : Arrays.deepToString(new Object[] {result});
  }
}
