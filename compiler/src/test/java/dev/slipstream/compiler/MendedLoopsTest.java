package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Loops with which the compiler once had errors: wrong results, wrong exceptions, or needless
 * refusals.
 */
class MendedLoopsTest {
  @Test
  void rowsUnderAConditionThatNeverHoldsAreNotRead() throws Throwable {
    TestProgram program =
        same(
            """
            static Object[] run(int n) {
              int[][] a = new int[n + 20][14]; int[] x = new int[30];
              work(n, -4, a, x);
              return new Object[] {a, x};
            }
            static void work(int n, int base, int[][] a, int[] x) {
              for (@Parallel int i = base; i < base + n; i++) {
                for (@Parallel int j = 0; j < a[i - base].length; j++) {
                  if ((0x7fffffff < i - base ? j : 0x80000000) % 3 == 0) x[1] = 3;
                  a[i - base][j] = -n;
                }
              }
            }
            """,
            9);
    assertThat(program.runs()).isNotEmpty();
  }

  @Test
  void theLengthOfARowThatChangesIsNoBoundOfWhatCameBefore() throws Throwable {
    for (String known : new String[] {"q == 0", "r[q].length < 5"}) {
      TestProgram program =
          same(
              """
              static Object[] run(int n) {
                byte[] rows = new byte[64]; int[][] r = {new int[1], new int[20]};
                java.util.Arrays.fill(rows, 0, 10, (byte) 1);
                int[] small = new int[5], out = new int[n]; String thrown = "";
                try {
                  work(n, rows, r, small, out);
                } catch (ArrayIndexOutOfBoundsException e) { thrown = e.getMessage(); }
                return new Object[] {out, thrown};
              }
              static void work(int n, byte[] rows, int[][] r, int[] small, int[] out) {
                for (@Parallel int i = 0; i < n; i++) {
                  int j = 0;
                  int q = 0;
                  while (j < r[q = rows[j & 63] & 1].length) j++;
                  if (KNOWN) out[i] = small[j];
                }
              }
              """
                  .replace("KNOWN", known),
              9);
      assertThat(program.runs()).isEmpty();
    }
  }

  @Test
  void allResultsOfAMethodWithThreeReturnsAreProven() throws Throwable {
    TestProgram program =
        same(
            """
            static int sign(int v) { if (v > 0) return 90; if (v < 0) return 91; return 0; }
            static Object[] run(int n) {
              int[] in = new int[50], out = new int[n]; String thrown = "";
              try { work(n, in, out); } catch (ArrayIndexOutOfBoundsException e) { thrown = e.getMessage(); }
              return new Object[] {out, thrown};
            }
            static void work(int n, int[] in, int[] out) {
              for (@Parallel int i = 0; i < n; i++) out[i] = in[sign(n)] + i;
            }
            """,
            9);
    assertThat(program.stays()).isNotEmpty();
  }

  @Test
  void anInnerLimitThatChangesIsNoBoundOfWhatCameBefore() throws Throwable {
    TestProgram program =
        same(
            """
            static Object[] run(int n) {
              byte[] limits = new byte[256]; int[] small = new int[5]; int[] out = new int[n];
              java.util.Arrays.fill(limits, (byte) 100); limits[60] = 2;
              String thrown = "";
              try {
                work(n, limits, small, out);
              } catch (ArrayIndexOutOfBoundsException e) { thrown = e.getMessage(); }
              return new Object[] {out, thrown};
            }
            static void work(int n, byte[] limits, int[] small, int[] out) {
              for (@Parallel int i = 0; i < n; i++) {
                int j = 0;
                int limit = 0;
                while (j < (limit = limits[j] & 127)) j++;
                if (limit < 5) out[i] = small[j];
              }
            }
            """,
            9);
    assertThat(program.runs()).isEmpty();
  }

  @Test
  void anInnerLoopMayStepPastALimitThatChanges() throws Throwable {
    TestProgram program =
        same(
            """
            static Object[] run(int n) {
              int[] limits = new int[64]; int[] in = new int[17]; int[] out = new int[n];
              for (int k = 0; k < 64; k++) limits[k] = k < 20 ? (k & 1) == 0 ? 15 : 1 : 19;
              limits[15] = 2; limits[1] = 9;
              String thrown = "";
              try {
                work(n, limits, in, out);
              } catch (ArrayIndexOutOfBoundsException e) { thrown = e.getMessage(); }
              return new Object[] {out, thrown};
            }
            static void work(int n, int[] limits, int[] in, int[] out) {
              for (@Parallel int i = 0; i < n; i++) {
                int s = 0;
                for (int j = 0; j != (limits[j & 63] & 15) + 1; j++) s += in[j];
                out[i] = s;
              }
            }
            """,
            9);
    assertThat(program.runs()).singleElement().satisfies(run -> assertThat(run.checked()).isTrue());
  }

  @Test
  void whatStandsBehindAnInnerDimensionStillThrows() throws Throwable {
    for (String after : new String[] {"int t = 10 / z;", "int t = b.q;", "int t = c.length;"}) {
      same(
          """
          static class B { int q; }
          static Object[] run(int n) {
            int[] a = new int[n * n]; int z = n - n; B b = null; int[] c = null; String thrown = "";
            if (n > 100) { b = new B(); c = a; }
            try { work(n, z, a, b, c); } catch (RuntimeException e) { thrown = e.toString(); }
            return new Object[] {a, thrown};
          }
          static void work(int n, int z, int[] a, B b, int[] c) {
            for (@Parallel int i = 0; i < n; i++) {
              for (@Parallel int j = 0; j < n; j++) a[i * n + j] = i + j;
              AFTER
            }
          }
          """
              .replace("AFTER", after),
          6);
    }
  }

  @Test
  void anUnusedComputationInAConditionStillThrows() throws Throwable {
    same(
        """
        static int limit(int n, int z) { int unused = 5 / z; return n; }
        static int length(int n, int[] c) { int unused = c.length; return n; }
        static Object[] run(int n) {
          int[] a = new int[n]; String thrown = "";
          try { divide(n, a); } catch (RuntimeException e) { thrown = e.toString(); }
          try { measure(n, a, null); } catch (RuntimeException e) { thrown += e.toString(); }
          return new Object[] {a, thrown};
        }
        static void divide(int n, int[] a) {
          for (@Parallel int i = 0; i < limit(n, n - n); i++) a[i] = i;
        }
        static void measure(int n, int[] a, int[] c) {
          for (@Parallel int i = 0; i < length(n, c); i++) a[i] = i;
        }
        """,
        6);
  }

  @Test
  void aPrivateFieldOfAnotherClassIsReadWhenTheLoopIsReached() throws Throwable {
    TestProgram program =
        TestProgram.source(
            "Program",
            """
            import dev.slipstream.api.Parallel;
            public class Program {
              static double[] run(int n) {
                Matrix m = new Matrix(n); double[] out = new double[n];
                for (@Parallel int i = 0; i < n; i++) out[i] = m.at(i) + 1;
                return out;
              }
            }
            final class Matrix {
              private double[] data;
              Matrix(int n) { data = new double[n]; }
              double at(int k) { return data[k]; }
            }
            """);
    assertThat(program.refused()).isEmpty();
    assertSame(program, 12);
    assertThat(program.stays()).isEmpty();
    assertThat(program.runs()).isNotEmpty();
  }

  @Test
  void aPrivateFieldOfANestedClassIsRead() throws Throwable {
    TestProgram program =
        same(
            """
            static final class Matrix {
              private double[] data;
              Matrix(int n) { data = new double[n]; }
              double at(int k) { return data[k]; }
            }
            static double[] run(int n) {
              Matrix m = new Matrix(n); double[] out = new double[n];
              for (@Parallel int i = 0; i < n; i++) out[i] = m.at(i) + 1;
              return out;
            }
            """,
            12);
    assertThat(program.runs()).hasSize(1);
  }

  @Test
  void aMethodOfABoxedNumberIsNotCalledAsAFunction() throws Throwable {
    TestProgram program =
        TestProgram.of(
            """
            static int[] run(int n) {
              Double d = n / 2.0; int[] out = new int[n];
              for (@Parallel int i = 0; i < n; i++) out[i] = d.isNaN() ? 1 : 2;
              return out;
            }
            """);
    assertThat(program.refused().get(0).reason()).contains("Double.isNaN");
    assertSame(program, 12);
  }

  @Test
  void moreCapturesThanAMethodHasParametersAreRefused() throws Throwable {
    StringBuilder fields = new StringBuilder();
    StringBuilder sum = new StringBuilder("0");
    for (int k = 0; k < 150; k++) {
      fields.append("static double f").append(k).append(" = ").append(k).append(";\n");
      sum.append(" + f").append(k);
    }
    TestProgram program =
        TestProgram.of(
            fields
                + "static double[] run(int n) { double[] out = new double[n];\n"
                + "for (@Parallel int i = 0; i < n; i++) out[i] = "
                + sum
                + ";\nreturn out; }");
    assertThat(program.refused().get(0).reason())
        .contains("uses more than 200 variables, fields and arrays that are set outside of it");
    assertSame(program, 12);
  }

  @Test
  void loopsInsideTryAndSynchronizedAreTaken() throws Throwable {
    TestProgram program =
        same(
            """
            static Object lock = new Object(); static int ends;
            static Object[] run(int n) {
              int[] a = new int[n];
              try {
                for (@Parallel int i = 0; i < n; i++) a[i] = i * 2;
              } catch (RuntimeException e) { ends = 100; } finally { ends++; }
              synchronized (lock) {
                for (@Parallel int i = 0; i < n; i++) a[i] += i;
              }
              try {
                ends++;
              } finally {
                for (@Parallel int i = 0; i < n; i++) a[i] -= 7;
              }
              return new Object[] {a, ends};
            }
            """,
            30);
    assertThat(program.runs()).hasSize(3);
  }

  @Test
  void whatAHandlerReadsIsWhatTheLoopWrote() throws Throwable {
    TestProgram program =
        same(
            """
            static int fail(int n) { if (n > 0) throw new IllegalStateException(); return n; }
            static Object[] run(int n) {
              int[] a = new int[n];
              int last = -1;
              try {
                for (@Parallel int i = 0; i < n; i++) { last = i * 2; a[i] = last; }
                last = fail(n);
              } catch (IllegalStateException e) { a[0] = last; }
              return new Object[] {a};
            }
            """,
            30);
    assertThat(program.runs().get(0).launch().space().counts()).containsExactly(29);
  }

  @Test
  void indicesThatWrapAroundTheEdgesAreProven() throws Throwable {
    for (String body :
        new String[] {
          "o[i] = r[i == 0 ? n - 1 : i - 1] + r[i == n - 1 ? 0 : i + 1];",
          "int l = i - 1; if (l < 0) l += n; int q = i + 1; if (q >= n) q -= n; o[i] = r[l] +"
              + " r[q];",
          "o[i] = r[(i + 1) % n] + r[(i + n - 1) % n];",
          "o[i] = r[clamp(r[i], 0, r.length - 1)];",
          "int s = 0, from = i > 3 ? i - 3 : 0; for (int t = from; t < i; t++) s += r[t]; o[i] ="
              + " s;",
          "o[i] = 100 / ((r[i] & 7) + 1) + 7 / (r[i] | 1);"
        }) {
      TestProgram program =
          same(
              """
              static int clamp(int v, int lo, int hi) { if (v < lo) return lo; return v > hi ? hi : v; }
              static int[] run(int n) {
                int[] r = new int[n], o = new int[n];
                for (int k = 0; k < n; k++) r[k] = k * k - 9;
                for (@Parallel int i = 0; i < n; i++) { BODY }
                return o;
              }
              """
                  .replace("BODY", body),
              40);
      assertThat(program.stays()).as(body).isEmpty();
      assertThat(program.runs()).as(body).hasSize(1);
    }
  }

  @Test
  void conditionsWithHugeNumbersDoNotThrow() throws Throwable {
    same(
        """
        static long[] run(int n) {
          long[] o = new long[n]; int[] r = new int[n];
          for (@Parallel int i = 0; i < n; i++) {
            long big = i * 0x7000000000000000L;
            if ((long) i > Long.MIN_VALUE + n) o[i] = r[i] + big;
            if (Long.MIN_VALUE - big <= -(Long.MIN_VALUE + big)) o[i] ^= r[n - 1 - i] - 5;
          }
          return o;
        }
        """,
        25);
  }

  private static TestProgram same(String members, Object... arguments) throws Throwable {
    TestProgram program = TestProgram.of(members);
    program.launchWith(new CheckedLaunch(Optional.empty()));
    program.rewritten().values().forEach(TestProgram::verify);
    assertSame(program, arguments);
    return program;
  }

  private static void assertSame(TestProgram program, Object... arguments) throws Throwable {
    assertThat(text(program.taken("run", arguments)))
        .isEqualTo(text(program.plain("run", arguments)));
  }

  private static String text(Object result) {
    return Arrays.deepToString(new Object[] {result});
  }
}
