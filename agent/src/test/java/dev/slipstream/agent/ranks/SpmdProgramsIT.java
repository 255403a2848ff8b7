package dev.slipstream.agent.ranks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.OpenClHere;
import dev.slipstream.agent.child.UcxHere;
import dev.slipstream.agent.coherence.ProgramBatch;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs that every rank runs say what they say alone, once. */
@Tag("finished-jar")
class SpmdProgramsIT {
  private static final long SEED = Long.getLong("slipstream.test.seed", 20_261_125);
  private static final int COUNT =
      Integer.getInteger("slipstream.test.count", RankedProgram.LONG ? 300 : 12);
  private static final int SECONDS = 60 + 3 * COUNT;

  @TempDir private static Path classes;

  private static EveryProgram programs = new EveryProgram(List.of(), false, List.of());
  private static Path random = Path.of("");
  private static List<String> expected = List.of();

  @TempDir private Path folder;

  @BeforeAll
  static void compile() throws Exception {
    UcxHere.assume();
    programs = EveryProgram.compile(classes, /* oneThread= */ true);
    random = Files.createDirectory(classes.resolve("random"));
    ChildProgram.compile(
        random, ProgramBatch.ofOneThread(SEED, COUNT).sources().toArray(String[]::new));
    ChildJvm.Outcome plain =
        ChildJvm.plain().run(List.of(random, ChildProgram.apiJar()), ProgramBatch.MAIN);
    assertThat(plain.exit()).as(plain.err()).isZero();
    expected = plain.out().lines().toList();
  }

  static IntStream ranks() {
    return RankedProgram.LONG ? IntStream.of(2, 3, 4, 7) : IntStream.of(3);
  }

  static IntStream fewRanks() {
    return RankedProgram.LONG ? IntStream.of(2, 3, 5) : IntStream.of(2, 3);
  }

  @ParameterizedTest
  @MethodSource("ranks")
  void demosAndProgramsOfUsersSayTheSame(int ranks) throws Exception {
    programs.require(programs.program(folder, "cpu").with("slipstream.mode", "spmd"), ranks);
  }

  @ParameterizedTest
  @MethodSource("ranks")
  void theySayTheSameOnOpenCl(int ranks) throws Exception {
    assumeTrue(RankedProgram.LONG, "compiling for OpenCL takes long (--long)");
    OpenClHere.assume();
    programs.require(programs.program(folder, "opencl").with("slipstream.mode", "spmd"), ranks);
  }

  @ParameterizedTest
  @MethodSource("fewRanks")
  void randomProgramsSayTheSame(int ranks) throws Exception {
    RankedProgram program =
        new RankedProgram(folder, List.of(random))
            .with("slipstream.mode", "spmd")
            .with("slipstream.device", "cpu");
    LaunchedRun run = program.start(ranks, ProgramBatch.MAIN);
    int exit = run.exit(SECONDS);
    String said = new String(run.outBytes(), StandardCharsets.UTF_8);
    SameLines.require(said.lines().toList(), expected, "P", run.err());
    assertThat(exit).as(run.err()).isZero();
    RankReport report = RankReport.read(program.report());
    assertThat(report.kernels()).hasSize(ranks);
    assertThat(report.kernelsOfLast()).isGreaterThan(COUNT / 2);
  }
}
