package dev.slipstream.agent.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.DemoPrograms;
import dev.slipstream.agent.child.JamaProgram;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The demo programs, programs of users and one with a library, in sequence. The last one runs loops
 * in several threads.
 *
 * @param classPath the class path of the programs
 * @param expected the lines that they print on one rank
 */
record EveryProgram(List<Path> classPath, List<String> expected) {
  /** No programs. */
  static final EveryProgram NONE = new EveryProgram(List.of(), List.of());

  private static final String MAIN = "Everything";
  private static final int SECONDS = 180;

  /** What comes after the demo programs and the library. */
  static final String OF_USERS = "constructs";

  /** What runs loops in several threads; the last one. */
  static final String OF_SEVERAL_THREADS = "streams";

  /** What comes after the last one. */
  static final String NO_MORE = "";

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
          String end = System.getProperty("end", "");
          if (end.equals("constructs")) return;
          System.out.println("program constructs");
          Constructs.main(arguments);
          System.out.println("program references");
          References.main(arguments);
          System.out.println("program calls");
          ArrayCalls.cases();
          TextAndBuffers.cases();
          InputAndOutput.cases();
          Coding.cases();
          Reflection.cases();
          Images.cases();
          if (end.equals("streams")) return;
          System.out.println("program streams");
          StreamCalls.cases();
        }
      }
      """;

  /** The source files of the users' programs. */
  private static final List<String> USERS =
      List.of(
          "Loops",
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

  /** Compiles the programs and runs them on one rank. */
  static EveryProgram compile(Path classes) throws Exception {
    DemoPrograms.compile(classes);
    List<String> sources = new ArrayList<>(List.of(SOURCE, JamaProgram.SOURCE));
    for (String name : USERS) {
      sources.add(source(name));
    }
    List<Path> classPath = List.of(classes, JamaProgram.jar());
    String libraries = ChildJvm.joined(List.of(classes, JamaProgram.jar(), ChildProgram.apiJar()));
    ChildProgram.compile(
        classes,
        List.of("--release", "17", "-g", "-cp", libraries),
        sources.toArray(String[]::new));
    // For exp and log, plain Java has other bits than kernels; kernels have the same everywhere.
    Path alone = Files.createDirectory(classes.resolve("alone"));
    LaunchedRun run = program(alone, "cpu", classPath).start(1, MAIN);
    assertThat(run.exit(SECONDS)).as(run.err()).isZero();
    return new EveryProgram(classPath, lines(run));
  }

  private static String source(String name) throws IOException {
    String file = "/programs/" + name + ".java";
    try (InputStream in = EveryProgram.class.getResourceAsStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Removes the times. */
  private static List<String> lines(LaunchedRun run) throws IOException {
    return new String(run.outBytes(), StandardCharsets.UTF_8)
        .lines()
        .filter(line -> !line.matches("(millis|loopMillis) .*"))
        .toList();
  }

  private static RankedProgram program(Path folder, String device, List<Path> classPath) {
    return new RankedProgram(folder, classPath)
        .with("slipstream.device", device)
        .with("slipstream.loops", String.join(",", JamaProgram.LOOPS))
        .with("java.awt.headless", "true");
  }

  /** Returns the builder of all programs, which are not started yet. */
  RankedProgram program(Path folder, String device) {
    return program(folder, device, classPath);
  }

  /**
   * Starts the programs and requires the same output as on one rank.
   *
   * @param end the first program that is left out; {@link #NO_MORE} if all run
   */
  void require(RankedProgram program, int ranks, String end) throws Exception {
    LaunchedRun run = program.with("end", end).start(ranks, MAIN);
    int exit = run.exit(SECONDS);
    List<String> wanted =
        expected.stream().takeWhile(line -> !line.equals("program " + end)).toList();
    SameLines.require(lines(run), wanted, "program ", run.err());
    assertThat(exit).as(run.err()).isZero();
    if (ranks > 1) {
      RankReport report = RankReport.read(program.report());
      System.out.println(ranks + " ranks had a part of so many loops: " + report.kernels());
      assertThat(report.kernels()).hasSize(ranks);
      assertThat(report.kernelsOfLast()).isGreaterThan(wanted.size());
    }
  }
}
