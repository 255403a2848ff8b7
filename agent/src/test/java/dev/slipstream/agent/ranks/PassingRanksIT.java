package dev.slipstream.agent.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildProgram;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Elements that many ranks read from one, with the finished jar and UCX. */
@Tag("finished-jar")
class PassingRanksIT {
  private static final long ARRAY_BYTES = 8L << 20;

  private static final String SOURCE =
      """
      import dev.slipstream.api.*;

      public class Gathers {
        static void step(double[] from, int[] index, double[] to) {
          for (@Parallel int i = 0; i < to.length; i++) to[i] = from[index[i]] * 0.5 + i;
        }

        public static void main(String[] arguments) {
          int n = 1 << 20;
          double[] x = new double[n];
          double[] y = new double[n];
          int[] index = new int[n];
          for (int i = 0; i < n; i++) {
            x[i] = i % 1000;
            index[i] = (int) (i * 40503L % n);
          }
          for (int s = 0; s < 3; s++) {
            step(x, index, y);
            double[] z = x;
            x = y;
            y = z;
          }
          long bits = 17;
          for (double each : x) bits = bits * 31 + Double.doubleToLongBits(each);
          System.out.println(bits);
        }
      }
      """;

  @TempDir private Path folder;

  @Test
  void ranksPassOnWhatManyOfThemReadAndSayTheSame() throws Exception {
    ChildProgram.compile(folder, SOURCE);
    RankedProgram program =
        new RankedProgram(folder, List.of(folder)).with("slipstream.device", "cpu");
    LaunchedRun alone = program.start(1, "Gathers");
    assertThat(alone.exit()).as(alone.err()).isZero();
    LaunchedRun run = program.start(5, "Gathers");
    int exit = run.exit();
    RankedProgram.requireUcx(run);
    assertThat(exit).as(run.err()).isZero();
    assertThat(run.out()).isEqualTo(alone.out()).isNotBlank();
    // The first array goes along a tree, those of two steps around a ring, and the last one to rank
    // 0.
    long part = ARRAY_BYTES / 5;
    long ring = 2 * 4 * part;
    List<Long> bytes = RankReport.read(program.report()).bytes();
    assertThat(bytes.get(1))
        .isBetween(ARRAY_BYTES + ring + part - 64, ARRAY_BYTES + ring + part + 64);
    for (int rank : new int[] {2, 3, 4}) {
      assertThat(bytes.get(rank)).isBetween(ring + part - 64, ring + part + 64);
    }
  }
}
