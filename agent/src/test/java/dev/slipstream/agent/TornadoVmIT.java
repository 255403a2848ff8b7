package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.OpenClHere;
import dev.slipstream.agent.child.ReportedRun;
import dev.slipstream.agent.child.TornadoVmHere;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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

  /** The second of two loops over one array has remainders that TornadoVM compiles wrongly. */
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
    ReportedRun run = ReportedRun.of(TornadoVmHere.withAgent(), folder, "Heat", source);
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
    // The array goes in once, three times from one device to the other, and home once.
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
    // Devices are opened at once for who wants to see what loops do there, and not after a while.
    ChildJvm jvm =
        TornadoVmHere.withAgent(device)
            .property("slipstream.graphs", folder.resolve("graphs").toString());
    ReportedRun run = ReportedRun.of(jvm, folder, "Turns", BY_TURNS);
    assertThat(run.outcome().exit()).as(run.outcome().err()).isZero();
    assertThat(run.outcome().out()).isEqualTo(ChildJvm.plain().run(folder, "Turns").out());
    return run;
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
    ReportedRun run = ReportedRun.of(TornadoVmHere.withAgent(), folder, "Field", source);
    assertThat(run.outcome().out()).isEqualTo(ChildJvm.plain().run(folder, "Field").out());
    assertThat(run.figure("loops")).isEqualTo(FEW_STEPS);
  }
}
