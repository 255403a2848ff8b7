package dev.slipstream.agent.ranks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.OpenClHere;
import dev.slipstream.fixture.LongTests;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ordinary programs on several ranks, with the finished jar and UCX. */
@Tag("finished-jar")
class SeveralRanksIT {
  private static final int SIDE = 1200;

  private static final String SOURCE =
      """
      import dev.slipstream.api.Parallel;
      import java.nio.file.Files;
      import java.nio.file.Path;

      public class Stencil {
        static void step(double[] u, double[] v, int n) {
          for (@Parallel int i = 1; i < n - 1; i++) {
            for (int j = 1; j < n - 1; j++) {
              v[i * n + j] = u[i * n + j] + 0.1 * (u[(i - 1) * n + j] + u[(i + 1) * n + j]
                  + u[i * n + j - 1] + u[i * n + j + 1] - 4 * u[i * n + j]);
            }
          }
        }

        static void step(float[][] u, float[][] v) {
          for (@Parallel int i = 1; i < u.length - 1; i++) {
            for (int j = 1; j < u.length - 1; j++) {
              v[i][j] = u[i][j] + 0.1f * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - 4 * u[i][j]);
            }
          }
        }

        public static void main(String[] arguments) throws Exception {
          int n = 1200;
          int steps = Integer.parseInt(arguments[0]);
          double[] u = new double[n * n];
          double[] v = new double[n * n];
          for (int i = 0; i < n * n; i++) {
            u[i] = v[i] = i * 7919L % 1000 / 1000.0;
          }
          for (int s = 0; s < steps; s++) {
            step(u, v, n);
            double[] w = u;
            u = v;
            v = w;
          }
          if (arguments.length > 1 && arguments[1].equals("wait")) {
            Files.createFile(Path.of(arguments[2]));
            while (!Files.exists(Path.of(arguments[2] + ".go"))) {
              Thread.sleep(20);
            }
          }
          long bits = 17;
          for (double each : u) {
            bits = bits * 31 + Double.doubleToLongBits(each);
          }
          System.out.println("flat " + bits);
          if (arguments.length > 1) {
            float[][] p = new float[n][n];
            float[][] q = new float[n][n];
            for (int i = 0; i < n * n; i++) {
              p[i / n][i % n] = q[i / n][i % n] = i * 31L % 1000 / 1000f;
            }
            for (int s = 0; s < steps; s++) {
              step(p, q);
              float[][] r = p;
              p = q;
              q = r;
            }
            for (float[] row : p) {
              for (float each : row) {
                bits = bits * 31 + Float.floatToIntBits(each);
              }
            }
            System.out.println("rows " + bits);
          }
        }
      }
      """;

  @TempDir private Path folder;

  private String classes = "";

  @BeforeEach
  void compile() throws Exception {
    classes = ChildProgram.compile(folder, SOURCE).toString();
  }

  private LaunchedRun start(
      int ranks, Map<String, String> environment, List<String> options, String... arguments)
      throws Exception {
    List<String> rest = new ArrayList<>();
    rest.add("-javaagent:" + ChildJvm.agentJar());
    rest.add("-Dslipstream.divide=always");
    rest.addAll(options);
    if (!options.toString().contains("slipstream.device=")) {
      rest.add("-Dslipstream.device=cpu");
    }
    rest.addAll(List.of("-cp", classes + File.pathSeparator + ChildProgram.apiJar(), "Stencil"));
    rest.addAll(List.of(arguments));
    return LaunchedRun.start(folder, List.of("-n", "" + ranks), rest, environment);
  }

  private static void require(LaunchedRun run) throws Exception {
    assumeFalse(run.err().contains("libucx0"), "UCX is not installed (libucx0)");
  }

  @ParameterizedTest
  @CsvSource({"2, all", "4, all", "3, tcp"})
  void aProgramSaysTheSameOnSeveralRanks(int ranks, String transports) throws Exception {
    if (ranks == 2) {
      LongTests.assumeRun("fewer ranks than others");
    }
    Path report = folder.resolve("report.json");
    LaunchedRun alone = start(1, Map.of(), List.of(), "12", "rows");
    assertThat(alone.exit()).as(alone.err()).isZero();
    LaunchedRun run =
        start(
            ranks,
            Map.of("UCX_TLS", transports),
            List.of("-Dslipstream.report.file=" + report),
            "12",
            "rows");
    int exit = run.exit();
    require(run);
    assertThat(exit).as(run.err()).isZero();
    assertThat(run.out()).isEqualTo(alone.out()).contains("flat", "rows");
    assertThat(Files.readString(report)).containsPattern("\"rank\": ?" + (ranks - 1));
  }

  @Test
  void aStencilMovesItsHaloInEachStepAndNothingElse() throws Exception {
    int ranks = 3;
    long few = bytesMoved(ranks, 10);
    long many = bytesMoved(ranks, 20);
    long halo = (SIDE - 2) * 8L;
    assertThat(many - few).isEqualTo(10 * 2 * (ranks - 1) * halo);
  }

  private long bytesMoved(int ranks, int steps) throws Exception {
    Path report = folder.resolve("moved" + steps + ".json");
    LaunchedRun run =
        start(ranks, Map.of(), List.of("-Dslipstream.report.file=" + report), "" + steps);
    int exit = run.exit();
    require(run);
    assertThat(exit).as(run.err()).isZero();
    String nodes = Files.readString(report, StandardCharsets.UTF_8);
    Matcher bytes =
        Pattern.compile("\"bytes\": ?(\\d+)").matcher(nodes.substring(nodes.indexOf("\"nodes\"")));
    long sum = 0;
    while (bytes.find()) {
      sum += Long.parseLong(bytes.group(1));
    }
    return sum;
  }

  @Test
  void aRankThatIsKilledEndsTheRunWithAMessageWhereThatIsWanted() throws Exception {
    LaunchedRun run = killed(3, "-Dslipstream.onRankLoss=abort", "-Dslipstream.device=cpu");
    assertThat(run.exit()).as(run.err()).isNotZero();
    assertThat(run.err()).contains("rank 1 ").contains("Stencil.step:7");
    assertThat(run.process().descendants()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"2, opencl", "3, cpu"})
  void whatAKilledRankHadComputedIsComputedAgainAndTheOthersGoOn(int ranks, String device)
      throws Exception {
    if (device.equals("opencl")) {
      OpenClHere.assume();
    }
    LaunchedRun alone = start(1, Map.of(), List.of(), "12", "rows");
    assertThat(alone.exit()).as(alone.err()).isZero();
    LaunchedRun run =
        killed(ranks, "-Dslipstream.onRankLoss=recover", "-Dslipstream.device=" + device);
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).isEqualTo(alone.out());
    assertThat(run.err()).contains("rank 1 ").contains("Stencil.step:7");
    assertThat(run.process().descendants()).isEmpty();
  }

  /** Kills rank 1 when all loops are submitted, before any code has read results. */
  private LaunchedRun killed(int ranks, String... options) throws Exception {
    Path ready = folder.resolve("ready");
    List<String> all = new ArrayList<>(List.of(options));
    all.add("-Dslipstream.peerTimeout=5");
    LaunchedRun run = start(ranks, Map.of(), all, "12", "wait", ready.toString());
    while (!Files.exists(ready) && run.process().isAlive()) {
      Thread.sleep(20);
    }
    if (!run.process().isAlive()) {
      require(run);
    }
    ProcessHandle rank = rank(run, 1);
    rank.destroyForcibly();
    while (!run.err().contains("is lost") && run.process().isAlive()) {
      Thread.sleep(20);
    }
    Files.createFile(Path.of(ready + ".go"));
    return run;
  }

  private static ProcessHandle rank(LaunchedRun run, int rank) {
    return run.process().descendants().filter(each -> isRank(each, rank)).findFirst().orElseThrow();
  }

  private static boolean isRank(ProcessHandle process, int rank) {
    try {
      Path own = Path.of("/proc/" + process.pid());
      return Files.readString(own.resolve("environ"), StandardCharsets.ISO_8859_1)
              .contains("SLIPSTREAM_RANK=" + rank + "\0")
          && Files.readString(own.resolve("comm")).startsWith("java");
    } catch (IOException gone) {
      return false;
    }
  }
}
