package dev.slipstream.agent.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.UcxHere;
import dev.slipstream.agent.coherence.ProgramBatch;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Random programs on several ranks print the same as in plain Java. */
@Tag("finished-jar")
class RandomProgramsOnRanksIT {
  private static final long SEED = Long.getLong("slipstream.test.seed", 20_261_125);
  private static final int COUNT =
      Integer.getInteger("slipstream.test.count", RankedProgram.LONG ? 300 : 20);

  /** Most programs have more; fewer mean that something has ended sharing early. */
  private static final long LOOPS_EACH = 10;

  @TempDir private static Path classes;

  private static ProgramBatch loops = ProgramBatch.of(SEED, 0);
  private static ProgramBatch tasks = ProgramBatch.of(SEED, 0);
  private static List<String> expected = List.of();

  @TempDir private Path folder;

  @BeforeAll
  static void compile() {
    UcxHere.assume();
    loops = ProgramBatch.of(SEED, COUNT);
    tasks = ProgramBatch.withTasks(SEED, RankedProgram.LONG ? COUNT : Math.max(1, COUNT / 2));
    ChildProgram.compile(classes, tasks.with(loops).sources().toArray(String[]::new));
    ChildJvm.Outcome plain =
        ChildJvm.plain().run(List.of(classes, ChildProgram.apiJar()), ProgramBatch.MAIN);
    assertThat(plain.exit()).as(plain.err()).isZero();
    expected = plain.out().lines().toList();
  }

  @Test
  void programsWithHostTasksSayTheSameOnOneRank() throws Exception {
    programsSayTheSame(tasks.names(), "spmd", 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5})
  void programsThatOneRankRunsSayTheSame(int ranks) throws Exception {
    programsSayTheSame(tasks.with(loops).names(), "master", ranks);
  }

  static IntStream ranks() {
    return RankedProgram.LONG ? IntStream.of(2, 3, 5) : IntStream.of(2, 3);
  }

  @ParameterizedTest
  @MethodSource("ranks")
  void programsThatEveryRankRunsSayTheSame(int ranks) throws Exception {
    programsSayTheSame(tasks.with(loops).namesOfOneThread(), "spmd", ranks);
  }

  private void programsSayTheSame(List<String> names, String mode, int ranks) throws Exception {
    RankedProgram program =
        new RankedProgram(folder, List.of(classes))
            .with("slipstream.device", "cpu")
            .with("slipstream.deferred", "true")
            .with("slipstream.mode", mode);
    LaunchedRun run = program.start(ranks, ProgramBatch.MAIN, names.toArray(String[]::new));
    // Some programs start threads and collect garbage, and ranks share few cores.
    int exit = run.exit(60 + 3 * names.size());
    RankedProgram.requireUcx(run);
    SameLines.require(
        new String(run.outBytes(), StandardCharsets.UTF_8).lines().toList(),
        ProgramBatch.linesOf(names, expected),
        ProgramBatch.HEADING,
        run.err());
    assertThat(exit).as(run.err()).isZero();
    assertThat(program.report()).exists();
    if (ranks > 1) {
      RankReport report = RankReport.read(program.report());
      System.out.println("the ranks had a part of so many loops: " + report.kernels());
      assertThat(report.kernels()).hasSize(ranks);
      assertThat(report.kernelsOfLast()).isGreaterThan(LOOPS_EACH * names.size());
    }
  }
}
