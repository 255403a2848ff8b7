package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.model.kernel.Inspector;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Loops that may throw and about which nothing can be proven before they run. Their kernels check
 * themselves. If a kernel finds that an iteration would throw, the program's own loop runs and
 * throws.
 */
class CheckedLoopsTest {
  @RegisterExtension static final SharedDevice device = new SharedDevice();

  @Test
  void aMethodMayThrowInOneCaseAfterTheOther() throws Throwable {
    String checked =
        """
        static int checked(int v) {
          switch (v) {
            case 1: throw new IllegalStateException("one");
            case 2: throw new IllegalArgumentException("two");
            case 3: throw new IllegalStateException("three");
            default: return v;
          }
        }
        static int[] run(int bad) {
          int[] a = new int[40], b = new int[40];
          b[20] = bad;
          for (@Parallel int i = 0; i < 40; i++) a[i] = checked(b[i]) + 7;
          return a;
        }
        """;
    for (int bad = 0; bad < 5; bad++) {
      TestProgram program = TestProgram.of(checked);
      String plain = outcome(program, bad, false);
      assertThat(outcome(program, bad, true)).isEqualTo(plain);
    }
  }

  private static String outcome(TestProgram program, int bad, boolean taken) throws Throwable {
    try {
      return Arrays.toString(
          (int[]) (taken ? program.taken("run", bad) : program.plain("run", bad)));
    } catch (RuntimeException e) {
      return e.toString();
    }
  }

  @Test
  void anIndirectIndexIsCheckedInTheKernel() throws Throwable {
    String gather =
        """
        static double[] run(int bad) {
          double[] x = new double[50]; int[] c = new int[100]; double[] y = new double[100];
          for (int i = 0; i < 100; i++) { c[i] = i * 7 % 50; y[i] = -i; }
          for (int i = 0; i < 50; i++) x[i] = i * 0.5;
          if (bad >= 0) c[bad] = 50 + bad;
          try {
            for (@Parallel int i = 0; i < 100; i++) y[i] = x[c[i]];
          } catch (ArrayIndexOutOfBoundsException e) {
            y[0] = e.getMessage().hashCode();
          }
          return y;
        }
        """;
    runs(gather, 1, -1);
    stays(gather, "x[c[i]] lies outside x", 40);
    stays(gather, "x[c[i]] lies outside x", 99);
    stays(gather, "x[c[i]] lies outside x", 0);
  }

  @Test
  void aScatterWritesNothingIfOneIndexIsBad() throws Throwable {
    String scatter =
        """
        static int[] run(int bad) {
          int[] p = new int[64]; int[] out = new int[64];
          for (int i = 0; i < 64; i++) { p[i] = (i * 37 + 5) & 63; out[i] = -1; }
          p[20] = bad;
          int caught = 0;
          try {
            for (@Parallel int i = 0; i < 64; i++) out[p[i]] = i;
          } catch (ArrayIndexOutOfBoundsException e) {
            caught = 1000;
          }
          out[0] += caught;
          return out;
        }
        """;
    runs(scatter, 1, (20 * 37 + 5) & 63);
    stays(scatter, "out[p[i]] lies outside out", -1);
    stays(scatter, "out[p[i]] lies outside out", 64);
  }

  @Test
  void theSparseProductOfCompressedRowsIsTaken() throws Throwable {
    runs(
        """
        static double[] run(int n) {
          int[] row = new int[n + 1]; int[] col = new int[4 * n]; double[] val = new double[4 * n];
          double[] x = new double[n]; double[] y = new double[n];
          for (int r = 0; r < n; r++) { row[r + 1] = row[r] + (r & 3); x[r] = 1.0 / (r + 1); }
          for (int k = 0; k < row[n]; k++) { col[k] = k * 31 % n; val[k] = k * 0.25; }
          for (@Parallel int r = 0; r < n; r++) {
            double sum = 0;
            for (int k = row[r]; k < row[r + 1]; k++) sum += x[col[k]] * val[k];
            y[r] = sum;
          }
          return y;
        }
        """,
        1, 200);
  }

  @Test
  void divisorsFromArraysAreChecked() throws Throwable {
    String divide =
        """
        static long[] run(int bad) {
          int[] d = new int[40]; long[] e = new long[40]; long[] q = new long[40];
          for (int i = 0; i < 40; i++) { d[i] = i - 50; e[i] = 3 - 2 * i; }
          if (bad >= 0) { d[bad] = 0; e[39 - bad] = 0; }
          long after = 0;
          try {
            for (@Parallel int i = 0; i < 40; i++)
              q[i] = 1000 / d[i] + Math.floorMod(77L, e[i]) + 12345678901L % e[i];
          } catch (ArithmeticException thrown) {
            after = thrown.getMessage().length();
          }
          q[39] += after;
          return q;
        }
        """;
    runs(divide, 1, -1);
    stays(divide, "is zero", 3);
  }

  @Test
  void exactArithmeticThrowsOnTheHost() throws Throwable {
    String exact =
        """
        static long[] run(int big) {
          int[] a = new int[30]; long[] b = new long[30]; long[] out = new long[30];
          for (int i = 0; i < 30; i++) { a[i] = i * 1000 - 7; b[i] = i * 100000L; }
          a[11] = big; b[13] = (long) big << 31;
          int caught = 0;
          try {
            for (@Parallel int i = 0; i < 30; i++) {
              int s = Math.addExact(a[i], 10);
              s = Math.subtractExact(Math.negateExact(s), 3);
              long t = Math.multiplyExact(b[i], (long) a[i]);
              t = Math.addExact(t, Math.multiplyExact(a[i], 2));
              out[i] = t + Math.incrementExact(s) + Math.toIntExact(b[i] >> 10);
            }
          } catch (ArithmeticException e) {
            caught = e.getMessage().length();
          }
          out[29] = caught;
          return out;
        }
        """;
    runs(exact, 1, 5);
    stays(exact, "Exact throws an exception", Integer.MAX_VALUE);
    stays(exact, "Exact throws an exception", Integer.MIN_VALUE);
  }

  @Test
  void throwStatementsAndAssertionsDoNotKeepALoopFromADevice() throws Throwable {
    String thrower =
        """
        static double root(double v, int i) {
          if (v < 0) throw new IllegalArgumentException("negative at " + i + ": " + v);
          return Math.sqrt(v);
        }
        static double[] run(int bad) {
          double[] a = new double[60];
          for (int i = 0; i < 60; i++) a[i] = i == bad ? -4 : i;
          double[] b = new double[60];
          try {
            for (@Parallel int i = 0; i < 60; i++) {
              if (i > 1000) throw new IllegalStateException("never");
              assert a[i] < 1e9 : "too large";
              b[i] = root(a[i], i) + 1;
            }
          } catch (IllegalArgumentException e) {
            b[59] = e.getMessage().hashCode();
          }
          return b;
        }
        """;
    runs(thrower, 1, -1);
    stays(thrower, "root throws an exception", 30);
  }

  @Test
  void aLoopWithSeveralThrowStatementsHasTheSameKernelEachTime() {
    String thrower =
        """
        static void run(int[] a, int[] b) {
          for (@Parallel int i = 0; i < 40; i++) {
            if (i == a[0]) throw new IllegalStateException();
            if (i == a[1]) throw new IllegalArgumentException();
            if (i == a[2]) throw new ArithmeticException();
            b[i] = i;
          }
        }
        """;
    Set<Long> kernels = new HashSet<>();
    for (int time = 0; time < 8; time++) {
      kernels.add(TestProgram.of(thrower).kernel().identity());
    }
    assertThat(kernels).hasSize(1);
  }

  @Test
  void aThrowStatementOfTheLoopIsNamedByItsException() throws Throwable {
    String thrower =
        """
        static int[] run(int bad) {
          int[] a = new int[40];
          try {
            for (@Parallel int i = 0; i < 40; i++) {
              if (i == bad) throw new IllegalStateException("at " + i);
              a[i] = i;
            }
          } catch (IllegalStateException e) {
            a[39] = e.getMessage().length();
          }
          return a;
        }
        """;
    runs(thrower, 1, -1);
    stays(thrower, "the loop throws IllegalStateException", 30);
  }

  @Test
  void raggedRowsWhoseLengthsFollowAFormulaAreChecked() throws Throwable {
    runs(
        """
        static double[][] run(int n) {
          double[][] a = new double[n][];
          for (int i = 0; i < n; i++) a[i] = new double[i + 1];
          for (@Parallel int i = 0; i < n; i++) for (int j = 0; j <= i; j++) a[i][j] = i - j * 0.5;
          return a;
        }
        """,
        1,
        40);
  }

  @Test
  void anIndexThatWrapsAroundIsWhatJavaMakesOfIt() throws Throwable {
    runs(
        """
        static int[] run(int n) {
          int[] a = new int[n];
          for (@Parallel int i = 0; i < n; i++) a[(i * 65536 * 65536) + i] = i;
          return a;
        }
        """,
        1,
        33);
  }

  @Test
  void onlyTheDimensionsOfANestThatAreWrongThrow() throws Throwable {
    String nest =
        """
        static int[] run(int n) {
          int[] a = new int[20 * 20]; int[] at = new int[20];
          for (int i = 0; i < 20; i++) at[i] = i == n ? 20 : 19 - i;
          try {
            for (@Parallel int i = 0; i < 20; i++)
              for (@Parallel int j = 0; j < 20; j++) a[at[i] * 20 + j] = i * j;
          } catch (ArrayIndexOutOfBoundsException e) {
            a[0] = 7;
          }
          return a;
        }
        """;
    runs(nest, 1, -1);
    stays(nest, "lies outside a", 10);
  }

  @Test
  void theInspectorOfASparseProductReadsRowsAndColumnsAlone() {
    assertThat(
            inspected(
                """
                static void run(int[] row, int[] col, double[] val, double[] x, double[] y) {
                  for (@Parallel int r = 0; r < y.length; r++) {
                    double sum = 0;
                    for (int k = row[r]; k < row[r + 1]; k++) sum += x[col[k]] * val[k];
                    y[r] = sum;
                  }
                }
                """))
        .containsExactly("col", "row");
  }

  @Test
  void aComparisonThatDecidesAboutNoIndexIsNotInspected() {
    assertThat(
            inspected(
                """
                static void run(int[] row, int[] to, int[] w, int[] d, int[] next) {
                  for (@Parallel int v = 0; v < next.length; v++) {
                    int best = d[v];
                    for (int k = row[v]; k < row[v + 1]; k++) {
                      int way = d[to[k]] + w[k];
                      if (way < best) best = way;
                    }
                    next[v] = best < 0 ? -1 : best;
                  }
                }
                """))
        .containsExactly("row", "to");
  }

  @Test
  void aComparisonThatDecidesAboutAnIndexIsInspected() {
    assertThat(
            inspected(
                """
                static void run(boolean[] mask, int[] c, long[] d, float[] x, float[] y) {
                  for (@Parallel int i = 0; i < y.length; i++) {
                    if (mask[i]) y[i] = x[c[i]] / 3; else y[i] = 1000 / d[i] + x[0];
                  }
                }
                """))
        .containsExactly("c", "d", "mask");
  }

  @Test
  void aHistogramIsInspectedByItsBinsAlone() {
    assertThat(
            inspected(
                """
                static void run(int[] h, int[] b) {
                  for (@Parallel int i = 0; i < b.length; i++) h[b[i]]++;
                }
                """))
        .containsExactly("b");
  }

  @Test
  void aLoopThatWritesWhatItsIndicesAreReadFromHasNoInspector() {
    LoopKernel kernel =
        TestProgram.of(
                """
                static void run(int[] c, int[] x) {
                  for (@Parallel int i = 0; i < c.length; i++) c[i] = x[c[i]];
                }
                """)
            .kernel();
    assertThat(kernel.inspector(true)).isEmpty();
  }

  /** The names of the arrays whose elements a loop's inspector reads, in order. */
  private static List<String> inspected(String text) {
    LoopKernel kernel = TestProgram.of(text).kernel();
    Inspector inspector = kernel.inspector(true).orElseThrow();
    return inspector.contents().stream()
        .map(parameter -> kernel.kernel().parameters().get(parameter).name())
        .sorted()
        .toList();
  }

  private static void runs(String text, int executions, Object... arguments) throws Throwable {
    TestProgram program = compare(text, arguments);
    assertThat(program.stays()).isEmpty();
    assertThat(program.runs()).hasSize(executions);
  }

  private static void stays(String text, String reason, Object... arguments) throws Throwable {
    TestProgram program = compare(text, arguments);
    assertThat(program.stays()).hasSize(1);
    assertThat(program.stays().get(0)).contains(reason);
  }

  private static TestProgram compare(String text, Object... arguments) throws Throwable {
    TestProgram program = TestProgram.of(text);
    assertThat(program.refused()).isEmpty();
    CheckedLaunch launch = new CheckedLaunch(device.get());
    program.launchWith(launch);
    assertThat(program.taken("run", arguments)).isEqualTo(program.plain("run", arguments));
    assertThat(launch.untranslatable()).isEmpty();
    assertThat(launch.inspections()).as("executions that an inspector checked").isPositive();
    return program;
  }
}
