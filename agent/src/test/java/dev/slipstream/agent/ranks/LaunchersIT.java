package dev.slipstream.agent.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.UcxHere;
import dev.slipstream.fixture.Tool;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program gives the same results, whatever launcher starts its ranks. */
@Tag("finished-jar")
class LaunchersIT {
  /** Shares its loops, and starts itself again in a JVM with the agent that runs alone. */
  private static final String SOURCE =
      """
      import dev.slipstream.api.Parallel;
      import java.nio.file.Path;

      public class Smooth {
        static void step(float[] from, float[] to) {
          for (@Parallel int i = 1; i < from.length - 1; i++) {
            to[i] = 0.25f * from[i - 1] + 0.5f * from[i] + 0.25f * from[i + 1];
          }
        }

        public static void main(String[] arguments) throws Exception {
          float[] a = new float[100_000];
          float[] b = new float[a.length];
          for (int i = 0; i < a.length; i++) {
            a[i] = i % 1013;
          }
          for (int round = 0; round < 20; round++) {
            step(a, b);
            step(b, a);
            // The host reads some, and changes some.
            a[round * 4001] += b[round * 3001 + 1];
          }
          int bits = 0;
          for (float value : a) {
            bits = 31 * bits + Float.floatToRawIntBits(value);
          }
          System.out.println((arguments.length > 0 ? "rank 0: " : "child: ") + bits);
          if (arguments.length > 0) {
            Process child =
                new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-javaagent:" + arguments[0],
                        "-Dslipstream.device=cpu",
                        "-Dslipstream.report=off",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "Smooth")
                    .inheritIO()
                    .start();
            System.out.println("it ended with " + child.waitFor());
          }
        }
      }
      """;

  @TempDir private Path folder;

  private final List<String> rest = new ArrayList<>();

  @BeforeEach
  void compile() {
    ChildProgram.compile(folder.resolve("classes"), SOURCE);
    rest.addAll(List.of("-cp", folder.resolve("classes").toString()));
    rest.addAll(List.of("Smooth", ChildJvm.agentJar().toString()));
  }

  /** Returns the command line that starts one rank, to follow that of a launcher. */
  private ProcessBuilder ranks(String... launcher) {
    // Not as properties: mpirun takes a word with "cp" for an option followed by a class path.
    ProcessBuilder builder =
        ChildJvm.withAgent()
            .in(folder)
            .environment("SLIPSTREAM_DEVICE", "cpu")
            .environment("SLIPSTREAM_REPORT", "off")
            .builder(rest);
    List<String> command = new ArrayList<>(Arrays.asList(launcher));
    command.addAll(builder.command());
    return builder.command(command);
  }

  private void isTheSame(ProcessBuilder ranks) throws Exception {
    LaunchedRun run = LaunchedRun.start(folder, ranks);
    Outcome alone = ChildJvm.plain().in(folder).command(rest);

    assertThat(alone.exit()).isZero();
    assertThat(alone.out()).matches("rank 0: (-?\\d+)\nchild: \\1\nit ended with 0\n");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).isEqualTo(alone.out());
  }

  private ProcessBuilder slipstreamRun(String... options) {
    ProcessBuilder ranks = ranks();
    List<String> command = new ArrayList<>(List.of(ranks.command().get(0)));
    command.addAll(List.of("-jar", ChildJvm.agentJar().toString(), RunCommand.OPTION));
    command.addAll(Arrays.asList(options));
    command.add("--");
    command.addAll(ranks.command());
    return ranks.command(command);
  }

  @Test
  void underSlipstreamRun() throws Exception {
    UcxHere.assume();
    isTheSame(slipstreamRun("-n", "4"));
  }

  @Test
  void underSlipstreamRunOverSsh() throws Exception {
    try (OwnSshServer server = OwnSshServer.assume(folder)) {
      UcxHere.assume();
      for (String hosts : List.of("localhost:2,far:2", "localhost,far,far")) {
        ProcessBuilder ranks = slipstreamRun("--hosts", hosts);
        ranks.environment().put("SLIPSTREAM_SSH", server.ssh());
        isTheSame(ranks);
      }
    }
  }

  @Test
  void underMpirun() throws Exception {
    String mpirun = Tool.assume("mpirun").toString();
    UcxHere.assume();
    isTheSame(prepared(ranks(mpirun, "-n", "4", "--allow-run-as-root", "--oversubscribe")));
  }

  @Test
  void underSrun() throws Exception {
    try (OneNodeSlurm slurm = OneNodeSlurm.assume(folder)) {
      UcxHere.assume();
      ProcessBuilder ranks = prepared(ranks(Tool.assume("srun").toString(), "-n", "4"));
      slurm.configure(ranks);
      isTheSame(ranks);
    }
  }

  /** Options that other launchers do not set. */
  private static ProcessBuilder prepared(ProcessBuilder ranks) {
    ranks.environment().put("UCX_LOG_FILE", "stderr");
    ranks.environment().put("SLIPSTREAM_SECRET", "known to the ranks of this test");
    return ranks;
  }
}
