package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.OpenClHere;
import dev.slipstream.agent.child.ReportedRun;
import dev.slipstream.agent.child.TornadoVmHere;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs whose loops run on TornadoVM, with the agent. */
class TornadoVmIT {
  private static final int CELLS = 1000;
  private static final int STEPS = 1000;
  private static final int WIDTH = 32;
  private static final int FEW_STEPS = 20;
  private static final int POINTS = 20_000;

  /** The second of two loops over one array has remainders that TornadoVM miscompiles. */
  private static final String BY_TURNS =
      """
      import dev.slipstream.api.Parallel;

      public class Turns {
        public static void main(String[] arguments) {
          double[] a = new double[%d];
          for (int i = 0; i < a.length; i++) a[i] = i;
          for (int step = 0; step < 2; step++) {
            for (@Parallel int i = 0; i < a.length; i++) {
              double x = a[i];
              for (int k = 0; k < 200; k++) x = x * 0.999 + 0.5;
              a[i] = x;
            }
            for (@Parallel int i = 0; i < a.length; i++) {
              double x = a[i];
              for (int k = 0; k < 200; k++) x = (x * 1.7) %% 1000.5;
              a[i] = x;
            }
          }
          System.out.println(java.util.Arrays.hashCode(a));
        }
      }
      """
          .formatted(POINTS);

  /**
   * A loop with much work, whose results later executions read, and a loop whose parts would meet.
   */
  private static final String SEVERAL =
      """
      import dev.slipstream.api.Parallel;

      public class Several {
        static void multiply(float[] a, float[] b, float[] c, int n) {
          for (@Parallel int i = 0; i < n; i++) {
            for (@Parallel int j = 0; j < n; j++) {
              float sum = 0;
              for (int k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j];
              c[i * n + j] = sum;
            }
          }
        }

        public static void main(String[] arguments) {
          int n = Integer.parseInt(arguments[0]);
          float[] a = new float[n * n], b = new float[n * n], c = new float[n * n];
          for (int i = 0; i < a.length; i++) {
            a[i] = i % 7 - 3;
            b[i] = i % 5 * 0.25f;
          }
          multiply(a, b, c, n);
          multiply(c, a, b, n);
          b[3] = 1;
          multiply(a, b, c, n);
          System.out.println(java.util.Arrays.hashCode(c));
          int columns = 4096, rows = 100, times = Integer.parseInt(arguments[1]);
          double[] table = new double[rows * columns];
          for (int i = 0; i < table.length; i++) table[i] = i % 11;
          for (@Parallel int j = 0; j < columns; j++)
            for (int time = 0; time < times; time++)
              for (int i = 1; i < rows; i++)
                table[i * columns + j] = 0.5 * table[i * columns + j] + table[(i - 1) * columns + j];
          System.out.println(java.util.Arrays.hashCode(table));
        }
      }
      """;

  @TempDir private Path folder;

  @BeforeAll
  static void needTornadoVm() {
    TornadoVmHere.assume();
  }

  @Test
  void aThousandStepsCopyTheFirstArrayInAndTheLastOneOut() throws Exception {
    String source =
        """
        import dev.slipstream.api.Parallel;

        public class Heat {
          public static void main(String[] arguments) {
            double[] now = new double[%d];
            double[] next = new double[%d];
            now[0] = next[0] = 1;
            for (int step = 0; step < %d; step++) {
              for (@Parallel int i = 1; i < now.length - 1; i++) {
                next[i] = now[i] + 0.25 * (now[i - 1] - 2 * now[i] + now[i + 1]);
              }
              double[] swapped = now;
              now = next;
              next = swapped;
            }
            double sum = 0;
            for (double cell : now) sum += cell;
            System.out.println(sum);
          }
        }
        """
            .formatted(CELLS, CELLS, STEPS);
    ReportedRun run = ReportedRun.of(TornadoVmHere.withAgent(folder), folder, "Heat", source);
    assertThat(run.outcome().exit()).as(run.outcome().err()).isZero();
    assertThat(run.outcome().out()).isEqualTo(ChildJvm.plain().run(folder, "Heat").out());
    assertThat(run.figure("loops")).isEqualTo(STEPS);
    // All of the first array, and the ends of the other, which no step writes.
    assertThat(run.figure("bytesToDevices")).isEqualTo(8L * CELLS + 16);
    assertThat(run.figure("bytesFromDevices")).isEqualTo(8L * (CELLS - 2));
  }

  @Test
  void automaticallyLoopsRunOnTornadoVmAndWhatItRefusesOnOpenClWithArraysThatStayOnBoth()
      throws Exception {
    OpenClHere.assume();
    ReportedRun run = byTurns("auto");
    assertThat(run.loops().of("Turns.main:8"))
        .containsEntry("where", "tornado:0")
        .containsEntry("note", "");
    assertThat(run.loops().of("Turns.main:13"))
        .containsEntry("where", "opencl:0")
        .containsEntry(
            "note",
            "tornado:0: TornadoVM cannot run it: it takes the remainder of floating-point numbers");
    assertThat(run.figure("loops")).isEqualTo(4);
    // The array is copied in once, three times from one device to the other, and to the host once.
    assertThat(run.figure("bytesToDevices")).isEqualTo(4L * 8 * POINTS);
    assertThat(run.figure("bytesFromDevices")).isEqualTo(4L * 8 * POINTS);
  }

  @Test
  void whereTornadoVmIsThereTheUserMayChooseAnotherDevice() throws Exception {
    OpenClHere.assume();
    for (String device : List.of("opencl", "cpu", "host")) {
      String where = device.equals("opencl") ? "opencl:0" : device;
      for (Map<String, String> loop : byTurns(device).loops().loops()) {
        assertThat(loop).containsEntry("where", where);
        assertThat(loop.get("note")).doesNotContain("tornado");
      }
    }
  }

  private ReportedRun byTurns(String device) throws Exception {
    // Devices that the user names are opened immediately.
    ChildJvm jvm =
        TornadoVmHere.withAgent(folder, device)
            .property("slipstream.graphs", folder.resolve("graphs").toString());
    ReportedRun run = ReportedRun.of(jvm, folder, "Turns", BY_TURNS);
    assertThat(run.outcome().exit()).as(run.outcome().err()).isZero();
    assertThat(run.outcome().out()).isEqualTo(ChildJvm.plain().run(folder, "Turns").out());
    return run;
  }

  /**
   * PoCL, which may be below TornadoVM, replaces the signal handlers that the JVM needs for this.
   */
  @Test
  void whatThrowsWithoutTornadoVmThrowsBesideItToo() throws Exception {
    String source =
        """
        import dev.slipstream.api.Parallel;

        public class Thrown {
          static int quotient(int a, int b) { return a / b; }

          static int length(int[] a) { return a.length; }

          public static void main(String[] arguments) {
            int sum = 0;
            for (int i = 1; i < 200000; i++) sum += quotient(i, (i & 7) + 1) + length(new int[1]);
            double[] a = new double[20000];
            for (int time = 0; time < 3; time++) {
              for (@Parallel int i = 0; i < a.length; i++) {
                double x = i;
                for (int k = 0; k < 200; k++) x = x * 0.999 + 0.5;
                a[i] = x;
              }
              System.out.println(a[7]);
              try {
                System.out.println(quotient(sum, time - time));
              } catch (ArithmeticException e) {
                System.out.println("divided by zero");
              }
              try {
                System.out.println(length(null));
              } catch (NullPointerException e) {
                System.out.println("no array");
              }
            }
          }
        }
        """;
    ReportedRun run = ReportedRun.of(TornadoVmHere.withAgent(folder), folder, "Thrown", source);
    assertThat(run.outcome().exit()).as(run.outcome().err()).isZero();
    assertThat(run.outcome().out()).isEqualTo(ChildJvm.plain().run(folder, "Thrown").out());
    assertThat(run.loops().of("Thrown.main:13")).containsEntry("where", "tornado:0");
  }

  @Test
  void threadsOfTornadoVmDoNotKeepLoopsFromLeavingElementsOut() throws Exception {
    String source =
        """
        import dev.slipstream.api.Parallel;

        public class Field {
          public static void main(String[] arguments) {
            double[] now = new double[%1$d * %1$d];
            double[] next = new double[%1$d * %1$d];
            now[%1$d + 1] = 1;
            for (int step = 0; step < %2$d; step++) {
              for (@Parallel int i = 1; i < %1$d - 1; i++) {
                for (@Parallel int j = 1; j < %1$d - 1; j++) {
                  next[i * %1$d + j] = 0.5 * now[i * %1$d + j] + 0.25 * now[i * %1$d + j - 1];
                }
              }
              double[] swapped = now;
              now = next;
              next = swapped;
            }
            System.out.println(java.util.Arrays.hashCode(now));
          }
        }
        """
            .formatted(WIDTH, FEW_STEPS);
    ReportedRun run = ReportedRun.of(TornadoVmHere.withAgent(folder), folder, "Field", source);
    assertThat(run.outcome().out()).isEqualTo(ChildJvm.plain().run(folder, "Field").out());
    assertThat(run.figure("loops")).isEqualTo(FEW_STEPS);
  }

  @Test
  void twoDevicesOfOneModelShareALoopWithEnoughWorkAndNoneWhosePartsWouldMeet() throws Exception {
    ReportedRun run = several("tornado");
    assumeTrue(kernelRuns(run, "multiply:5", "tornado:1") > 0, "there are no two devices here");
    assertThat(kernelRuns(run, "multiply:5", "tornado:0")).isEqualTo(3);
    assertThat(kernelRuns(run, "multiply:5", "tornado:1")).isEqualTo(3);
    assertThat(kernelRuns(run, "main:29", "tornado:0")).isEqualTo(1);
    assertThat(kernelRuns(run, "main:29", "tornado:1")).isZero();
  }

  @Test
  void whereTheUserNamesOneOfTwoDevicesItAloneIsUsed() throws Exception {
    ReportedRun run = several("tornado:1");
    assumeTrue(kernelRuns(run, "multiply:5", "tornado:1") > 0, "there are no two devices here");
    assertThat(run.report()).doesNotContain("tornado:0");
    assertThat(kernelRuns(run, "multiply:5", "tornado:1")).isEqualTo(3);
  }

  /** PoCL provides the second device. */
  private ReportedRun several(String device) throws Exception {
    String[] arguments = {"1300", "2500"};
    ChildJvm jvm =
        TornadoVmHere.withAgent(folder, device).environment("POCL_DEVICES", "pthread pthread");
    ReportedRun run = ReportedRun.of(jvm, folder, "Several", SEVERAL, arguments);
    assertThat(run.outcome().exit()).as(run.outcome().err()).isZero();
    assertThat(run.outcome().out())
        .isEqualTo(ChildJvm.plain().run(folder, "Several", arguments).out());
    return run;
  }

  private static long kernelRuns(ReportedRun run, String loop, String device) {
    Matcher matcher =
        Pattern.compile(
                "\"loop\"\\s*:\\s*\"Several\\."
                    + loop
                    + "\"\\s*,\\s*\"device\"\\s*:\\s*\""
                    + device
                    + "\"\\s*,\\s*\"runs\"\\s*:\\s*([0-9]+)")
            .matcher(run.report());
    return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
  }
}
