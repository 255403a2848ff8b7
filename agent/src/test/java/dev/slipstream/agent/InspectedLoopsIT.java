package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.OpenClHere;
import dev.slipstream.agent.child.ReportedRun;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs whose loops may throw, with the agent, on a real device. */
class InspectedLoopsIT {
  private static final int ROWS = 1000;
  private static final int STEPS = 1000;

  @TempDir private Path folder;

  @BeforeAll
  static void needDevice() {
    OpenClHere.assume();
  }

  private ReportedRun run(String name, String source, String... arguments) throws Exception {
    ReportedRun run = ReportedRun.of(folder, name, source, arguments);
    assertThat(run.outcome().exit()).as(run.outcome().toString()).isZero();
    assertThat(run.outcome().out()).isEqualTo(ChildJvm.plain().run(folder, name, arguments).out());
    return run;
  }

  @Test
  void aThousandSparseProductsCopyTheMatrixOnceAndAreInspectedOnce() throws Exception {
    String source =
        """
        import dev.slipstream.api.Parallel;

        public class Power {
          static void multiply(int[] row, int[] col, double[] val, double[] x, double[] y) {
            for (@Parallel int i = 0; i < y.length; i++) {
              double sum = 0;
              for (int k = row[i]; k < row[i + 1]; k++) sum += val[k] * x[col[k]];
              y[i] = sum;
            }
          }

          public static void main(String[] arguments) {
            int n = %1$d;
            int[] row = new int[n + 1];
            int[] col = new int[3 * n];
            double[] val = new double[3 * n];
            double[] x = new double[n];
            double[] y = new double[n];
            for (int i = 0; i < n; i++) {
              row[i + 1] = row[i] + 3;
              x[i] = 1 + i %% 7;
              for (int k = row[i]; k < row[i + 1]; k++) {
                col[k] = (i * 13 + k * 7) %% n;
                val[k] = 0.3 + 0.01 * (k %% 5);
              }
            }
            for (int step = 0; step < %2$d; step++) {
              multiply(row, col, val, x, y);
              for (@Parallel int i = 0; i < n; i++) x[i] = 0.5 * x[i] + 0.49 * y[i];
            }
            double sum = 0;
            for (double v : x) sum += v;
            System.out.println(sum);
          }
        }
        """
            .formatted(ROWS, STEPS);
    ReportedRun run = run("Power", source);
    String product = "Power.multiply:" + ChildProgram.lineOf(source, "i < y.length");
    assertThat(run.figure(product, "inspections")).isEqualTo(1);
    assertThat(run.figure(product, "keptVerdicts")).isEqualTo(STEPS - 1);
    assertThat(run.figure(product, "hostRuns")).isZero();
    // The inspection is a separate task.
    assertThat(run.figure("loops")).isEqualTo(2 * STEPS + 1);
    long matrix = 4L * (ROWS + 1) + (4L + 8) * 3 * ROWS;
    assertThat(run.figure("bytesToDevices")).isEqualTo(matrix + 8L * ROWS + 4);
    assertThat(run.figure("bytesFromDevices")).isEqualTo(8L * ROWS + 4);
  }

  @ParameterizedTest
  @ValueSource(strings = {"element", "arraycopy", "fill", "loop", "thread", "other", "nothing"})
  void theExceptionIsJavasAfterTheIndicesHaveChanged(String way) throws Exception {
    String source =
        """
        import dev.slipstream.api.Parallel;
        import java.util.Arrays;

        public class Gather {
          static int[] col = new int[500];

          static void gather(double[] x, double[] y, double c) {
            int[] col = Gather.col;
            for (@Parallel int i = 0; i < y.length; i++) y[i] = c + x[col[i]];
          }

          static void change(String way) throws Exception {
            switch (way) {
              case "element" -> col[321] = 400;
              case "arraycopy" -> System.arraycopy(new int[] {7, -1, 8}, 0, col, 99, 3);
              case "fill" -> Arrays.fill(col, 250, 300, 400);
              case "loop" -> {
                int[] col = Gather.col;
                for (@Parallel int i = 0; i < col.length; i++) col[i] = col[i] + i - 250;
              }
              case "thread" -> {
                Thread other = new Thread(() -> col[77] = Integer.MIN_VALUE);
                other.start();
                other.join();
              }
              case "other" -> {
                col = col.clone();
                col[499] = 401;
              }
              default -> {}
            }
          }

          public static void main(String[] arguments) throws Exception {
            double[] x = new double[400];
            double[] y = new double[500];
            for (int i = 0; i < 400; i++) x[i] = i;
            for (int i = 0; i < 500; i++) col[i] = (i * 31) % 400;
            int step = 0;
            try {
              for (; step < 40; step++) {
                if (step == 25) change(arguments[0]);
                gather(x, y, step);
              }
            } catch (ArrayIndexOutOfBoundsException e) {
              System.out.println(step + " " + e.getMessage());
            }
            System.out.println(Arrays.hashCode(y) + " " + Arrays.toString(y));
            for (int i = 0; i < 500; i++) col[i] = i % 400;
            for (step = 0; step < 3; step++) gather(x, y, step);
            System.out.println(Arrays.hashCode(y));
          }
        }
        """;
    ReportedRun run = run("Gather", source, way);
    String loop = "Gather.gather:" + ChildProgram.lineOf(source, "y[i] = c");
    boolean throwsOnce = !way.equals("nothing");
    assertThat(run.figure(loop, "hostRuns")).isEqualTo(throwsOnce ? 1 : 0);
    // First, after the change, and when the indices are valid again.
    assertThat(run.figure(loop, "inspections")).isEqualTo(throwsOnce ? 3 : 2);
    assertThat(run.figure(loop, "keptVerdicts")).isEqualTo(throwsOnce ? 24 + 2 : 39 + 2);
    assertThat(run.outcome().out()).contains(throwsOnce ? "25 Index" : "");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 20, 63})
  void divisorsExactArithmeticAndRowsAreInspected(int bad) throws Exception {
    String source =
        """
        import dev.slipstream.api.Parallel;
        import java.util.Arrays;

        public class Mixed {
          static void divide(int[] d, long[] a, long[] q, long t) {
            for (@Parallel int i = 0; i < q.length; i++) q[i] = (a[i] + t) / d[i];
          }

          static void add(long[] a, long[] b, long[] s) {
            for (@Parallel int i = 0; i < s.length; i++) s[i] = Math.addExact(a[i], b[i]);
          }

          static void rows(int[] p, double[][] m, double[][] w) {
            for (@Parallel int i = 0; i < w.length; i++)
              for (@Parallel int j = 0; j < 70; j++) w[i][j] = 0.5 * m[p[i]][j] + m[i][p[j] % 70];
          }

          public static void main(String[] arguments) {
            int bad = Integer.parseInt(arguments[0]);
            int[] d = new int[64];
            int[] p = new int[80];
            long[] a = new long[64];
            long[] b = new long[64];
            long[] q = new long[64];
            double[][] m = new double[80][70];
            double[][] w = new double[80][70];
            for (int i = 0; i < 64; i++) {
              d[i] = i % 5 + 1;
              a[i] = i * 1000003L;
              b[i] = Long.MAX_VALUE - 100 * 1000003L;
            }
            for (int i = 0; i < 80; i++) {
              p[i] = (i * 7) % 80;
              for (int j = 0; j < 70; j++) m[i][j] = i * j;
            }
            for (int part = 0; part < 3; part++) {
              try {
                for (int step = 0; step < 12; step++) {
                  if (step == 8 && bad >= 0) {
                    if (part == 0) d[bad] = 0;
                    if (part == 1) b[bad] = Long.MAX_VALUE;
                    if (part == 2) p[bad] = -1;
                  }
                  if (part == 0) divide(d, a, q, step);
                  if (part == 1) add(a, b, q);
                  if (part == 2) {
                    rows(p, m, w);
                    double[][] swapped = m;
                    m = w;
                    w = swapped;
                  }
                }
              } catch (RuntimeException e) {
                System.out.println(e);
              }
              System.out.println(Arrays.toString(q) + Arrays.deepHashCode(m) + " " + Arrays.deepHashCode(w));
            }
          }
        }
        """;
    ReportedRun run = run("Mixed", source, String.valueOf(bad));
    for (String loop :
        new String[] {
          "Mixed.divide:" + ChildProgram.lineOf(source, "/ d[i]"),
          "Mixed.add:" + ChildProgram.lineOf(source, "Math.addExact"),
          "Mixed.rows:" + ChildProgram.lineOf(source, "int i = 0; i < w.length")
        }) {
      assertThat(run.figure(loop, "inspections")).as(loop).isPositive();
      assertThat(run.figure(loop, "hostRuns")).as(loop).isEqualTo(bad < 0 ? 0 : 1);
    }
  }

  @Test
  void indicesThatAreOtherOnesEachTimeAreRight() throws Exception {
    String source =
        """
        import dev.slipstream.api.Parallel;

        public class Shuffle {
          public static void main(String[] arguments) {
            int[] p = new int[300];
            int[] a = new int[300];
            int[] b = new int[300];
            for (int i = 0; i < 300; i++) { p[i] = i; a[i] = i; }
            long sum = 0;
            for (int step = 0; step < 60; step++) {
              for (int i = 0; i < 300; i++) p[i] = (p[i] * 7 + step) % 300;
              for (@Parallel int i = 0; i < b.length; i++) b[i] = a[p[i]];
              sum = sum * 31 + b[step];
            }
            System.out.println(sum);
          }
        }
        """;
    ReportedRun run = run("Shuffle", source);
    String loop = "Shuffle.main:" + ChildProgram.lineOf(source, "b[i] = a[p[i]]");
    assertThat(run.figure(loop, "hostRuns")).isZero();
    assertThat(run.figure(loop, "keptVerdicts")).isZero();
  }
}
