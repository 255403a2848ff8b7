package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Code that no kernel can contain, behind invariant conditions that are false. */
class SkippedCodeTest {
  @RegisterExtension static final SameEverywhere everywhere = new SameEverywhere();

  private static String loop(String body) {
    return """
    static class Timer {
      long[] started = new long[4]; int starts;
      void start(int k) { starts++; started[k] = System.nanoTime() & 0; }
    }
    static final class Solver {
      boolean timed; int level; Timer timer; StringBuilder log; int calls; double last;
      double stepped(double v, boolean how) {
        if (timed) timer.start(1);
        double w = twice(v, how);
        if (timed) timer.start(2);
        return w;
      }
      double twice(double v, boolean how) { if (how) { log.append(v); return v; } return 2 * v; }
      double noted(int i) { if (log != null) { if (i > 3) log.append(i); } return i * 0.5; }
      double counted(int i) { if (i > 3) log.append(i); return 2; }
      void solve(int n, double[] a, double[] b, int[] x, boolean verbose) {
        for (@Parallel int i = 0; i < n; i++) {
    """
        + body
        + """
            }
          }
        }
        static Object run(boolean timed) {
          double[] a = new double[40], b = new double[40]; int[] x = new int[40];
          for (int i = 0; i < 40; i++) { b[i] = i % 7 - 2.5; x[i] = i * 7 % 5; }
          Solver s = new Solver();
          s.timed = timed; s.level = timed ? 3 : 0;
          if (timed) { s.timer = new Timer(); s.log = new StringBuilder(); }
          Throwable thrown = null;
          try { s.solve(40, a, b, x, timed); } catch (RuntimeException e) { thrown = e; }
          return new Object[] {a, x, s.calls, s.last, s.timer == null ? -1 : s.timer.starts, "" + s.log, "" + thrown};
        }
        """;
  }

  private static void skipped(String body) throws Throwable {
    everywhere.taken(loop(body), false);
    everywhere.stays("and is reached, since ", loop(body), true);
  }

  @Test
  void aCallBehindAConditionThatIsFalseIsSkipped() throws Throwable {
    skipped("if (timed) timer.start(2); a[i] = 2 * b[i];");
    skipped("a[i] = 2 * b[i]; if (verbose) System.out.print(\"\");");
    skipped("if (verbose) { timer.start(1); a[i] = 1; } else { a[i] = b[i]; } x[i]++;");
  }

  @Test
  void whyTheLoopStaysNamesTheCall() throws Throwable {
    everywhere.stays(
        "calls StringBuilder.append, which cannot run on a device, and is reached, since ",
        loop("a[i] = b[i];\nif (timed) log.append(i);"),
        true);
  }

  @Test
  void theConditionMayBeOfSeveralParts() throws Throwable {
    skipped("if (timed && i % 10 == 3) log.append(i); a[i] = b[i];");
    skipped("if (level > 2) { if (b[i] > 0) log.append(b[i]); a[i] = 5; } a[i] += b[i];");
    skipped("if (log != null) log.append('x'); a[i] = b[i];");
  }

  @Test
  void severalPartsMayBeSkipped() throws Throwable {
    skipped(
        "if (timed) timer.start(0);\n"
            + "a[i] = b[i];\n"
            + "if (level == 3) log.append(\"at \" + i);\n"
            + "x[i] += 2;\n"
            + "if (verbose) { Object o = new Object(); calls += o.hashCode() & 0; }");
    skipped("if (timed) timer.start(0); a[i] = b[i]; if (timed) timer.start(3);");
  }

  @Test
  void whatIsOnlyWrittenThereStaysTheSame() throws Throwable {
    skipped("if (timed) { level = 4; log.append(level); } a[i] = b[i] + level;");
    skipped(
        "for (int k = 0; k < 3; k++) { if (timed) { log.append(k); break; } a[i] += k * b[i]; }");
  }

  @Test
  void loopsMayReduceOrWriteFieldsBesides() throws Throwable {
    skipped("if (timed) log.append(i); last = b[i] * 2; a[i] = last;");
    everywhere.taken(
        loop(
            "x[i] = 1; } int sum = 0; for (@Parallel int i = 0; i < n; i++) { if (timed)"
                + " log.append(i); sum += x[i]; } if (n > 3) { a[0] = sum;"),
        false);
  }

  @Test
  void aConditionThatDiffersFromIterationToIterationIsNoReason() throws Throwable {
    everywhere.refused(
        "line 20 calls StringBuilder.append, which cannot run on a device",
        loop("if (i % 10 == 11) log.append(i); a[i] = b[i];"),
        true);
    everywhere.refused(
        "calls StringBuilder.append, which cannot run on a device",
        loop("if (b[i] > 100) log.append(i); a[i] = b[i];"),
        true);
    everywhere.refused(
        "calls StringBuilder.append, which cannot run on a device",
        loop("log.append(i); if (timed) a[i] = b[i];"),
        true);
  }

  @Test
  void codeOfMethodsThatAreCalledIsSkippedToo() throws Throwable {
    skipped("a[i] = stepped(b[i], timed) + 1; x[i] = (int) noted(i);");
    skipped("a[i] = i; a[i] += stepped(b[i], false); if (timed) x[i] = (int) noted(3);");
    everywhere.refused(
        "calls StringBuilder.append, which cannot run on a device",
        loop("a[i] = noted(i); a[i] += stepped(b[i], timed) + counted(i);"),
        true);
  }

  @Test
  void thatALoopInsideHasTurnsIsNoReason() throws Throwable {
    everywhere.refused(
        "calls StringBuilder.append, which cannot run on a device",
        loop("for (int k = 0; k < n; k++) log.append(k); a[i] = b[i];"),
        true);
    everywhere.refused(
        "calls StringBuilder.append, which cannot run on a device",
        loop("for (int k = 0; k < 4; k++) { if (k > x[i]) break; log.append(k); } a[i] = b[i];"),
        true);
  }

  @Test
  void whatAKernelCanHoldIsNotSkipped() throws Throwable {
    assertThat(everywhere.taken(loop("if (timed) a[i] = b[i]; else a[i] = 3;"), true).runs())
        .isNotEmpty();
  }
}
