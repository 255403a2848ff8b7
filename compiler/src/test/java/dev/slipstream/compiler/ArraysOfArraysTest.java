package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.slipstream.model.kernel.ArrayAccess;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Loops over arrays of arrays. */
class ArraysOfArraysTest {
  private static TestProgram same(String members, Object... arguments) throws Throwable {
    TestProgram program = TestProgram.of(members);
    assertThat(program.refused()).isEmpty();
    Object expected = program.plain("run", arguments);
    Object actual = program.taken("run", arguments);
    assertThat(program.stays()).isEmpty();
    assertThat(Arrays.deepToString(new Object[] {actual}))
        .isEqualTo(Arrays.deepToString(new Object[] {expected}));
    assertThat(program.runs()).isNotEmpty();
    return program;
  }

  private static TestProgram stays(String members, Object... arguments) throws Throwable {
    TestProgram program = TestProgram.of(members);
    Object expected = program.plain("run", arguments);
    Object actual = program.taken("run", arguments);
    assertThat(program.runs()).isEmpty();
    assertThat(program.stays()).isNotEmpty();
    assertThat(Arrays.deepToString(new Object[] {actual}))
        .isEqualTo(Arrays.deepToString(new Object[] {expected}));
    return program;
  }

  @Test
  void aStencilOverRowsHasTwoDimensions() throws Throwable {
    TestProgram program =
        same(
            """
            static double[][] run(int n) {
              double[][] u = new double[n][n + 3], v = new double[n][n + 3];
              for (int i = 0; i < n; i++) for (int j = 0; j < n + 3; j++) u[i][j] = i * 31 % 7 + j;
              for (int t = 0; t < 3; t++) {
                heat(u, v, 0.1);
                double[][] w = u; u = v; v = w;
              }
              return u;
            }
            static void heat(double[][] u, double[][] v, double k) {
              for (@Parallel int i = 1; i < u.length - 1; i++)
                for (@Parallel int j = 1; j < u[0].length - 1; j++)
                  v[i][j] = u[i][j]
                      + k * (u[i-1][j] + u[i+1][j] + u[i][j-1] + u[i][j+1] - 4 * u[i][j]);
            }
            """,
            12);
    assertThat(program.runs()).hasSize(3);
    assertThat(program.runs().get(0).launch().space().counts()).containsExactly(10, 13);
    ArrayAccess written =
        program.runs().get(0).launch().accesses().stream()
            .filter(a -> a.writtenTo() > 0)
            .findFirst()
            .orElseThrow();
    assertThat(written.writtenFrom()).isEqualTo(1);
    assertThat(written.writtenTo()).isEqualTo(11);
    assertThat(written.writesAll()).isFalse();
  }

  @Test
  void wholeRowsAreWrittenWithoutAGap() throws Throwable {
    TestProgram program =
        same(
            """
            static int[][] run(int n) {
              int[][] a = new int[n][n];
              for (@Parallel int i = 0; i < a.length; i++) {
                int[] row = a[i];
                for (@Parallel int j = 0; j < n; j++) row[j] = i - j;
              }
              return a;
            }
            """,
            8);
    assertThat(program.runs().get(0).launch().space().counts()).containsExactly(8, 8);
    assertThat(program.runs().get(0).launch().accesses().get(0).writesAll()).isTrue();
  }

  @Test
  void hoistedRowsAndRowsPassedToMethodsAreTaken() throws Throwable {
    same(
        """
        static double dot(double[] x, double[] y) {
          double s = 0;
          for (int k = 0; k < x.length; k++) s += x[k] * y[k];
          return s;
        }
        static double[][] run(int n) {
          double[][] a = new double[n][n], b = new double[n][n], c = new double[n][n];
          for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { a[i][j] = i - j; b[i][j] = i * j; }
          for (@Parallel int i = 0; i < n; i++) {
            double[] ai = a[i];
            double[] ci = c[i];
            for (@Parallel int j = 0; j < n; j++) ci[j] = dot(ai, b[j]);
          }
          return c;
        }
        """,
        9);
  }

  @Test
  void raggedRowsAreProvenByTheirOwnLengths() throws Throwable {
    same(
        """
        static int[][] run(int n) {
          int[][] a = new int[n][];
          for (int i = 0; i < n; i++) a[i] = new int[i % 4 + 1];
          for (@Parallel int i = 0; i < n; i++)
            for (int j = 0; j < a[i].length; j++) a[i][j] = 10 * i + j;
          return a;
        }
        """,
        11);
  }

  @Test
  void triangularRowsAreCheckedByTheKernel() throws Throwable {
    same(
        """
        static int[][] run(int n) {
          int[][] a = new int[n][];
          for (int i = 0; i < n; i++) a[i] = new int[i + 1];
          for (@Parallel int i = 0; i < n; i++)
            for (int j = 0; j <= i; j++) a[i][j] = 10 * i + j;
          return a;
        }
        """,
        11);
  }

  @Test
  void aRowThatIsStoredTwiceAfterAnExecutionIsFoundBeforeTheNext() throws Throwable {
    TestProgram program =
        TestProgram.of(
            """
            static int[][] run(int rows) {
              int[][] a = new int[rows][3], b = new int[rows][3];
              add(a, b, rows - 2);
              add(a, b, rows - 1);
              b[0] = a[2];
              add(a, b, rows);
              return a;
            }
            static void add(int[][] a, int[][] b, int n) {
              for (@Parallel int i = 0; i < n; i++)
                for (@Parallel int j = 0; j < 3; j++) a[i][j] += b[i][j] + i;
            }
            """);
    for (int rows : new int[] {4, 20}) {
      Object expected = program.plain("run", rows);
      Object actual = program.taken("run", rows);
      assertThat(Arrays.deepToString((Object[]) actual))
          .isEqualTo(Arrays.deepToString((Object[]) expected));
    }
    assertThat(program.runs()).hasSize(4);
    assertThat(program.stays()).hasSize(2).allMatch(reason -> reason.contains("in another way"));
  }

  @Test
  void aRowThatStandsTwiceRunsOnTheHost() throws Throwable {
    TestProgram program =
        stays(
            """
            static int[][] run(int n) {
              int[][] a = new int[n][n];
              a[1] = a[2];
              for (@Parallel int i = 0; i < n; i++)
                for (@Parallel int j = 0; j < n; j++) a[i][j] += i + 1;
              return a;
            }
            """,
            5);
    assertThat(program.stays().get(0)).contains("row");
  }

  @Test
  void aRowThatIsAlsoPassedAloneRunsOnTheHostIfWritten() throws Throwable {
    String program =
        """
        static int[][] run(int n) {
          int[][] a = new int[n][n], b = new int[n][n];
          for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i][j] = b[i][j] = i + 2 * j;
          int[] first = FROM[0];
          for (@Parallel int i = 0; i < n; i++)
            for (@Parallel int j = 0; j < n; j++) a[i][j] += first[j];
          return a;
        }
        """;
    same(program.replace("FROM", "b"), 6);
    stays(program.replace("FROM", "a"), 6);
  }

  @Test
  void rowsThatOtherIterationsWriteKeepTheLoopOnTheHost() throws Throwable {
    TestProgram program =
        stays(
            """
            static int[][] run(int n) {
              int[][] a = new int[n][n];
              for (@Parallel int i = 1; i < n; i++)
                for (@Parallel int j = 0; j < n; j++) a[i][j] = a[i - 1][j] + 1;
              return a;
            }
            """,
            6);
    assertThat(program.stays().get(0))
        .contains("reads a[i - 1][j], which another iteration writes");
  }

  @Test
  void missingAndShortRowsThrowAsEver() {
    for (String change :
        new String[] {"a[2] = null;", "a[2] = new int[1];", "a = new int[2][n];"}) {
      TestProgram program =
          TestProgram.of(
              """
              static int[][] a;
              static void run(int n) {
                a = new int[n][n];
                CHANGE
                for (@Parallel int i = 0; i < n; i++)
                  for (@Parallel int j = 0; j < n; j++) a[i][j] = i + j;
              }
              """
                  .replace("CHANGE", change));
      Throwable expected = catchThrowable(() -> program.plain("run", 4));
      Throwable actual = catchThrowable(() -> program.taken("run", 4));
      assertThat(expected).isNotNull();
      assertThat(actual).isNotNull().hasSameClassAs(expected).hasMessage(expected.getMessage());
      assertThat(program.runs()).isEmpty();
    }
  }
}
