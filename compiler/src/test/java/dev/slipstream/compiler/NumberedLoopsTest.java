package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.loop.LaunchPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Loops whose steps are known only when they run, or that count a long. */
class NumberedLoopsTest {
  @RegisterExtension static final SameEverywhere everywhere = new SameEverywhere();

  @Test
  void theStagesOfAFastFourierTransformAreTaken() throws Throwable {
    TestProgram program =
        everywhere.taken(
            """
            static double[] run(int n) {
              double[] re = new double[n], im = new double[n];
              for (int i = 0; i < n; i++) { re[i] = i * 7 % 11; im[i] = i * 5 % 3; }
              for (int half = 1; half < n; half *= 2) {
                for (@Parallel int i = 0; i < n; i += 2 * half) {
                  for (int j = 0; j < half; j++) {
                    double c = Math.sqrt(1.0 / (j + half)), s = Math.sqrt(1 - c * c);
                    double x = re[i + j + half] * c - im[i + j + half] * s;
                    double y = re[i + j + half] * s + im[i + j + half] * c;
                    re[i + j + half] = re[i + j] - x;
                    im[i + j + half] = im[i + j] - y;
                    re[i + j] += x;
                    im[i + j] += y;
                  }
                }
              }
              double[] all = java.util.Arrays.copyOf(re, 2 * n);
              System.arraycopy(im, 0, all, n, n);
              return all;
            }
            """,
            64);
    assertThat(program.runs()).hasSize(6);
    assertThat(program.runs().get(2).launch().space().starts()).containsExactly(0);
    assertThat(program.runs().get(2).launch().space().steps()).containsExactly(1);
    assertThat(program.runs().get(2).launch().space().counts()).containsExactly(8);
  }

  @Test
  void aFourierTransformInTwoDimensionsIsTaken() throws Throwable {
    TestProgram program =
        everywhere.taken(
            """
            static int[] run(int n) {
              int[] a = new int[n];
              for (int i = 0; i < n; i++) a[i] = i * 7 % 11;
              for (int half = 1; half < n; half *= 2)
                for (@Parallel int i = 0; i < n; i += 2 * half)
                  for (@Parallel int j = 0; j < half; j++) {
                    int x = a[i + j], y = a[i + j + half];
                    a[i + j] = x + y;
                    a[i + j + half] = (x - y) * (j + 1);
                  }
              return a;
            }
            """,
            32);
    assertThat(program.runs()).hasSize(5);
    assertThat(program.runs().get(3).launch().space().counts()).containsExactly(2, 8);
    assertThat(program.runs().get(3).launch().accesses().get(0).writesAll()).isTrue();
  }

  @TestFactory
  Stream<DynamicTest> stepsUpAndDownAreTaken() {
    return Stream.of(
            "for (@Parallel int i = 3; i < n; i += step)",
            "for (@Parallel int i = 3; i <= n - 1; i += step * step)",
            "for (@Parallel int i = n - 1; i >= 0; i -= step)",
            "for (@Parallel int i = n - 1; i > 2; i += -step)",
            "for (@Parallel int i = n - 1; i > 2; i = i - step - 1)",
            "for (@Parallel int i = 0; i < n; i += field)",
            "for (@Parallel int i = 0; i != n; i += n / 10)",
            "for (@Parallel int i = 0; limit > i; i += step)",
            "for (@Parallel int i = 0; i < limit; i++)",
            "for (@Parallel int i = a.length - 1; i >= 0; i -= b.length)")
        .map(
            head ->
                DynamicTest.dynamicTest(
                    head,
                    () ->
                        everywhere.taken(
                            """
                            static int field = 7;
                            static Object run(int n, int step) {
                              int[] a = new int[n], b = {3, 1, 2};
                              long limit = n;
                              int last = -1;
                              HEAD {
                                int twice = 2 * i;
                                a[i] = twice + step;
                                last = twice;
                              }
                              return new Object[] {a, last};
                            }
                            """
                                .replace("HEAD", head),
                            100,
                            2)));
  }

  @TestFactory
  Stream<DynamicTest> longCountersAreTaken() {
    return Stream.of(
            "for (@Parallel long i = 0; i < n; i++)",
            "for (@Parallel long i = 0; i < a.length; i += 2)",
            "for (@Parallel long i = n - 1; i >= 0; i--)",
            "for (@Parallel long i = first; i <= first + 40; i += 3L)",
            "for (@Parallel long i = first; i != 50; ++i)",
            "for (@Parallel long i = a.length; --i >= 0; )"
                .replace("; --i >= 0; )", " - 1; i > 0; i -= 7)"))
        .map(
            head ->
                DynamicTest.dynamicTest(
                    head,
                    () ->
                        everywhere.taken(
                            """
                            static Object run(int n, long first) {
                              int[] a = new int[n];
                              long[] b = new long[n];
                              long last = -1;
                              HEAD {
                                int k = (int) i;
                                long square = i * i;
                                a[(int) i] = k;
                                b[k] = square + ((i + 1) << 33);
                                last = square;
                              }
                              return new Object[] {b, last};
                            }
                            """
                                .replace("HEAD", head),
                            100,
                            5L)));
  }

  @Test
  void longIndicesOverTwoDimensionsAreProven() throws Throwable {
    TestProgram program =
        everywhere.taken(
            """
            static double[] run(long n, int m) {
              double[] a = new double[(int) n * m], b = new double[(int) n * m];
              for (int i = 0; i < b.length; i++) b[i] = i % 13;
              for (@Parallel long i = 1; i < n - 1; i++)
                for (@Parallel long j = 0; j < m; j++)
                  a[(int) (i * m + j)] = b[(int) ((i - 1) * m + j)] + b[(int) ((i + 1) * m + j)];
              return a;
            }
            """,
            12L, 7);
    assertThat(program.runs().get(0).launch().space().counts()).containsExactly(10, 7);
    ArrayAccess written =
        program.runs().get(0).launch().accesses().stream()
            .filter(a -> a.writtenTo() > 0)
            .findFirst()
            .orElseThrow();
    assertThat(written.writtenFrom()).isEqualTo(7);
    assertThat(written.writtenTo()).isEqualTo(77);
    assertThat(written.writesAll()).isTrue();
  }

  @Test
  void anInnerDimensionMayHaveItsOwnStepOrCountALong() throws Throwable {
    TestProgram program =
        everywhere.taken(
            """
            static int[] run(int n, int step) {
              int[] a = new int[n * n];
              for (@Parallel int i = 0; i < n; i++)
                for (@Parallel int j = step; j < n; j += step)
                  for (@Parallel long k = 0; k < step; k++) a[i * n + j + (int) k] += i + (int) k;
              return a;
            }
            """,
            12,
            3);
    assertThat(program.runs().get(0).launch().space().counts()).containsExactly(12, 3, 3);
  }

  @Test
  void loopsInsideMayHaveStepsThatStayTheSame() throws Throwable {
    TestProgram program =
        everywhere.taken(
            """
            static long[] run(int n, int half) {
              long[] a = new long[n], b = new long[n];
              for (int i = 0; i < n; i++) b[i] = 3 * i % 17;
              for (@Parallel int i = 0; i < n; i++) {
                long sum = 0;
                for (int j = i; j < n; j += half) sum += b[j];
                for (int j = n - 1; j > i; j -= half) sum = 3 * sum + b[j];
                for (int s = 1; s < 4; s++)
                  for (int j = 0; j < n; j += s) sum ^= b[j];
                for (long j = half; j < n; j++) sum += b[(int) j];
                a[i] = sum;
              }
              return a;
            }
            """,
            50, 4);
    assertThat(program.runs()).hasSize(1);
  }

  @Test
  void stepsThatLeadNowhereRunOnTheHost() throws Throwable {
    String loop =
        """
        static int[] run(int n, int step) {
          int[] a = new int[10];
          for (@Parallel int i = 5; i OP n; i += step) a[i & 7] = i & 7;
          return a;
        }
        """;
    everywhere.stays("its step is zero", loop.replace("OP", "<"), 2, 0);
    everywhere.stays(
        "moves away",
        loop.replace("OP", ">").replace("int[10];", "int[10]; if (n > 2) return a;"),
        2,
        1 << 29);
  }

  @Test
  void aLoopWithoutIterationsDoesNothing() throws Throwable {
    TestProgram program =
        everywhere.run(
            """
            static int[] none;
            static int[] run(int n, int step) {
              int[] a = none;
              for (@Parallel int i = 5; i < n; i += step) a[i] = 1;
              for (@Parallel long i = 5; i < n; i++) a[(int) i] = 1;
              return new int[] {n};
            }
            """,
            2,
            3);
    assertThat(program.runs()).isEmpty();
    assertThat(program.stays()).isEmpty();
  }

  @Test
  void aLongLoopOfTooManyIterationsRunsOnTheHost() throws Throwable {
    TestProgram program =
        TestProgram.of(
            """
            static void run(long n) {
              int[] a = new int[4];
              for (@Parallel long i = 0; i < n; i++) a[(int) (i & 3)] = 1;
            }
            """);
    assertThat(program.refused()).isEmpty();
    for (long n : new long[] {1L << 31, Long.MAX_VALUE}) {
      assertThat(plan(program, n)).isInstanceOf(LaunchPlan.Stay.class);
      assertThat(((LaunchPlan.Stay) plan(program, n)).reason()).contains("iterations");
    }
    assertThat(plan(program, Integer.MAX_VALUE)).isInstanceOf(LaunchPlan.Run.class);
  }

  private static LaunchPlan plan(TestProgram program, long n) {
    List<Object> captures = new ArrayList<>();
    for (String line : program.kernel().analysis()) {
      if (line.startsWith("parameter ") || line.startsWith("captured ")) {
        captures.add(
            line.contains("[I") ? new int[4] : line.endsWith(" n") ? (Object) n : (Object) 0L);
      }
    }
    return program.kernel().plan(0, captures.toArray());
  }
}
