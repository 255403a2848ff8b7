package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.slipstream.model.kernel.ArrayAccess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Loops over arrays of arrays of arrays. */
class BoxesTest {
  @RegisterExtension static final SameEverywhere everywhere = new SameEverywhere();

  private static final String FILLED =
      """
      static double[][][] filled(int n, int m, int l) {
        double[][][] a = new double[n][m][l];
        for (int i = 0; i < n; i++)
          for (int j = 0; j < m; j++)
            for (int k = 0; k < l; k++) a[i][j][k] = i * 31 % 7 + j * 3 - k * 0.5;
        return a;
      }
      """;

  @Test
  void aStencilOverABoxHasThreeDimensions() throws Throwable {
    TestProgram program =
        everywhere.taken(
            FILLED
                + """
                static double[][][] run(int n) {
                  double[][][] u = filled(n, n + 1, n + 2), v = new double[n][n + 1][n + 2];
                  for (int t = 0; t < 2; t++) {
                    step(u, v, 0.1);
                    double[][][] w = u; u = v; v = w;
                  }
                  return u;
                }
                static void step(double[][][] u, double[][][] v, double c) {
                  for (@Parallel int i = 1; i < u.length - 1; i++)
                    for (@Parallel int j = 1; j < u[0].length - 1; j++)
                      for (@Parallel int k = 1; k < u[0][0].length - 1; k++)
                        v[i][j][k] = u[i][j][k] + c * (u[i-1][j][k] + u[i+1][j][k] + u[i][j-1][k]
                            + u[i][j+1][k] + u[i][j][k-1] + u[i][j][k+1] - 6 * u[i][j][k]);
                }
                """,
            7);
    assertThat(program.runs()).hasSize(2);
    assertThat(program.runs().get(0).launch().space().counts()).containsExactly(5, 6, 7);
    ArrayAccess written =
        program.runs().get(0).launch().accesses().stream()
            .filter(a -> a.writtenTo() > 0)
            .findFirst()
            .orElseThrow();
    assertThat(written.writtenFrom()).isEqualTo(1);
    assertThat(written.writtenTo()).isEqualTo(6);
    assertThat(written.writesAll()).isFalse();
  }

  @Test
  void hoistedPlanesAndRowsAreTakenAndWrittenWithoutAGap() throws Throwable {
    TestProgram program =
        everywhere.taken(
            FILLED
                + """
                static double sum(double[] row, int n) {
                  double s = 0;
                  for (int k = 0; k < n; k++) s += row[k];
                  return s;
                }
                static double[][][] run(int n) {
                  double[][][] a = filled(n, n, n), b = new double[n][n][n];
                  for (@Parallel int i = 0; i < n; i++) {
                    double[][] plane = a[i];
                    double[][] target = b[i];
                    for (@Parallel int j = 0; j < n; j++) {
                      double[] row = plane[j];
                      double[] result = target[j];
                      for (int k = 0; k < result.length; k++) result[k] = row[k] + sum(row, k);
                    }
                  }
                  return b;
                }
                """,
            6);
    assertThat(program.runs().get(0).launch().space().counts()).containsExactly(6, 6);
    assertThat(program.runs().get(0).launch().accesses().stream().anyMatch(a -> a.writesAll()))
        .isTrue();
  }

  @Test
  void raggedBoxesAreTakenWhereTheirLengthsAreAskedFor() throws Throwable {
    everywhere.taken(
        """
        static int[][][] run(int n) {
          int[][][] a = new int[n][][];
          for (int i = 0; i < n; i++) {
            a[i] = new int[1 + i % 3][];
            for (int j = 0; j < a[i].length; j++) a[i][j] = new int[(i + j) % 4];
          }
          for (@Parallel int i = 0; i < a.length; i++)
            for (int j = 0; j < a[i].length; j++)
              for (int k = 0; k < a[i][j].length; k++) a[i][j][k] += 100 * i + 10 * j + k;
          return a;
        }
        """,
        9);
  }

  @Test
  void aFieldAndSmallElementsAreTaken() throws Throwable {
    everywhere.taken(
        """
        static byte[][][] cells; final float[][][] weights = new float[3][4][5];
        static Object run(int n) {
          cells = new byte[n][4][5];
          new Program().fill(n);
          return cells;
        }
        void fill(int n) {
          for (int i = 0; i < 3; i++)
            for (int j = 0; j < 4; j++)
              for (int k = 0; k < 5; k++) weights[i][j][k] = i - j * 0.5f + k;
          for (@Parallel int i = 0; i < n; i++)
            for (@Parallel int j = 0; j < cells[0].length; j++)
              for (@Parallel int k = 0; k < cells[0][0].length; k++)
                cells[i][j][k] = (byte) (weights[i % 3][j][k] * 40 + weights[2][3 - j][4 - k]);
        }
        """,
        5);
  }

  @Test
  void onePlaneOfABoxIsTaken() throws Throwable {
    TestProgram program =
        everywhere.taken(
            FILLED
                + """
                static Object run(int n) {
                  double[][][] a = filled(n, n, n);
                  double[][] plane = a[2];
                  for (@Parallel int j = 0; j < n; j++)
                    for (@Parallel int k = 0; k < n; k++) plane[j][k] = a[1][k][j] + a[n - 1][j][k];
                  return a;
                }
                """
                    .replace("double[][] plane = a[2];", "")
                    .replace("plane[j][k]", "a[2][j][k]"),
            5);
    ArrayAccess access = program.runs().get(0).launch().accesses().get(0);
    assertThat(access.writtenFrom()).isEqualTo(2);
    assertThat(access.writtenTo()).isEqualTo(3);
    assertThat(access.writesAll()).isTrue();
    assertThat(access.readFrom()).isEqualTo(1);
    assertThat(access.readTo()).isEqualTo(5);
  }

  @Test
  void aRowIsThereToBeFoundWhereNoElementIsTouched() throws Throwable {
    TestProgram program =
        everywhere.taken(
            """
            static int[][] run(int n) {
              int[][] a = new int[n][];
              for (int i = 0; i < n; i++) a[i] = new int[1 + i % 4];
              for (@Parallel int i = 0; i < n; i++) {
                int[] row = a[i];
                if (i < 3) row[0] = i;
              }
              return a;
            }
            """,
            20);
    ArrayAccess access = program.runs().get(0).launch().accesses().get(0);
    assertThat(access.readTo()).isEqualTo(20);
    assertThat(access.writtenTo()).isEqualTo(3);
  }

  @Test
  void aPlaneOrARowThatStandsTwiceRunsOnTheHostIfWritten() throws Throwable {
    String program =
        """
        static int[][][] run(int n) {
          int[][][] a = new int[n][n][n], b = new int[n][n][n];
          CHANGE
          for (@Parallel int i = 0; i < n; i++)
            for (@Parallel int j = 0; j < n; j++)
              for (@Parallel int k = 0; k < n; k++) a[i][j][k] += b[i][j][k] + i + 1;
          return a;
        }
        """;
    for (String change :
        new String[] {"a[1] = a[2];", "a[1][2] = a[0][1];", "a[1][1] = b[0][0];", "b[3] = a[3];"}) {
      TestProgram twice = everywhere.stays("row", program.replace("CHANGE", change), 4);
      assertThat(twice.stays().get(0)).contains("in another way");
    }
    everywhere.taken(program.replace("CHANGE", "b[3] = new int[n][n + 2];"), 4);
  }

  @Test
  void planesThatOtherIterationsWriteKeepTheLoopOnTheHost() throws Throwable {
    everywhere.stays(
        "reads a[i - 1][j][k], which another iteration writes",
        """
            static int[][][] run(int n) {
              int[][][] a = new int[n][n][n];
              for (@Parallel int i = 1; i < n; i++)
                for (@Parallel int j = 0; j < n; j++)
                  for (@Parallel int k = 0; k < n; k++) a[i][j][k] = a[i - 1][j][k] + 1;
              return a;
            }
            """,
        5);
    everywhere.taken(
        """
        static int[][][] run(int n) {
          int[][][] a = new int[n][n][n];
          for (@Parallel int i = 1; i < n; i++)
            for (@Parallel int j = 0; j < n; j++)
              for (int k = 1; k < n; k++) a[i][j][k] = a[i][j][k - 1] + a[0][j][k] + 1;
          return a;
        }
        """,
        5);
  }

  @Test
  void missingAndShortPlanesAndRowsThrowAsEver() {
    for (String change :
        new String[] {
          "a[2] = null;",
          "a[2] = new int[1][n];",
          "a[2][1] = null;",
          "a[2][1] = new int[1];",
          "a = new int[2][n][n];",
          "a = null;"
        }) {
      TestProgram program =
          TestProgram.of(
              """
              static int[][][] a;
              static void run(int n) {
                a = new int[n][n][n];
                CHANGE
                for (@Parallel int i = 0; i < n; i++)
                  for (@Parallel int j = 0; j < n; j++)
                    for (@Parallel int k = 0; k < n; k++) a[i][j][k] = i + j + k;
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

  @Test
  void missingRowsThatAreNotReadDoNoHarm() throws Throwable {
    everywhere.taken(
        """
        static int[][][] run(int n) {
          int[][][] a = new int[n][n][n];
          a[n - 1] = null;
          a[1][n - 1] = null;
          for (@Parallel int i = 0; i < n - 1; i++)
            for (@Parallel int j = 0; j < n - 1; j++)
              for (@Parallel int k = 0; k < n; k++) a[i][j][k] = i + j + k;
          return a;
        }
        """,
        5);
  }
}
