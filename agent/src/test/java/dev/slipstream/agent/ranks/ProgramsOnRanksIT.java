package dev.slipstream.agent.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.DemoPrograms;
import dev.slipstream.agent.child.JamaProgram;
import dev.slipstream.agent.child.OpenClHere;
import dev.slipstream.agent.child.UcxHere;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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
 * The demo programs, programs of users and one with a library, in a row, on any number of ranks.
 */
@Tag("finished-jar")
class ProgramsOnRanksIT {
  private static final String MAIN = "Everything";
  private static final int SECONDS = 180;

  private static final String SOURCE =
      """
      public class Everything {
        public static void main(String[] arguments) throws Throwable {
          for (String demo : new String[] {
              "mandelbrot --size 48",
              "blur --size 48",
              "heat --size 24 --steps 200",
              "nbody --size 200",
              "matmul --size 48",
              "blackscholes --size 2000"}) {
            System.out.println("program " + demo);
            dev.slipstream.demo.Demos.main(demo.split(" "));
          }
          System.out.println("program library");
          JamaDriver.main(arguments);
          System.out.println("program constructs");
          Constructs.main(arguments);
          System.out.println("program references");
          References.main(arguments);
          System.out.println("program calls");
          LibraryCalls.main(arguments);
        }
      }
      """;

  /** What the programs of users are made of. */
  private static final List<String> USERS =
      List.of(
          "Loops",
          "LibraryCalls",
          "ArrayCalls",
          "StreamCalls",
          "TextAndBuffers",
          "InputAndOutput",
          "Coding",
          "Reflection",
          "Images",
          "Constructs",
          "Threads",
          "References");

  /**
   * One run.
   *
   * @param transports as UCX_TLS has them
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

    static Stream<Setup> few() {
      return Stream.of(new Setup(3, "all", "cpu"), new Setup(2, "tcp", "opencl"));
    }
  }

  @TempDir private static Path classes;

  private static List<Path> classPath = List.of();
  private static List<String> expected = List.of();

  @TempDir private Path folder;

  @BeforeAll
  static void compile() throws Exception {
    UcxHere.assume();
    DemoPrograms.compile(classes);
    List<String> sources = new ArrayList<>(List.of(SOURCE, JamaProgram.SOURCE));
    for (String name : USERS) {
      sources.add(source(name));
    }
    classPath = List.of(classes, JamaProgram.jar());
    String libraries = ChildJvm.joined(List.of(classes, JamaProgram.jar(), ChildProgram.apiJar()));
    ChildProgram.compile(
        classes,
        List.of("--release", "17", "-g", "-cp", libraries),
        sources.toArray(String[]::new));
    // Of exp and log plain Java has other bits than kernels, which have the same everywhere.
    Path alone = Files.createDirectory(classes.resolve("alone"));
    LaunchedRun run = program(alone, "cpu").start(1, MAIN);
    assertThat(run.exit(SECONDS)).as(run.err()).isZero();
    expected = lines(run);
  }

  private static String source(String name) throws IOException {
    String file = "/programs/" + name + ".java";
    try (InputStream in = ProgramsOnRanksIT.class.getResourceAsStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** All but the times. */
  private static List<String> lines(LaunchedRun run) throws IOException {
    return new String(run.outBytes(), StandardCharsets.UTF_8)
        .lines()
        .filter(line -> !line.matches("(millis|loopMillis) .*"))
        .toList();
  }

  private static RankedProgram program(Path folder, String device) {
    return new RankedProgram(folder, classPath)
        .with("slipstream.device", device)
        .with("slipstream.loops", String.join(",", JamaProgram.LOOPS))
        .with("java.awt.headless", "true");
  }

  static Stream<Setup> setups() {
    return RankedProgram.LONG ? Setup.all() : Setup.few();
  }

  @ParameterizedTest
  @MethodSource("setups")
  void programsSayTheSame(Setup setup) throws Exception {
    if (setup.device().equals("opencl")) {
      OpenClHere.assume();
    }
    RankedProgram program =
        program(folder, setup.device()).environment("UCX_TLS", setup.transports());
    LaunchedRun run = program.start(setup.ranks(), MAIN);
    int exit = run.exit(SECONDS);
    SameLines.require(lines(run), expected, "program ", run.err());
    assertThat(exit).as(run.err()).isZero();
    if (setup.ranks() > 1) {
      RankReport report = RankReport.read(program.report());
      System.out.println(setup + ": the ranks had a part of so many loops: " + report.kernels());
      assertThat(report.kernels()).hasSize(setup.ranks());
      assertThat(report.kernelsOfLast()).isGreaterThan(expected.size());
    }
  }
}
