package dev.slipstream.agent.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.DemoPrograms;
import dev.slipstream.agent.child.UcxHere;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The demo programs with host tasks print and write the same on any number of ranks. */
@Tag("finished-jar")
class SpmdDemosIT {
  private static final String MAIN = "WithHostTasks";

  /** The folder with the checkpoint from which waves continue. */
  private static final String SOURCE =
      """
      public class WithHostTasks {
        public static void main(String[] arguments) {
          for (String program : new String[] {
              "waves --size 67 --steps 60 --every 20 --out out",
              "parallel-io --size 5 --out file",
              "waves --steps 60 --from " + arguments[0]}) {
            System.out.println("program " + program.split(" ")[0]);
            dev.slipstream.demo.Demos.main(program.split(" "));
          }
        }
      }
      """;

  private static final Path CHECKPOINT = Path.of("out", "waves-40.bin");

  @TempDir private static Path classes;

  /** The folder in which they have run in plain Java. */
  @TempDir private static Path plain;

  private static List<String> expected = List.of();

  @TempDir private Path folder;

  @BeforeAll
  static void runThemInPlainJava() throws Exception {
    DemoPrograms.compile(classes);
    String libraries = ChildJvm.joined(List.of(classes, ChildProgram.apiJar()));
    ChildProgram.compile(classes, List.of("--release", "17", "-g", "-cp", libraries), SOURCE);
    expected = lines(alone(ChildJvm.plain(), plain).out());
    assertThat(expected)
        .hasSize(12)
        .contains(
            "let waves run over 67 x 67 points up to step 60",
            "wrote and read 5 MiB; 0 numbers are not those that were computed");
    assertThat(expected.get(11)).as("the checksum after going on").isEqualTo(expected.get(5));
  }

  private static ChildJvm.Outcome alone(ChildJvm jvm, Path folder) {
    ChildJvm.Outcome run =
        jvm.in(folder).run(List.of(classes, ChildProgram.apiJar()), MAIN, checkpoint());
    assertThat(run.exit()).as(run.err()).isZero();
    return run;
  }

  /** Returns the checksum of the run in plain Java. */
  private static String checkpoint() {
    return plain.resolve(CHECKPOINT).toString();
  }

  /** Removes the times and speeds. */
  private static List<String> lines(String said) {
    return said.lines()
        .filter(line -> !line.matches("(millis|loopMillis|write|read) +[\\d.]+.*"))
        .toList();
  }

  @Test
  void theyDoWithTheAgentWhatTheyDoWithout() throws Exception {
    ChildJvm jvm = ChildJvm.withAgent().property("slipstream.device", "cpu");
    ChildJvm.Outcome run = alone(jvm, folder);
    assertThat(lines(run.out())).isEqualTo(expected);
    assertThat(run.err()).contains("loops taken");
    requireFiles();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void theyDoOnRanksThatAllRunThemWhatTheyDoOnOne(int ranks) throws Exception {
    UcxHere.assume();
    RankedProgram program =
        new RankedProgram(folder, List.of(classes))
            .with("slipstream.mode", "spmd")
            .with("slipstream.device", "cpu");
    LaunchedRun run = program.start(ranks, MAIN, checkpoint());
    int exit = run.exit();
    String said = new String(run.outBytes(), StandardCharsets.UTF_8);
    SameLines.require(lines(said), expected, "program ", run.err());
    assertThat(exit).as(run.err()).isZero();
    if (ranks > 1) {
      assertThat(RankReport.read(program.report()).kernels()).hasSize(ranks);
    }
    requireFiles();
  }

  private void requireFiles() throws Exception {
    assertThat(Files.mismatch(folder.resolve(CHECKPOINT), plain.resolve(CHECKPOINT)))
        .as("where checkpoints differ")
        .isEqualTo(-1);
    assertThat(folder.resolve("file")).isEmptyDirectory();
  }
}
