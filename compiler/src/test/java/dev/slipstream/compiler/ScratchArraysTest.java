package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Arrays outside the loop that each iteration writes before it reads them. */
class ScratchArraysTest {
  @RegisterExtension static final SameEverywhere everywhere = new SameEverywhere();

  private static TestProgram same(String members, Object... arguments) throws Throwable {
    TestProgram program = everywhere.taken(members, arguments);
    assertThat(program.kernel().kernel().scratch()).isNotEmpty();
    return program;
  }

  /** A program with 5 by 9 numbers in a, results for b, and an array t of 9. */
  private static String program(String body) {
    return """
    static Object run(int n, int m) {
      double[] a = new double[n * m], b = new double[n * m], t = new double[m + 2];
      for (int i = 0; i < n * m; i++) a[i] = i * 37 % 23 - 7;
      for (int k = 0; k < t.length; k++) t[k] = -k;
      for (@Parallel int i = 0; i < n; i++) {
        BODY
      }
      return new Object[] {b, t};
    }
    """
        .replace("BODY", body);
  }

  @TestFactory
  Stream<DynamicTest> everyIterationHasItsOwnArray() {
    return Stream.of(
            new String[] {
              "a row sorted by insertion",
              """
              for (int k = 0; k < m; k++) t[k] = a[i * m + k];
              for (int k = 1; k < m; k++) {
                double x = t[k];
                int j = k;
                while (j > 0 && t[j - 1] > x) { t[j] = t[j - 1]; j--; }
                t[j] = x;
              }
              for (int k = 0; k < m; k++) b[i * m + k] = t[k];
              """
            },
            new String[] {
              "several reads between two writes",
              """
              t[0] = a[i * m]; t[1] = t[0] * 2 + t[0];
              b[i * m] = t[0] - t[1] + t[0];
              t[0] = t[1] / 3; b[i * m + 1] = t[0] + t[1] * t[0];
              if (b[i * m] > 0) t[1] = t[0] + t[1]; else t[0] = t[1];
              b[i * m + 2] = t[1] + t[0] + t[1];
              """
            },
            new String[] {
              "a tridiagonal system",
              """
              t[0] = a[i * m] / 3;
              for (int k = 1; k < m; k++) t[k] = a[i * m + k] / (4 - t[k - 1]);
              b[i * m + m - 1] = t[m - 1];
              for (int k = m - 2; k >= 0; k--) b[i * m + k] = t[k] - t[k + 1];
              """
            },
            new String[] {
              "backwards",
              """
              t[m - 1] = i;
              for (int k = m - 2; k >= 0; k--) t[k] = a[i * m + k] + t[k + 1];
              b[i * m] = t[0];
              """
            },
            new String[] {
              "a counter for each kind",
              """
              for (int k = 0; k < 5; k++) t[k] = 0;
              for (int k = 0; k < m; k++) t[(int) a[i * m + k] & 3]++;
              for (int k = 0; k < 4; k++) b[i * m + k] = t[k];
              """
            },
            new String[] {
              "single elements",
              """
              t[0] = a[i * m];
              t[2] = t[0] * 2;
              t[1] = t[2] - t[0];
              b[i * m] = t[0] + t[1] + t[2];
              """
            },
            new String[] {
              "an element used immediately",
              """
              double s = 0;
              for (int k = 0; k < m; k++) { t[k + 1] = a[i * m + k]; s += t[k + 1] * k; }
              b[i * m] = s;
              """
            },
            new String[] {
              "a row for each turn",
              """
              for (int l = 0; l <= i; l++) {
                t[0] = l;
                for (int k = 1; k < m; k++) t[k] = t[k - 1] + a[i * m + k];
                for (int k = 0; k < m; k++) b[i * m + k] += t[k];
              }
              """
            },
            new String[] {"only written", "t[3] = a[i * m]; b[i * m] = 2 * a[i * m];"},
            new String[] {
              "whatever the iteration asks for",
              """
              java.util.function.IntSupplier none = null;
              for (int k = 0; k < t.length; k++) t[k] = a[i * m + k % m];
              for (int k = 0; k < i; k++) t[k] += t[k + 1];
              if (a[i * m] > 3) t[t.length - 1] = 5;
              b[i * m] = t[i % t.length] + t[t.length - 1];
              """
                  .replace("java.util.function.IntSupplier none = null;\n", "")
            })
        .map(c -> DynamicTest.dynamicTest(c[0], () -> same(program(c[1]), 5, 9)));
  }

  /** As in NPB's right hand sides: five planes of an array, each with an unused end. */
  @Test
  void planesOfAScratchArrayMayHaveEndsThatNoIterationTouches() throws Throwable {
    String program =
        """
        static void exact(double x, double[] d) { for (int m = 0; m < 5; m++) d[m] = x * (m + 1) + m; }
        static Object run(int n, int w, int used) {
          double[] b = new double[n * w], ue = new double[5 * w], q = new double[w], d = new double[5];
          for (int k = 0; k < ue.length; k++) ue[k] = -k;
          for (@Parallel int i = 0; i < n; i++) {
            for (int k = 0; k < used; k++) {
              exact(i * 0.5 + k, d);
              for (int m = 0; m < 5; m++) ue[k + m * w] = d[m];
              for (int m = 1; m < 5; m++) ue[k + m * w] = ue[k + m * w] / d[0];
              q[k] = ue[k + 1 * w] + ue[k + 2 * w] * ue[k + 4 * w];
            }
            for (int k = 1; k < used - 1; k++) {
              for (int m = 0; m < 5; m++) b[i * w + k] += ue[k - 1 + m * w] - ue[k + 1 + m * w];
              b[i * w + k] += q[k - 1] + ue[k + 1 + READ * w];
            }
          }
          return new Object[] {b, ue, q, d};
        }
        """;
    same(program.replace("READ", "3"), 7, 13, 12);
    same(program.replace("READ", "3"), 7, 13, 13);
    everywhere.stays(
        "which the iteration before may",
        program.replace("READ", "4 - 1 + 2 * (i & 1)"),
        7,
        13,
        12);
    everywhere.stays(
        "may have written", program.replace("ue[k + 1 + READ", "ue[k + 2 + 3"), 7, 13, 12);
  }

  @TestFactory
  Stream<DynamicTest> whateverWayAnIterationGoesItHasItsOwnArray() {
    return Stream.of(
            new String[] {
              "in both branches of an if around loops",
              """
              if (a[i * m] > 0) for (int k = 0; k < m; k++) t[k] = a[i * m + k];
              else for (int k = m - 1; k >= 0; k--) t[k] = -k;
              for (int k = 0; k < m; k++) b[i * m + k] = t[k];
              """
            },
            new String[] {
              "in both branches of an if in a loop",
              """
              for (int k = 0; k < m; k++) {
                if (a[i * m + k] > k) { t[k] = a[i * m + k]; b[i * m] += t[k]; }
                else if (k > 3) t[k] = k;
                else { t[k] = 7; }
              }
              for (int k = 1; k < m; k++) b[i * m + k] = t[k] - t[k - 1];
              """
            },
            new String[] {
              "in each case of a switch",
              """
              switch (i % 3) {
                case 0: t[0] = 4; t[1] = i; break;
                case 1: t[1] = 5; t[0] = 1; break;
                default: for (int k = 0; k < 2; k++) t[k] = k;
              }
              b[i * m] = t[0] * 10 + t[1];
              """
            },
            new String[] {
              "every other element",
              """
              for (int k = 0; k < m; k += 2) t[k] = a[i * m + k];
              for (int k = 0; k < m; k += 2) b[i * m + k] = t[k];
              """
            },
            new String[] {
              "every third element backwards, and as a multiple",
              """
              for (int k = 2; k >= 0; k--) t[3 * k + 1] = a[i * m + k];
              for (int k = 7; k >= 1; k -= 3) b[i * m + k] = t[k] + t[7];
              """
            },
            new String[] {
              "up to a double",
              """
              double w = m - 0.5;
              for (int k = 0; k < w; k++) t[k] = a[i * m + k];
              for (int k = 0; k <= w; k++) b[i * m + k] = t[k];
              """
            },
            new String[] {
              "down to a double",
              """
              for (int k = m - 1; k >= low; k--) t[k] = a[i * m + k];
              for (int k = m - 1; low <= k; k--) b[i * m + k] = t[k];
              """
            },
            new String[] {
              "by a helper that counts up to a double",
              """
              fill(2 * n - 1, t, i);
              for (int k = 0; k < m; k++) b[i * m + k] = t[k];
              """
            },
            new String[] {
              "and leaves early",
              """
              for (int k = 0; k < m; k++) t[k] = a[i * m + k];
              for (int k = 0; k < m; k++) { if (t[k] > 9) break; b[i * m + k] = t[k]; }
              """
            })
        .map(
            c ->
                DynamicTest.dynamicTest(
                    c[0],
                    () ->
                        same(
                            """
                            static void fill(double w, double[] y, int k) {
                              for (int i = 0; i < w; i++) y[i] = k * 1000 + i;
                            }
                            """
                                + program(c[1])
                                    .replace(
                                        "(int n, int m) {", "(int n, int m) { double low = 0.25;")
                                    .replace("double w = m - 0.5;", "")
                                    .replace("for (@Par", "double w = m - 0.5;\nfor (@Par"),
                            5,
                            9)));
  }

  @Test
  void whatIsWrittenOnOneWayOnlyKeepsTheLoopOnTheHost() throws Throwable {
    everywhere.stays(
        "t[k], which",
        program(
            """
            for (int k = 0; k < m; k++) t[k] = 0;
            if (a[i * m] > 0) for (int k = 0; k < m + 1; k++) t[k] = k;
            for (int k = 0; k < m + 1; k++) b[i] += t[k];
            """),
        5,
        9);
    everywhere.stays(
        "t[k], which",
        program(
            """
            if (a[i * m] > 0) for (int k = 0; k < m; k++) t[k] = k;
            else for (int k = 0; k < m - 1; k++) t[k] = -k;
            for (int k = 0; k < m; k++) b[i] += t[k];
            """),
        5,
        9);
    everywhere.stays(
        "t[k], which",
        program(
            """
            for (int k = 0; k < m; k += 2) t[k] = k + i;
            for (int k = 0; k < m; k++) b[i] += t[k];
            """),
        5,
        9);
    everywhere.stays(
        "t[k], which",
        program(
            """
            for (int k = 0; k < m; k++) { t[k] = k + i; if (a[i * m + k] > 5) break; }
            for (int k = 0; k < m; k++) b[i] += t[k];
            """),
        5,
        9);
  }

  @Test
  void scratchArraysWorkInTwoDimensionsAndInFields() throws Throwable {
    TestProgram program =
        same(
            """
            final int[] window = new int[9]; byte[] low = new byte[9];
            static Object run(int n) {
              Program p = new Program();
              int[] a = new int[n * n], b = new int[n * n];
              for (int i = 0; i < n * n; i++) a[i] = i * 7919 % 101;
              p.median(a, b, n);
              return new Object[] {b, p.window, p.low};
            }
            void median(int[] a, int[] b, int n) {
              for (@Parallel int y = 1; y < n - 1; y++)
                for (@Parallel int x = 1; x < n - 1; x++) {
                  for (int k = 0; k < 9; k++) {
                    window[k] = a[(y + k / 3 - 1) * n + x + k % 3 - 1];
                    low[k] = (byte) (window[k] & 1);
                  }
                  for (int k = 0; k < 5; k++)
                    for (int l = k + 1; l < 9; l++)
                      if (window[l] < window[k]) {
                        int w = window[k]; window[k] = window[l]; window[l] = w;
                        low[k] ^= low[l];
                      }
                  b[y * n + x] = window[4] * 2 + low[4];
                }
            }
            """,
            9);
    assertThat(program.kernel().kernel().scratch()).hasSize(2);
    assertThat(program.runs().get(0).launch().space().counts()).containsExactly(6, 7);
  }

  @Test
  void whatAnIterationReadsBeforeItWritesKeepsTheLoopOnTheHost() throws Throwable {
    everywhere.stays(
        "reads t[k], which another iteration writes",
        program("for (int k = 0; k < m; k++) { b[i * m + k] = t[k]; t[k] = a[i * m + k]; }"),
        5,
        9);
    everywhere.stays(
        "reads t[k], which the iteration before may have written",
        program(
            """
            for (int k = 0; k < m - 1; k++) t[k] = a[i * m + k];
            for (int k = 0; k < m; k++) { b[i * m + k] = t[k]; t[m - 1] = k; }
            """),
        5,
        9);
    everywhere.stays(
        "reads t[k - 1], which the iteration before may have written",
        program("for (int k = 1; k < m; k++) { t[k] = a[i * m + k] + t[k - 1]; }"),
        5,
        9);
    everywhere.stays(
        "but not every iteration writes all elements",
        program("for (int l = 0; l < i; l++) { t[0] = l; b[i * m] += t[0]; }"),
        5,
        9);
    everywhere.stays(
        "reads t[0], which the iteration before may have written",
        program("for (int l = 0; l < i; l++) t[0] = l; b[i * m] += t[0];"),
        5,
        9);
    everywhere.stays(
        "reads t[k + 1], which the iteration before may have written",
        program("t[0] = 1; for (int k = 1; k < m; k++) { t[k] = a[i * m + k] + t[k + 1]; }"),
        5,
        9);
  }

  @Test
  void whatNotEveryIterationWritesKeepsTheLoopOnTheHost() throws Throwable {
    everywhere.stays(
        "writes t[k], but not every iteration writes all elements that the loop accesses",
        program(
            """
            for (int k = 0; k < m; k++) t[k] = k;
            t[0] = i;
            if (i % 2 == 0) t[m] = i;
            b[i * m] = t[0];
            """),
        5,
        9);
    everywhere.stays(
        "but not every iteration writes all elements that the loop accesses",
        program("t[0] = i; if (i % 2 == 0) t[1] = i; b[i * m] = t[0];"),
        5,
        9);
  }

  @Test
  void oneIterationAloneRunsOnTheHost() throws Throwable {
    TestProgram program = everywhere.run(program("t[0] = i; b[i * m] = t[0];"), 1, 9);
    assertThat(program.runs()).isEmpty();
    assertThat(program.stays()).isEmpty();
  }

  @Test
  void aScratchArrayThatIsAlsoSomethingElseRunsOnTheHost() throws Throwable {
    String loop =
        """
        static Object run(int n, boolean same) {
          int[][] rows = new int[n][n];
          int[] a = new int[n], b = new int[n], t = same ? a : rows[2];
          KIND
          return new Object[] {a, b, t, rows};
        }
        """;
    everywhere.stays(
        "each iteration uses t as an array of its own, and the loop also reaches it in another way",
        loop.replace(
            "KIND", "for (@Parallel int i = 0; i < n; i++) { t[1] = i; b[i] = t[1] + a[i]; }"),
        6,
        true);
    everywhere.stays(
        "each iteration uses t as an array of its own, and the loop also reaches it in another way",
        loop.replace(
            "KIND",
            "for (@Parallel int i = 0; i < n; i++) { t[1] = i; b[i] = t[1] + rows[i][1]; }"),
        6,
        false);
    same(
        loop.replace(
            "KIND", "for (@Parallel int i = 0; i < n; i++) { t[1] = i; b[i] = t[1] + a[i]; }"),
        6,
        false);
  }

  @Test
  void anArrayThatIterationsShareOnPurposeIsNoScratchArray() throws Throwable {
    TestProgram program =
        everywhere.run(
            """
            static Object run(int n, int m) {
              int[] a = new int[n * m];
              for (@Parallel int i = 0; i < n; i++) {
                for (int k = 0; k < m; k++) a[i * m + k] = k;
                for (int k = 1; k < m; k++) a[i * m + k] += a[i * m + k - 1];
              }
              return a;
            }
            """,
            5,
            6);
    assertThat(program.kernel().kernel().scratch()).isEmpty();
    assertThat(program.runs()).hasSize(1);
    assertThat(program.runs().get(0).launch().space().counts()).containsExactly(5);
  }

  @Test
  void anElementToWhichAllIterationsAddIsNoScratchMemory() throws Throwable {
    TestProgram program =
        everywhere.run(
            """
            static int[] run(int n) {
              int[] h = new int[8];
              for (@Parallel int i = 0; i < n; i++) h[7] += 7;
              for (@Parallel int i = n - 1; i >= 0; i--) { h[2]++; h[2] -= i; }
              return h;
            }
            """,
            40);
    assertThat(program.kernels()).allMatch(kernel -> kernel.kernel().scratch().isEmpty());
  }

  @Test
  void aScratchArrayMayBeAddedTo() throws Throwable {
    everywhere.run(
        """
        static Object run(int n, int m) {
          int[] t = new int[m], b = new int[n];
          for (@Parallel int i = 0; i < n; i++) {
            for (int k = 0; k < m; k++) t[k] = i;
            for (int k = 0; k < m; k++) t[k] += k;
            int s = 0;
            for (int k = 0; k < m; k++) s = s * 3 + t[k];
            b[i] = s;
          }
          return new Object[] {b, t};
        }
        """,
        30,
        4);
  }

  @Test
  void anExceptionInTheLastIterationLeavesWhatTheOneBeforeWrote() throws Throwable {
    String program =
        """
        static int[] t = new int[3];
        static int[] r = {5, 6, 7, 8, 9, 10};
        static Object run(int n, int off) {
          int[] b = new int[n];
          try {
            for (@Parallel int i = n - 1; i >= 0; i--) {
              for (int k = 0; k < 3; k++) t[k] = INDEX;
              b[i] = t[0] + t[2];
            }
          } catch (ArrayIndexOutOfBoundsException e) {
            b[0] = 7;
          }
          return new Object[] {b, t};
        }
        """;
    everywhere.stays("", program.replace("INDEX", "r[k == 0 ? 3 : i - off]"), 5, 1);
    everywhere.stays("", program.replace("INDEX", "r[r[i] - 5 - off * (1 - k / 2 * 2)]"), 5, 1);
    same(program.replace("INDEX", "r[k == 0 ? 3 : i - off]"), 5, 0);
  }

  @Test
  void anExceptionLeavesTheScratchArrayAsEver() throws Throwable {
    TestProgram program =
        TestProgram.of(
            """
            static int[] t = new int[3];
            static void run(int n) {
              int[] a = new int[n];
              for (@Parallel int i = 0; i < n + 2; i++) { t[0] = i; t[1] = t[0]; a[i] = t[1]; }
            }
            static int[] left(int n) {
              try { run(n); } catch (ArrayIndexOutOfBoundsException e) { return t; }
              return null;
            }
            """);
    assertThat((int[]) program.taken("left", 6)).isEqualTo(program.plain("left", 6));
  }
}
