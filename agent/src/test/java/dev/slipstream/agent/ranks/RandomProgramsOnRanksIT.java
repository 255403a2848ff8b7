package dev.slipstream.agent.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.UcxHere;
import dev.slipstream.agent.coherence.ProgramBatch;
import dev.slipstream.fixture.LongTests;
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

/** Random programs on several ranks print the same as in plain Java. */
@Tag("finished-jar")
class RandomProgramsOnRanksIT {
  private static final long SEED = Long.getLong("slipstream.test.seed", 20_261_125);
  private static final int COUNT =
      Integer.getInteger("slipstream.test.count", LongTests.count(10, 300));

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
    tasks = ProgramBatch.withTasks(SEED, LongTests.areRun() ? COUNT : Math.max(1, COUNT / 2));
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

  static IntStream followed() {
    return LongTests.areRun() ? ranks() : IntStream.of(2, 5);
  }

  @ParameterizedTest
  @MethodSource("followed")
  void programsThatOneRankRunsSayTheSame(int ranks) throws Exception {
    programsSayTheSame(tasks.with(loops).names(), "master", ranks);
  }

  static IntStream ranks() {
    return LongTests.areRun() ? IntStream.of(2, 3, 5) : IntStream.of(3);
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
