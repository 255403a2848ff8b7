package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.OpenClHere;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that release arrays need no larger heap because their loops run later. */
class HeapIT {
  @TempDir private Path folder;

  @BeforeEach
  void needDevice() {
    OpenClHere.assume();
  }

  private Outcome run(String name) {
    return ChildJvm.withAgent()
        .property("slipstream.device", "opencl")
        .property("slipstream.report", "off")
        .jvmOption("-Xmx64m")
        .run(folder, name);
  }

  private void requireSameAsPlain(String name, String source) {
    ChildProgram.compile(folder, source);
    Outcome outcome = run(name);
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome).isEqualTo(ChildJvm.plain().run(folder, name));
  }

  @Test
  void rowsThatNothingReadsAreCollectedAndThoseThatAreKeptAreRight() {
    requireSameAsPlain(
        "Rows",
        """
        import dev.slipstream.api.Parallel;
        import java.util.ArrayList;
        import java.util.List;

        public class Rows {
          public static void main(String[] arguments) {
            List<double[]> seldom = new ArrayList<>();
            double[][] last = new double[64][1000];
            for (int step = 0; step < 600; step++) {
              double[][] from = last;
              double[][] next = new double[64][1000];
              for (@Parallel int i = 0; i < 64; i++) {
                for (@Parallel int j = 0; j < 1000; j++) next[i][j] = from[i][j] + i + j;
              }
              if (step % 50 == 7) seldom.add(next[step % 64]);
              last = next;
            }
            double sum = 0;
            for (double[] row : seldom) for (double v : row) sum = sum * 0.5 + v;
            System.out.println(sum + " " + last[63][999]);
          }
        }
        """);
  }

  @Test
  void arraysThatLoopsStillNeedHoldTheProgramUpBeforeTheyFillTheHeap() {
    requireSameAsPlain(
        "Pending",
        """
        import dev.slipstream.api.Parallel;

        public class Pending {
          public static void main(String[] arguments) {
            long[] sums = new long[100];
            for (int step = 0; step < 150; step++) {
              int[] a = new int[400_000];
              for (int i = 0; i < a.length; i++) a[i] = i + step;
              for (@Parallel int i = 0; i < a.length; i++) {
                int x = a[i];
                for (int r = 0; r < 5; r++) x = x * 31 + 7;
                a[i] = x;
              }
              for (@Parallel int i = 0; i < sums.length; i++) sums[i] += a[i];
            }
            System.out.println(sums[3] + " " + sums[99]);
          }
        }
        """);
  }
}
