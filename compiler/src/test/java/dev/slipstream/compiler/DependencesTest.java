package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Loops whose iterations meet run on the host, with Java's results. */
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
            return a;\
            """,
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
        return a;\
        """,
        20);
    stays(
        """
        int[] a = new int[n];
        for (@Parallel int i = 0; i < n; i++)
          for (@Parallel int j = 0; j < n; j++) a[i] = j;
        return a;\
        """,
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
            return w;\
            """,
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
        return a;\
        """,
        30);
  }

  @Test
  void rowsOfAFlatMatrixAreIndependent() throws Throwable {
    runs(
        """
        int[] a = new int[n * n];
        for (@Parallel int i = 0; i < n; i++)
          for (int j = 1; j < n; j++) a[i * n + j] = a[i * n + j - 1] + i;
        return a;\
        """,
        9);
    stays(
        """
        int[] a = new int[n * n];
        for (@Parallel int i = 1; i < n; i++)
          for (@Parallel int j = 0; j < n; j++) a[i * n + j] = a[i * n + j - n] + i + 1;
        return a;\
        """,
        9);
  }

  @Test
  void distancesBeyondTheLoopAreNoDependence() throws Throwable {
    runs(
        """
        int[] a = new int[2 * n];
        for (@Parallel int i = 0; i < n; i++) a[i + n] = a[i] + i;
        return a;\
        """,
        25);
  }

  /** The initial content of the arrays of the loops below. */
  private static final String FILLED =
      """
      int[] a = new int[n], b = new int[n * n];
      for (int i = 0; i < n; i++) a[i] = i * 7 % 11;
      for (int i = 0; i < n * n; i++) b[i] = i * 5 % 13;
      """;

  private static void meet(String loop, String read) throws Throwable {
    TestProgram program = stays(FILLED + loop + "\nreturn a;", 20);
    assertThat(program.stays().get(0))
        .isEqualTo("line 7 reads " + read + ", which another iteration writes (line 7)");
  }

  private static void meetInMatrix(String loop) throws Throwable {
    TestProgram program = stays(FILLED + loop + "\nreturn b;", 9);
    assertThat(program.stays().get(0)).contains("which another iteration writes");
  }

  private static void doNotMeet(String loop) throws Throwable {
    runs(FILLED + loop + "\nreturn a;", 20);
  }

  private static void doNotMeetInMatrix(String loop) throws Throwable {
    runs(FILLED + loop + "\nreturn b;", 9);
  }

  @Test
  void iterationsThatReadAllThatTheOthersWriteMeet() throws Throwable {
    meet(
        "for (@Parallel int i = 0; i < n; i++)"
            + " { int s = 0; for (int j = 0; j < n; j++) s += a[j]; a[i] = s; }",
        "a[j]");
    meet(
        "for (@Parallel int i = 0; i < n; i++)"
            + " { int s = 0; for (int j = n - 1; j >= 0; j--) s = s * 3 + a[j]; a[i] = s; }",
        "a[j]");
    meet(
        "for (@Parallel int i = 0; i < n; i++)"
            + " { int s = 0; for (int j = 0; j != n; j++) s += a[j]; a[i] = s; }",
        "a[j]");
  }

  @Test
  void iterationsThatReadWhatThoseBeforeThemWriteMeet() throws Throwable {
    meet(
        "for (@Parallel int i = 0; i < n; i++)"
            + " { int s = 1; for (int j = 0; j < i; j++) s += a[j]; a[i] = s; }",
        "a[j]");
    meet(
        "for (@Parallel int i = 0; i < n; i++)"
            + " { int s = 1; for (int j = i + 1; j < n; j += 2) s += a[j]; a[i] = s; }",
        "a[j]");
  }

  @Test
  void iterationsThatReadSomeElementsBehindTheirOwnMeetHoweverManyThereAre() throws Throwable {
    String loop =
        "for (@Parallel int i = 0; i < n - 8; i++) { int s = 0;"
            + " for (int j = 0; j < 8; j++) s += b[i + j];"
            + " for (int k = 1; k < 8; k++) b[i] += s * k; }";
    TestProgram program = stays(FILLED + loop + "\nreturn b;", 100);
    assertThat(program.stays().get(0))
        .isEqualTo("line 7 reads b[i + j], which another iteration writes (line 7)");
  }

  @Test
  void anInnerLoopThatRunsOnlyOverWhatNoIterationWritesIsNoDependence() throws Throwable {
    doNotMeet(
        "for (@Parallel int i = 0; i < 10; i++)"
            + " { int s = 0; for (int j = 10; j < n; j++) s += a[j]; a[i] = s; }");
    doNotMeet(
        "for (@Parallel int i = 0; i < 10; i++)"
            + " { int s = 0; for (int j = n; j < n + 5; j++) s += b[j]; b[i] = s; a[i] = s; }");
    doNotMeet(
        "for (@Parallel int i = 0; i < 5; i++)"
            + " { int s = 0; for (int j = 1; j < n; j += 2) s += a[j]; a[4 * i] = s; }");
  }

  @Test
  void anInnerLoopThatDoesNotRunIsNoDependence() throws Throwable {
    doNotMeet(
        "for (@Parallel int i = 0; i < n; i++)"
            + " { int s = i; for (int j = 0; j < n - 20; j++) s += a[j]; a[i] = s; }");
    doNotMeet(
        "for (@Parallel int i = 0; i < n; i++)"
            + " { int s = i; for (int j = i; j < i; j++) s += a[j]; a[i] = s; }");
    doNotMeet(
        "for (@Parallel int i = 0; i < n; i++) { int s = i;"
            + " for (int k = 30; k < n; k++) for (int j = 0; j < n; j++) s += a[j]; a[i] = s; }");
  }

  @Test
  void anInnerLoopOverWhatItsOwnIterationWritesIsNoDependence() throws Throwable {
    doNotMeet(
        "for (@Parallel int i = 0; i < n; i++)"
            + " { int s = 1; for (int j = i; j < i + 1; j++) s += a[j]; a[i] = s; }");
    doNotMeetInMatrix(
        "for (@Parallel int i = 0; i < n; i++)"
            + " { int s = 1; for (int j = 0; j < n; j++) s += b[i * n + j]; b[i * n] = s; }");
    doNotMeetInMatrix(
        "for (@Parallel int i = 0; i < n; i++) for (int j = 0; j < i; j++)"
            + " { int t = b[i * n + j]; b[i * n + j] = b[j * n + i]; b[j * n + i] = t; }");
  }

  @Test
  void aReadThatOnlySomeNumbersLeadToIsTrusted() throws Throwable {
    doNotMeet(
        "for (@Parallel int i = 0; i < n; i++) { int s = 1;"
            + " for (int j = 0; j < n; j++) if (b[j] > 99) s += a[j]; a[i] = s; }");
    doNotMeet(
        "for (@Parallel int i = 0; i < n; i++) { int s = 1;"
            + " for (int j = 0; j < n; j++) { if (b[j] >= 0) break; s += a[j]; } a[i] = s; }");
    doNotMeet(
        "for (@Parallel int i = 0; i < n; i++) { int s = 1;"
            + " for (int j = 0; j < -b[i]; j++) s += a[j]; a[i] = s; }");
    doNotMeet("for (@Parallel int i = 1; i < n; i++) b[i] = b[n * n - 21 + b[0] % 2] + i;");
  }

  @Test
  void aConditionOnTheLoopsVariablesDecidesWhetherIterationsMeet() throws Throwable {
    meet(
        "for (@Parallel int i = 0; i < n; i++) { int s = 1;"
            + " for (int j = 0; j < n; j++) if (j != i) s += a[j]; a[i] = s; }",
        "a[j]");
    meet("for (@Parallel int i = 0; i < n; i++) if (i > 3) a[i] = a[i - 2] + 1;", "a[i - 2]");
    doNotMeet(
        "for (@Parallel int i = 0; i < n; i++) { int s = 1;"
            + " for (int j = 0; j < n; j++) if (j == i) s += a[j]; a[i] = s; }");
    doNotMeet("for (@Parallel int i = 0; i < n; i++) if (i >= 10) a[i] = a[i - 10] + 1;");
  }

  @Test
  void anElementThatAllIterationsReadAndOneWritesIsADependence() throws Throwable {
    meet("for (@Parallel int i = 0; i < n; i++) a[i] = a[0] + 1;", "a[0]");
    meet("for (@Parallel int i = 0; i < n; i++) a[i] = a[n - 1] + 1;", "a[n - 1]");
    doNotMeet("for (@Parallel int i = 1; i < n; i++) a[i] = a[0] + 1;");
    doNotMeet("for (@Parallel int i = 1; i < n; i += 2) a[i] = a[4] + 1;");
    doNotMeet("for (@Parallel int i = 19; i < n; i++) a[i] = a[19] + 1;");
  }

  @Test
  void indicesWithDifferentStridesMeetWhereTheirNumbersDo() throws Throwable {
    meet("for (@Parallel int i = 0; i < n / 2; i++) a[i] = a[2 * i] + 1;", "a[2 * i]");
    meet("for (@Parallel int i = 0; i < n; i++) a[n - 1 - i] = a[i] + 1;", "a[i]");
    doNotMeet("for (@Parallel int i = 0; i < 5; i++) a[4 * i] = a[2 * i + 1] + 1;");
    doNotMeet("for (@Parallel int i = 6; i < 10; i++) a[i] = a[2 * i] + 1;");
    doNotMeet("for (@Parallel int i = 0; i < 1; i++) a[i] = a[2 * i] + 1;");
  }

  @Test
  void indicesThatAreQuotientsOrRemaindersMeetWhereTheirNumbersDo() throws Throwable {
    meet("for (@Parallel int i = 0; i < n; i++) a[i] = a[(i + 1) % n] + 1;", "a[(i + 1) % n]");
    meet("for (@Parallel int i = 0; i < n; i++) a[i] = a[i / 2] + 1;", "a[i / 2]");
    doNotMeet("for (@Parallel int i = 0; i < n; i++) a[i] = a[i % n] + 1;");
    doNotMeet("for (@Parallel int i = 10; i < n; i++) a[i] = a[i / 2] + 1;");
  }

  @Test
  void rowsAndColumnsOfAFlatMatrixMeetWhereTheyCross() throws Throwable {
    meetInMatrix(
        "for (@Parallel int i = 0; i < n; i++) for (@Parallel int j = 0; j < n; j++)"
            + " { int s = 0; for (int k = 0; k < n; k++) s += b[k * n + j]; b[i * n + j] = s; }");
    meetInMatrix(
        "for (@Parallel int i = 0; i < n; i++) for (@Parallel int j = 0; j < n; j++)"
            + " b[i * n + j] = b[j * n + i] + 1;");
    doNotMeetInMatrix(
        "for (@Parallel int i = 0; i < 4; i++) for (@Parallel int j = 0; j < n; j++)"
            + " { int s = 0; for (int k = 4; k < n; k++) s += b[k * n + j]; b[i * n + j] = s; }");
    doNotMeetInMatrix(
        "for (@Parallel int j = 0; j < n; j++)"
            + " { int s = 0; for (int k = 0; k < n; k++) s += b[k * n + j]; b[j] = s; }");
  }

  @Test
  void rowsOfAnArrayOfArraysMeetWhereBothIndicesDo() throws Throwable {
    String body =
        """
        int[][] m = new int[n][n];
        for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) m[i][j] = i * 3 + j;
        LOOP
        int[] all = new int[n];
        for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) all[i] = all[i] * 31 + m[i][j];
        return all;\
        """;
    TestProgram program =
        stays(
            body.replace(
                "LOOP",
                "for (@Parallel int i = 0; i < n; i++) for (@Parallel int j = 0; j < n; j++)"
                    + " { int s = 0; for (int k = 0; k < m[i].length; k++) s += m[i][k];"
                    + " m[i][j] = s; }"),
            9);
    assertThat(program.stays().get(0)).contains("reads m[i][k], which another iteration writes");
    runs(
        body.replace(
            "LOOP",
            "for (@Parallel int i = 0; i < n; i++)"
                + " { int s = 0; for (int k = 0; k < m[i].length; k++) s += m[i][k];"
                + " m[i][3] = s; }"),
        9);
  }

  @Test
  void aSumIntoAnElementMeetsTheIterationThatReadsIt() throws Throwable {
    String body =
        """
        int[] a = new int[n];
        for (int i = 0; i < n; i++) a[i] = i * 7 % 11;
        sum(a, a);
        return a;
        }
        static void sum(int[] to, int[] from) {
          for (@Parallel int i = FIRST; i < from.length; i++) to[3] += from[i];
        """;
    runs(body.replace("FIRST", "4"), 30);
    TestProgram program = stays(body.replace("FIRST", "0"), 30);
    assertThat(program.stays().get(0))
        .contains("reads from[i], which another iteration writes", "are one array");
  }

  @Test
  void twoParametersThatAreOneArrayMeetThroughAnInnerLoop() throws Throwable {
    String body =
        """
        int[] a = new int[n], b = new int[n];
        for (int i = 0; i < n; i++) a[i] = b[i] = i % 5;
        sums(a, OTHER);
        return a;
        }
        static void sums(int[] to, int[] from) {
          for (@Parallel int i = 0; i < to.length; i++) {
            int s = 0;
            for (int j = 0; j < from.length; j++) s += from[j];
            to[i] = s;
          }
        """;
    runs(body.replace("OTHER", "b"), 30);
    TestProgram program = stays(body.replace("OTHER", "a"), 30);
    assertThat(program.stays().get(0))
        .isEqualTo(
            "line 12 reads from[j], which another iteration writes (line 13): to and from are one"
                + " array");
  }
}
