package dev.slipstream.agent.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.coherence.ProgramBatch;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random programs whose loops several ranks share say what they say in plain Java. */
@Tag("finished-jar")
class RandomProgramsOnRanksIT {
  private static final long SEED = Long.getLong("slipstream.test.seed", 20_261_125);
  private static final int COUNT =
      Integer.getInteger("slipstream.test.count", RankedProgram.LONG ? 300 : 20);

  /** Most programs have more; where fewer are shared something has ended that early. */
  private static final long LOOPS_EACH = 10;

  /** Some programs start threads and collect garbage, and ranks share few cores. */
  private static final int SECONDS = 60 + 3 * COUNT;

  @TempDir private static Path classes;

  private static List<String> expected = List.of();

  @TempDir private Path folder;

  @BeforeAll
  static void compile() {
    ChildProgram.compile(classes, ProgramBatch.of(SEED, COUNT).sources().toArray(String[]::new));
    ChildJvm.Outcome plain =
        ChildJvm.plain().run(List.of(classes, ChildProgram.apiJar()), ProgramBatch.MAIN);
    assertThat(plain.exit()).as(plain.err()).isZero();
    expected = plain.out().lines().toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5})
  void programsWhoseLoopsSeveralRanksShareSayTheSame(int ranks) throws Exception {
    RankedProgram program =
        new RankedProgram(folder, List.of(classes))
            .with("slipstream.device", "cpu")
            .with("slipstream.deferred", "true");
    LaunchedRun run = program.start(ranks, ProgramBatch.MAIN);
    int exit = run.exit(SECONDS);
    RankedProgram.requireUcx(run);
    String said = new String(run.outBytes(), StandardCharsets.UTF_8);
    SameLines.require(said.lines().toList(), expected, "P", run.err());
    assertThat(exit).as(run.err()).isZero();
    RankReport report = RankReport.read(program.report());
    System.out.println("the ranks had a part of so many loops: " + report.kernels());
    assertThat(report.kernels()).hasSize(ranks);
    assertThat(report.kernelsOfLast()).isGreaterThan(LOOPS_EACH * COUNT);
  }
}
