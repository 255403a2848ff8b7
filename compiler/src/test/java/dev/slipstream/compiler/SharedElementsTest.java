package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Elements that all iterations write, at indices that do not depend on the marked variables. */
class SharedElementsTest {
  @RegisterExtension static final SameEverywhere everywhere = new SameEverywhere();

  /** A program with 5 by 9 numbers in a and x, results for b and c, and an array t of 20. */
  private static String program(String body) {
    return """
    static Object run(int n, int m) {
      double[] a = new double[n * m], b = new double[n * m], t = new double[20];
      int[] x = new int[n * m], c = new int[n * m], s = new int[20];
      double w = m;
      for (int i = 0; i < n * m; i++) { a[i] = i * 37 % 23 - 7; x[i] = i * 37 % 19; }
      for (@Parallel int i = 0; i < n; i++) {
        BODY
      }
      return new Object[] {b, c, t, s};
    }
    """
        .replace("BODY", body);
  }

  @TestFactory
  Stream<DynamicTest> iterationsThatWriteTheSameElementsRunOnTheHost() {
    return Stream.of(
            new String[] {
              "as many as there are digits",
              "t[p]",
              """
              int v = x[i * m] + 3, p = 0;
              while (v > 0) { t[p++] = v % 10; v /= 10; }
              for (int k = 0; k < p; k++) b[i * m + k] = t[k];
              """
            },
            new String[] {
              "up to the end of the data",
              "t[k]",
              """
              for (int k = 0; k < x[i]; k++) t[k] = i * 100 + k;
              for (int k = 0; k < x[i] && k < m; k++) b[i * m + k] = t[k];
              """
            },
            new String[] {
              "those that are chosen",
              "s[p]",
              """
              int p = 0;
              for (int k = 0; k < m; k++) if (a[i * m + k] > 0) s[p++] = k;
              for (int k = 0; k < p; k++) c[i * m + k] = s[k];
              """
            },
            new String[] {
              "a counter of floats",
              "t[",
              """
              for (float g = 0; g < w * 0.3f + x[i]; g++) t[(int) g] = i + g;
              b[i * m] = t[0];
              """
            },
            new String[] {
              "a counter of doubles that ends at a break",
              "t[",
              """
              double g = 0;
              while (true) { if (a[i * m] < g) break; t[(int) (g / 2)] = i; g += 2; }
              b[i * m] = t[0];
              """
            },
            new String[] {
              "the greatest", "t[0]", "if (a[i * m] > t[0]) { t[0] = a[i * m]; s[0] = i; }"
            },
            new String[] {
              "the ten greatest",
              "t[",
              """
              double v = a[i * m];
              if (v > t[0]) {
                int p = 0;
                while (p < 9 && t[p + 1] < v) { t[p] = t[p + 1]; p++; }
                t[p] = v;
              }
              """
            },
            new String[] {"what is found", "s[3]", "if (x[i * m] % 2 == 0) s[3] = i;"})
        .map(
            c ->
                DynamicTest.dynamicTest(
                    c[0],
                    () -> {
                      TestProgram program = everywhere.stays(c[1], program(c[2]), 5, 9);
                      assertThat(program.stays().get(0))
                          .containsPattern(
                              "(reads|writes) .*which another iteration (writes|may write)");
                    }));
  }

  @Test
  void aFlagThatIterationsSetToOneValueIsNoReasonToStayOnTheHost() throws Throwable {
    everywhere.taken(program("if (x[i * m] % 2 == 0) s[3] = 1;"), 5, 9);
  }

  @Test
  void elementsThatAConditionGivesToOneIterationAreItsOwn() throws Throwable {
    everywhere.taken(program("if (i == 2) s[3] = x[i];"), 5, 9);
    everywhere.taken(program("for (int k = 0; k < 20; k++) if (k == i + 1) s[k] = x[i];"), 5, 9);
    everywhere.taken(program("for (int k = 0; k < 20; k++) if (x[k] % n == i) s[k] = x[i];"), 5, 9);
    everywhere.taken(program("int p = 0; for (int k = 0; k < i; k++) p++; s[p] = x[i];"), 5, 9);
    everywhere.taken(program("int p = 0; while (p < i) p += 1 + (p & 0); s[p] = x[i];"), 5, 9);
  }

  @Test
  void whatIsOnlyTrustedIsSaid() throws Throwable {
    TestProgram scatter = everywhere.taken(program("s[x[i]] = i;"), 5, 9);
    assertThat(scatter.runs().get(0).trusted())
        .isEqualTo("line 9 writes s[x[i]], which another iteration may write (line 9)");
    TestProgram own =
        everywhere.taken(program("for (int k = 0; k < m; k++) b[i * m + k] = k;"), 5, 9);
    assertThat(own.runs()).allMatch(run -> run.trusted().isEmpty());
    assertThat(List.of(scatter.runs().get(0).launch().space().count(0))).containsExactly(5);
  }

  @Test
  void anInnerLoopThatStartsElsewhereInEachIterationNeedsNoTrust() throws Throwable {
    for (String loop :
        List.of(
            "for (int k = i * m; k < i * m + m; k++) b[k] = k;",
            "int at = i * m, end = at + m; while (at < end) { b[at] = a[at] + i; at++; }",
            "for (int k = i * m + m - 1; k >= i * m; k -= 2) b[k] = k;",
            "java.util.Arrays.fill(b, i * m, i * m + m, i);")) {
      TestProgram program = everywhere.taken(program(loop), 5, 9);
      assertThat(program.runs().get(0).trusted()).as(loop).isEmpty();
    }
    TestProgram meeting =
        everywhere.run(program("for (int k = i * m; k <= i * m + m; k++) b[k % 40] = k;"), 5, 9);
    assertThat(meeting.runs()).allMatch(run -> !run.trusted().isEmpty());
    everywhere.stays(
        "b[k], which another iteration may write",
        program("for (int k = i * m; k <= i * m + m && k < 44; k++) b[k] = k;"),
        4,
        9);
  }
}
