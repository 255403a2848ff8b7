package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Loops whose iterations meet run on the host, where they give what Java gives. */
class DependencesTest {
  private static TestProgram stays(String body, Object... arguments) throws Throwable {
    TestProgram program = TestProgram.of("static int[] run(int n) {\n" + body + "\n}");
    assertThat(program.refused()).isEmpty();
    assertThat((int[]) program.taken("run", arguments)).isEqualTo(program.plain("run", arguments));
    assertThat(program.runs()).isEmpty();
    return program;
  }

  private static void runs(String body, Object... arguments) throws Throwable {
    TestProgram program = TestProgram.of("static int[] run(int n) {\n" + body + "\n}");
    assertThat(program.refused()).isEmpty();
    assertThat((int[]) program.taken("run", arguments)).isEqualTo(program.plain("run", arguments));
    assertThat(program.stays()).isEmpty();
    assertThat(program.runs()).isNotEmpty();
  }

  @Test
  void aLoopThatReadsWhatTheIterationBeforeWroteStaysOnTheHost() throws Throwable {
    TestProgram program =
        stays(
            """
            int[] a = new int[n];
            a[0] = 1;
            for (@Parallel int i = 1; i < n; i++) a[i] = a[i - 1] * 3 + i;
            return a;""",
            20);
    assertThat(program.stays().get(0))
        .isEqualTo("line 6 reads a[i - 1], which another iteration writes (line 6)");
  }

  @Test
  void aScatterWithEqualIndicesStaysOnTheHost() throws Throwable {
    stays(
        """
        int[] a = new int[n];
        for (@Parallel int i = 0; i < n; i++)
          for (@Parallel int j = 0; j < n; j++) a[i / 40 * 0 + j] = i;
        return a;""",
        20);
    stays(
        """
        int[] a = new int[n];
        for (@Parallel int i = 0; i < n; i++)
          for (@Parallel int j = 0; j < n; j++) a[i] = j;
        return a;""",
        20);
  }

  @Test
  void anIndexIsNamedAfterTheVariableThatIsInItsSlotThere() throws Throwable {
    TestProgram program =
        stays(
            """
            int[] w = new int[n], o = new int[n];
            for (@Parallel int i = 0; i < n; i++) {
              for (int t = 0; t < 5; t++) w[t] = w[t] * 3 + i;
              int sum = i * 3;
              for (int k = 0; k < 2; k++) sum += k;
              o[i] = sum;
            }
            return w;""",
            20);
    assertThat(program.stays().get(0)).contains("w[t]").doesNotContain("w[sum]");
  }

  @Test
  void twoParametersThatAreOneArrayAreSeen() throws Throwable {
    String body =
        """
        int[] a = new int[n], b = new int[n];
        for (int i = 0; i < n; i++) a[i] = b[i] = i % 5;
        shift(a, OTHER);
        return a;
        }
        static void shift(int[] to, int[] from) {
          for (@Parallel int i = 1; i < to.length; i++) to[i] = from[i - 1] + to[i];
        """;
    runs(body.replace("OTHER", "b"), 30);
    TestProgram program = stays(body.replace("OTHER", "a"), 30);
    assertThat(program.stays().get(0)).contains("are one array");
  }

  @Test
  void aPlanIsNotRepeatedWhereTwoArraysHaveBecomeOne() throws Throwable {
    TestProgram program =
        TestProgram.of(
            """
            static int[] run(int n) {
              int[] a = new int[n], b = new int[n];
              for (int i = 0; i < n; i++) a[i] = b[i] = i % 5;
              shift(a, b);
              shift(a, a);
              shift(a, b);
              return a;
            }
            static void shift(int[] to, int[] from) {
              for (@Parallel int i = 1; i < to.length; i++) to[i] = from[i - 1] + to[i];
            }
            """);
    assertThat((int[]) program.taken("run", 30)).isEqualTo(program.plain("run", 30));
    assertThat(program.runs()).hasSize(2);
    assertThat(program.stays()).hasSize(1);
  }

  @Test
  void oneArrayUsedInPlaceRuns() throws Throwable {
    runs(
        """
        int[] a = new int[n];
        twice(a, a);
        for (@Parallel int i = 0; i < n; i++) a[i] = a[i] * 2 + i;
        return a;
        }
        static void twice(int[] to, int[] from) {
          for (@Parallel int i = 0; i < to.length; i++) to[i] = from[i] + 7;
        """,
        30);
  }

  @Test
  void redAndBlackCellsRun() throws Throwable {
    runs(
        """
        int[] a = new int[2 * n + 2];
        for (int i = 0; i < a.length; i++) a[i] = i * 7 % 11;
        for (@Parallel int i = 0; i < n; i++) a[2 * i + 1] = a[2 * i] + a[2 * i + 2];
        return a;""",
        30);
  }

  @Test
  void rowsOfAFlatMatrixAreIndependent() throws Throwable {
    runs(
        """
        int[] a = new int[n * n];
        for (@Parallel int i = 0; i < n; i++)
          for (int j = 1; j < n; j++) a[i * n + j] = a[i * n + j - 1] + i;
        return a;""",
        9);
    stays(
        """
        int[] a = new int[n * n];
        for (@Parallel int i = 1; i < n; i++)
          for (@Parallel int j = 0; j < n; j++) a[i * n + j] = a[i * n + j - n] + i + 1;
        return a;""",
        9);
  }

  @Test
  void distancesBeyondTheLoopAreNoDependence() throws Throwable {
    runs(
        """
        int[] a = new int[2 * n];
        for (@Parallel int i = 0; i < n; i++) a[i + n] = a[i] + i;
        return a;""",
        25);
  }
}
