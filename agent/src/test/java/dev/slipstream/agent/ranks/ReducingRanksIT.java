package dev.slipstream.agent.ranks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildProgram;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    String classes = ChildProgram.compile(folder, SOURCE).toString();
    Path report = folder.resolve("report.json");
    LaunchedRun alone = start(classes, 1, report);
    assertThat(alone.exit()).as(alone.err()).isZero();
    LaunchedRun run = start(classes, ranks, report);
    int exit = run.exit();
    assumeFalse(run.err().contains("libucx0"), "UCX is not installed (libucx0)");
    assertThat(exit).as(run.err()).isZero();
    assertThat(run.out()).isEqualTo(alone.out()).isNotBlank();
    String nodes = Files.readString(report);
    Matcher counted =
        Pattern.compile("\"rank\": ?(\\d+),.*?\"kernels\": ?(\\d+)", Pattern.DOTALL)
            .matcher(nodes.substring(nodes.indexOf("\"nodes\"")));
    for (int rank = 0; rank < ranks; rank++) {
      assertThat(counted.find()).as(nodes).isTrue();
      assertThat(counted.group(2)).as("rank %s", counted.group(1)).isEqualTo("" + LOOPS);
    }
  }

  private LaunchedRun start(String classes, int ranks, Path report) throws Exception {
    return LaunchedRun.start(
        folder,
        List.of("-n", "" + ranks),
        List.of(
            "-javaagent:" + ChildJvm.agentJar(),
            "-Dslipstream.device=cpu",
            "-Dslipstream.divide=always",
            "-Dslipstream.report.file=" + report,
            "-cp",
            classes + File.pathSeparator + ChildProgram.apiJar(),
            "Reduces"),
        Map.of());
  }
}
