package dev.slipstream.agent.ranks;

import dev.slipstream.agent.child.OpenClHere;
import dev.slipstream.agent.child.UcxHere;
import dev.slipstream.fixture.LongTests;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The demo programs, programs of users and one with a library, in sequence, on any number of ranks.
 */
@Tag("finished-jar")
class ProgramsOnRanksIT {
  /**
   * One run.
   *
   * @param transports the value of UCX_TLS
   */
  private record Setup(int ranks, String transports, String device) {
    static Stream<Setup> all() {
      List<Setup> all = new ArrayList<>();
      for (String device : List.of("cpu", "opencl")) {
        all.add(new Setup(1, "all", device));
        for (int ranks : new int[] {2, 3, 4, 7}) {
          all.add(new Setup(ranks, "all", device));
          all.add(new Setup(ranks, "tcp", device));
        }
      }
      return all.stream();
    }
  }

  @TempDir private static Path classes;

  private static EveryProgram programs = EveryProgram.NONE;

  @TempDir private Path folder;

  @BeforeAll
  static void compile() throws Exception {
    UcxHere.assume();
    programs = EveryProgram.compile(classes);
  }

  static Stream<Setup> setups() {
    return LongTests.areRun()
        ? Setup.all()
        : Stream.of(new Setup(3, "all", "cpu"), new Setup(2, "tcp", "opencl"));
  }

  @ParameterizedTest
  @MethodSource("setups")
  void programsThatOneRankRunsSayTheSame(Setup setup) throws Exception {
    programsSayTheSame("master", setup);
  }

  static Stream<Setup> setupsOfAll() {
    return LongTests.areRun() ? Setup.all() : Stream.of(new Setup(3, "all", "cpu"));
  }

  @ParameterizedTest
  @MethodSource("setupsOfAll")
  void programsThatEveryRankRunsSayTheSame(Setup setup) throws Exception {
    programsSayTheSame("spmd", setup);
  }

  private void programsSayTheSame(String mode, Setup setup) throws Exception {
    if (setup.device().equals("opencl")) {
      OpenClHere.assume();
    }
    String all = mode.equals("spmd") ? EveryProgram.OF_SEVERAL_THREADS : EveryProgram.NO_MORE;
    programs.require(
        programs
            .program(folder, setup.device())
            .with("slipstream.mode", mode)
            .environment("UCX_TLS", setup.transports()),
        setup.ranks(),
        // To build the kernels of all of them takes long.
        setup.device().equals("cpu") || LongTests.areRun() ? all : EveryProgram.OF_USERS);
  }
}
