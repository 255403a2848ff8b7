package dev.slipstream.agent.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildProgram;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reductions on several ranks, with the finished jar and UCX. */
@Tag("finished-jar")
class ReducingRanksIT {
  private static final int LOOPS = 4;

  private static final String SOURCE =
      """
      import dev.slipstream.api.*;

      public class Reduces {
        public static void main(String[] arguments) {
          int n = 2_000_000;
          double[] x = new double[n];
          for (@Parallel int i = 0; i < n; i++) x[i] = Math.sin(i % 1000) * (i % 37);
          @Reduction double sum = 0;
          for (@Parallel int i = 0; i < n; i++) sum += x[i] * x[i];
          double best = -1000; int at = -1;
          for (@Parallel int i = 0; i < n; i++) if (x[i] > best) { best = x[i]; at = i; }
          long bits = 0;
          for (@Parallel int i = 0; i < 400; i++) for (@Parallel int j = 0; j < 5000; j++)
            bits ^= (long) (x[i * 5000 + j] * 1e9) * (j + 1);
          System.out.println(Double.doubleToLongBits(sum) + " " + best + " " + at + " " + bits);
        }
      }
      """;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void allRanksShareReductionsThatSayWhatTheySayAlone(int ranks) throws Exception {
    ChildProgram.compile(folder, SOURCE);
    RankedProgram program =
        new RankedProgram(folder, List.of(folder)).with("slipstream.device", "cpu");
    LaunchedRun alone = program.start(1, "Reduces");
    assertThat(alone.exit()).as(alone.err()).isZero();
    LaunchedRun run = program.start(ranks, "Reduces");
    int exit = run.exit();
    RankedProgram.requireUcx(run);
    assertThat(exit).as(run.err()).isZero();
    assertThat(run.out()).isEqualTo(alone.out()).isNotBlank();
    assertThat(RankReport.read(program.report()).kernels())
        .hasSize(ranks)
        .containsOnly((long) LOOPS);
  }
}
