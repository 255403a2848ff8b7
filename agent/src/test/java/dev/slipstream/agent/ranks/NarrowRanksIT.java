package dev.slipstream.agent.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildProgram;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that need most of their heap, on several ranks, with the finished jar and UCX. */
@Tag("finished-jar")
class NarrowRanksIT {
  private static final String HEAP = "256m";

  /**
   * In MiB, of the {@link #HEAP} of each rank. The program's arrays take 40, and copies of them
   * would take as much again.
   */
  private static final int MEBIBYTES = 180;

  private static final String SOURCE =
      """
      import dev.slipstream.api.Parallel;

      public class Narrow {
        static void step(double[] a, double[] b) {
          for (@Parallel int i = 0; i < b.length; i++) b[i] = a[i] * 0.5 + i;
        }

        public static void main(String[] arguments) {
          double[] a = new double[2_500_000];
          double[] b = new double[a.length];
          for (int t = 0; t < 4; t++) {
            step(a, b);
            step(b, a);
          }
          double seen = a[17];
          byte[][] filled = new byte[Integer.parseInt(arguments[0])][];
          for (int m = 0; m < filled.length; m++) {
            filled[m] = new byte[1 << 20];
          }
          step(a, b);
          System.out.println(seen + " " + b[3] + " " + filled.length);
        }
      }
      """;

  @TempDir private Path folder;

  @Test
  void whatIsKeptForLostRanksIsGivenUpWhereTheProgramNeedsTheMemory() throws Exception {
    ChildProgram.compile(folder, SOURCE);
    RankedProgram program =
        new RankedProgram(folder, List.of(folder))
            .heap(HEAP)
            .with("slipstream.device", "cpu")
            .with("slipstream.report", "off");
    ChildJvm.Outcome plain = program.plain("Narrow", "" + MEBIBYTES);
    LaunchedRun run = program.start(2, "Narrow", "" + MEBIBYTES);
    int exit = run.exit();
    RankedProgram.requireUcx(run);
    assertThat(exit).as(run.err()).isZero();
    assertThat(run.out()).isEqualTo(plain.out()).isNotBlank();
    assertThat(run.err()).contains("if another rank is lost now, results may be lost");
  }
}
