package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.ArrayAccess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Loops over arrays of four dimensions. */
class FourDimensionsTest {
  @RegisterExtension static final SameEverywhere everywhere = new SameEverywhere();

  private static final String FILLED =
      """
      static double[][][][] filled(int n) {
        double[][][][] a = new double[n][n + 1][n + 2][5];
        for (int i = 0; i < n; i++)
          for (int j = 0; j < n + 1; j++)
            for (int k = 0; k < n + 2; k++)
              for (int m = 0; m < 5; m++) a[i][j][k][m] = i * 31 % 7 + j * 3 - k * 0.5 + m;
        return a;
      }
      """;

  @Test
  void aStencilOverCellsOfSeveralNumbersIsTaken() throws Throwable {
    TestProgram program =
        everywhere.taken(
            FILLED
                + """
                static double[][][][] run(int n) {
                  double[][][][] u = filled(n), v = filled(n);
                  for (@Parallel int i = 1; i < n - 1; i++)
                    for (@Parallel int j = 1; j < n; j++)
                      for (@Parallel int k = 1; k < n + 1; k++)
                        for (int m = 0; m < 5; m++)
                          v[i][j][k][m] = u[i][j][k][m] + 0.1 * (u[i - 1][j][k][m]
                              + u[i][j + 1][k][m] - u[i][j][k - 1][(m + 1) % 5]);
                  return v;
                }
                """,
            5);
    assertThat(program.runs().get(0).launch().space().counts()).containsExactly(3, 4, 5);
  }

  @Test
  void elementsThatAreAllWrittenNeedNotBeThereBefore() throws Throwable {
    TestProgram program =
        everywhere.taken(
            FILLED
                + """
                static double[][][][] run(int n) {
                  double[][][][] a = filled(n), b = filled(n);
                  for (@Parallel int i = 0; i < n; i++) {
                    double[][][] box = b[i];
                    for (@Parallel int j = 0; j < n + 1; j++) {
                      double[][] plane = box[j];
                      for (int k = 0; k < n + 2; k++) {
                        double[] cell = plane[k];
                        for (int m = 0; m < 5; m++) cell[m] = a[i][j][k][4 - m] * 2;
                      }
                    }
                  }
                  return b;
                }
                """,
            4);
    assertThat(program.runs().get(0).launch().accesses())
        .anyMatch(ArrayAccess::writesAll)
        .noneMatch(access -> access.writes() && access.reads());
  }

  @Test
  void raggedArraysAreTakenWhereTheirLengthsAreAskedFor() throws Throwable {
    everywhere.taken(
        """
        static int[][][][] run(int n) {
          int[][][][] a = new int[n][][][];
          for (int i = 0; i < n; i++) {
            a[i] = new int[1 + i % 3][][];
            for (int j = 0; j < a[i].length; j++) {
              a[i][j] = new int[(i + j) % 3][];
              for (int k = 0; k < a[i][j].length; k++) a[i][j][k] = new int[(i + j + k) % 4];
            }
          }
          for (@Parallel int i = 0; i < a.length; i++)
            for (int j = 0; j < a[i].length; j++)
              for (int k = 0; k < a[i][j].length; k++)
                for (int m = 0; m < a[i][j][k].length; m++)
                  a[i][j][k][m] += 1000 * i + 100 * j + 10 * k + m;
          return a;
        }
        """,
        9);
  }

  @Test
  void iterationsThatMeetOnTheInnermostIndicesKeepTheLoopOnTheHost() throws Throwable {
    String program =
        """
        static int[][][][] run(int n) {
          int[][][][] a = new int[2][3][n][n];
          for (@Parallel int i = 1; i < n; i++)
            for (int m = 1; m < n; m++) a[1][2][i][m] = 10 * a[1][2][READ] + m;
          return a;
        }
        """;
    everywhere.stays("reads a[1][2][i - 1][m]", program.replace("READ", "i - 1][m"), 6);
    everywhere.taken(program.replace("READ", "i][m - 1"), 6);
    everywhere.taken(program.replace("[1][2][READ]", "[0][2][i - 1][m]"), 6);
  }

  @Test
  void anInnermostArrayThatStandsTwiceRunsOnTheHostIfWritten() throws Throwable {
    String program =
        """
        static int[][][][] run(int n) {
          int[][][][] a = new int[n][n][n][n], b = new int[n][n][n][n];
          CHANGE
          for (@Parallel int i = 0; i < n; i++)
            for (@Parallel int j = 0; j < n; j++)
              for (@Parallel int k = 0; k < n; k++)
                for (int m = 0; m < n; m++) a[i][j][k][m] += b[i][j][k][m] + i + 1;
          return a;
        }
        """;
    for (String change :
        new String[] {
          "a[1] = a[2];", "a[1][2] = a[0][1];", "a[1][1][0] = b[0][0][2];", "b[3] = a[3];"
        }) {
      everywhere.stays("row", program.replace("CHANGE", change), 4);
    }
    everywhere.taken(program.replace("CHANGE", "b[3] = new int[n][n + 2][n + 1];"), 4);
  }

  @Test
  void missingAndShortArraysThrowAsEver() throws Throwable {
    for (String change :
        new String[] {
          "a[2] = null;",
          "a[2][1] = null;",
          "a[2][1][0] = null;",
          "a[2] = new int[1][n][n];",
          "a[2][1] = new int[1][n];",
          "a[2][1][0] = new int[1];",
          "a = null;"
        }) {
      everywhere.run(
          """
          static Object[] run(int n) {
            int[][][][] a = new int[n][n][n][n];
            CHANGE
            try {
              fill(a, n);
            } catch (NullPointerException | ArrayIndexOutOfBoundsException e) {
              thrown = e.getMessage();
            }
            return new Object[] {a, thrown};
          }
          static String thrown;
          static void fill(int[][][][] a, int n) {
            for (@Parallel int i = 0; i < n; i++)
              for (@Parallel int j = 0; j < n; j++)
                for (int k = 0; k < n; k++)
                  for (int m = 0; m < n; m++) a[i][j][k][m] = i + j + k + m;
          }
          """
              .replace("CHANGE", change),
          4);
    }
  }
}
