package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Fields that each iteration writes before it reads them. */
class FieldTemporariesTest {
  @RegisterExtension static final SameEverywhere everywhere = new SameEverywhere();

  private static String loop(String body) {
    return loop("for (@Parallel int i = 0; i < n; i++) {", body + "\n}");
  }

  private static String loop(String head, String body) {
    return """
    static class Base { double inherited; static long shared; }
    static class Solver extends Base {
      double tmp1, tmp2; int count; long sum; float f; byte small; short s; char c; boolean odd; volatile int seen;
      Solver other; double[] row = new double[4];
      static double t1, t2; static int last;
      double inverse(double v) { tmp1 = 1 / v; return tmp1 * tmp1; }
      void solve(int n, int from, int to, double[] a, double[] b, int[] x) {
    """
        + head
        + "\n"
        + body
        + """
          }
          Object all() {
            return new Object[] {tmp1, tmp2, count, sum, f, small, s, c, odd, seen, t1, t2, last, inherited, shared};
          }
        }
        static Object run(int n, int from, int to) {
          double[] a = new double[40], b = new double[40]; int[] x = new int[40];
          for (int i = 0; i < 40; i++) { b[i] = i % 7 - 2.5; x[i] = i * 7 % 5; }
          Solver s = new Solver(), o = new Solver();
          Solver.t1 = 1; Solver.t2 = 2; Solver.last = 3; Base.shared = 4;
          if (n % 2 == 0) s.other = o;
          Throwable thrown = null;
          try { s.solve(n, from, to, a, b, x); } catch (RuntimeException e) { thrown = e; }
          return new Object[] {a, s.all(), o.all(), thrown == null ? "" : thrown.toString()};
        }
        """;
  }

  private static TestProgram taken(String body) throws Throwable {
    return everywhere.taken(loop(body), 40, 0, 3);
  }

  private static void refused(String reason, String body) throws Throwable {
    everywhere.refused(reason, loop(body), 40, 0, 3);
  }

  @Test
  void aFieldIsALocalVariableOfEachIteration() throws Throwable {
    TestProgram program = taken("tmp1 = 1.0 / b[i]; tmp2 = tmp1 * tmp1; a[i] = tmp1 + tmp2;");
    assertThat(program.runs().get(0).checked()).isFalse();
    taken("t1 = 1.0 / b[i]; t2 = t1 * t1; a[i] = t1 + t2; last = i;");
  }

  @Test
  void fieldsOfSuperclassesAndOtherObjectsAreToo() throws Throwable {
    taken("inherited = b[i]; shared = i; a[i] = inherited * shared;");
    taken("other.tmp1 = b[i]; a[i] = other.tmp1 * 3; tmp2 = i;");
    everywhere.compare(TestProgram.of(loop("other.tmp1 = b[i]; a[i] = other.tmp1 * 3;")), 39, 0, 3);
  }

  @Test
  void fieldsOfSmallIntegersKeepWhatTheyCanHold() throws Throwable {
    taken(
        "small = (byte) (i * 77); s = (short) (i * 7777); c = (char) (i * 7777); odd = (i & 1) =="
            + " 1; small += 100; s *= 3; c++; f = i * 0.1f; sum = i * 10000000000L; count = i; a[i]"
            + " = small + s + c + f + sum + count + (odd ? 0.5 : 0);");
  }

  @Test
  void aFieldOfAMethodThatIsCalledIsToo() throws Throwable {
    taken("a[i] = inverse(b[i]) + tmp1; tmp2 = inverse(b[i] + 9);");
  }

  @Test
  void whatTheLastIterationLeavesIsThereAfterwards() throws Throwable {
    taken("tmp1 = b[i]; if (tmp1 > 0) tmp1 = 7; tmp2 = b[i] > 1 ? i : -i; a[i] = tmp1 - tmp2;");
    taken("if (b[i] > 0) { count = 3; } else { count = i; } a[i] = count;");
    everywhere.taken(
        loop("for (@Parallel int i = n - 1; i >= 2; i -= 3) {", "count = i; a[i] = count;\n}"),
        40,
        0,
        3);
    for (int n = 0; n < 4; n++) {
      everywhere.compare(TestProgram.of(loop("tmp1 = b[i]; a[i] = tmp1;")), n, 0, 3);
    }
  }

  @Test
  void aFieldMayBeWrittenInInnerLoopsThatAllIterationsRunAlike() throws Throwable {
    String body =
        "for (int j = from; j <= to; j++) for (int k = 1; k < 4; k++) { tmp1 = b[i + j] / k; tmp2 ="
            + " tmp1 * j; a[i] += tmp1 - tmp2; }\n"
            + "}";
    String head = "for (@Parallel int i = 0; i < n - 4; i++) {";
    everywhere.taken(loop(head, body), 40, 0, 3);
    everywhere.taken(loop(head, body), 40, 3, 2);
    everywhere.taken(loop(head, "if (from > 1) { tmp1 = b[i]; a[i] = tmp1; }\n}"), 40, 2, 3);
    everywhere.taken(loop(head, "if (from > 1) { tmp1 = b[i]; a[i] = tmp1; }\n}"), 40, 1, 3);
  }

  @Test
  void limitsOfSuchLoopsMayBeElementsThatStayTheSame() throws Throwable {
    everywhere.taken(
        loop(
            "int j, k; int[] limits = {to, 4, 5}; for (@Parallel int i = 0; i < n - 6; i++) {",
            "for (j = 1; j <= limits[0] - 1; j++) { for (k = 0; k <= from; k++) { tmp1 = b[i + k];"
                + " a[i] += tmp1; } for (k = 1; k <= from - 1; k++) { tmp1 = b[i + j] * k; a[i] +="
                + " tmp1; } } }"),
        40,
        3,
        4);
  }

  @Test
  void nestsHaveThemToo() throws Throwable {
    everywhere.taken(
        loop(
            "for (@Parallel int i = 0; i < n / 8; i++) for (@Parallel int j = 0; j < 8; j++) {",
            "tmp1 = b[8 * i + j]; count = i * j; a[8 * i + j] = tmp1 * count;\n}"),
        40,
        0,
        3);
    everywhere.taken(
        loop(
            "for (@Parallel int i = 0; i < n / 8; i++) { count = 3 * i;"
                + " for (@Parallel int j = 0; j < 8; j++) {",
            "tmp1 = b[8 * i + j] + count; a[8 * i + j] = tmp1;\n} last = count; }"),
        40,
        0,
        3);
  }

  @Test
  void reductionsMayStandBesideThem() throws Throwable {
    everywhere.taken(
        loop(
            "int total = 0; for (@Parallel int i = 0; i < n; i++) {",
            "count = x[i] * 3; total += count; }\na[0] = total;"),
        40,
        0,
        3);
  }

  @Test
  void whatIterationsHandOnIsRefused() throws Throwable {
    String reason = "line 11 writes the field count, which iterations read as an earlier one";
    refused(reason, "count += x[i]; a[i] = 1;");
    refused(reason, "if (b[i] > 0) count = i; a[i] = count;");
    refused(
        "writes the field tmp1, which iterations read as an earlier one",
        "for (int k = 0; k < x[i]; k++) tmp1 = k; a[i] = tmp1;");
  }

  @Test
  void whatOnlySomeIterationsWriteIsRefused() throws Throwable {
    refused("line 11 writes the field last, but not in every iteration", "if (b[i] > 0) last = i;");
    refused(
        "writes the field tmp1, but not in every iteration",
        "for (int k = 0; k < x[i]; k++) { tmp1 = k; a[i] += tmp1; }");
    refused(
        "writes the field tmp1, but not in every iteration",
        "for (int k = 0; k < 4; k++) { if (k > x[i]) break; tmp1 = k; a[i] += tmp1; }");
    refused(
        "writes the field tmp1, but not in every iteration",
        "if (from > 0) tmp1 = i; if (b[i] > 0) tmp1 = -i;");
  }

  @Test
  void fieldsOfObjectsThatMayBeOneAreRefused() throws Throwable {
    refused("writes the field tmp1", "tmp1 = b[i]; other.tmp1 = 2; a[i] = tmp1;");
    refused("writes the field tmp1", "tmp1 = b[i]; a[i] = tmp1 + other.tmp1;");
  }

  @Test
  void volatileFieldsAndReferencesAreRefused() throws Throwable {
    refused("writes the field seen", "seen = i; a[i] = 2;");
    refused("writes the field row", "row = b; a[i] = 2;");
  }

  @Test
  void whereAnIterationMayThrowTheFieldHoldsWhatPlainJavaLeaves() throws Throwable {
    everywhere.stays(
        "may lie outside", loop("count = i; a[i] = b[i + from]; tmp1 = b[i + from];"), 40, 1, 0);
    everywhere.stays("an iteration may throw", loop("count = 3 / x[i]; a[i] = count;"), 40, 0, 3);
    TestProgram program = TestProgram.of(loop("a[i] = b[x[i] + from]; count = i;"));
    everywhere.compare(program, 40, 0, 0);
    everywhere.compare(program, 40, 37, 0);
    everywhere.compare(program, 40, 36, 0);
  }
}
