package dev.slipstream.demo.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.eclipsesource.json.Json;
import com.eclipsesource.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemoRunnerTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  /** What the machine's load is, at the beginning and at the end; unknown if empty. */
  private final Queue<MachineLoad> loads = new ArrayDeque<>();

  @TempDir Path folder;

  @Test
  void everyProgramGetsItsLineInTheTable() throws Exception {
    int code = run(StandInAgent.class, "--size-percent", "2", "--device", "opencl");

    assertThat(text(err)).isEmpty();
    assertThat(code).isZero();
    List<String> lines = text(out).lines().toList();
    assertThat(lines).hasSize(9).allSatisfy(line -> assertThat(line).doesNotContain("\r"));
    assertThat(lines.subList(0, 7))
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(110));
    assertThat(lines.get(1))
        .matches("mandelbrot +25² +\\d+\\.\\d\\d s +.* s +[\\d.]+× +opencl:0 +1 of 2 loops +equal");
    assertThat(lines.get(6)).startsWith("blackscholes").contains("4,000").endsWith("equal");
    assertThat(lines.get(7)).contains("mandelbrot.png", "heat-*.png");
    assertThat(folder.resolve("out/heat-4.png")).exists();
    assertThat(folder.resolve("out/plain/heat-4.png")).exists();
    assertThat(folder.resolve("out/report/heat.txt"))
        .content()
        .contains("[stand-in] device opencl");
  }

  @Test
  void scriptsGetOneObjectPerProgram() throws Exception {
    int code =
        run(StandInAgent.class, "--size-percent", "2", "--json", "--only", "nbody,blackscholes");

    assertThat(code).isZero();
    List<JsonObject> objects = text(out).lines().map(line -> Json.parse(line).asObject()).toList();
    assertThat(objects).hasSize(2);
    JsonObject nbody = objects.get(0);
    assertThat(nbody.names())
        .contains(
            "name",
            "device",
            "checksum",
            "checksumEqual",
            "maxUlp",
            "millisWithout",
            "millisWith",
            "launches",
            "loopsTaken",
            "loopsRefused");
    assertThat(nbody.get("name").asString()).isEqualTo("nbody");
    assertThat(nbody.get("device").asString()).isEqualTo("opencl:0");
    assertThat(nbody.get("checksum").asString()).matches("[0-9a-f]{8}");
    assertThat(nbody.get("checksumEqual").asBoolean()).isTrue();
    assertThat(nbody.get("maxUlp").isNull()).isTrue();
    assertThat(nbody.get("loopShare").asDouble()).isBetween(0.0, 1.0);
    assertThat(nbody.get("launches").asInt()).isEqualTo(5);
    assertThat(nbody.get("loopsTaken").asInt()).isEqualTo(1);
    assertThat(nbody.get("loopsRefused").asInt()).isEqualTo(1);
    assertThat(objects.get(1).get("maxUlp").asDouble()).isBetween(0.3, 1.0);
  }

  @Test
  void aProgramWhoseKernelsWereCompiledRunsOnceMoreAndItsFirstTimeIsBelowTheTable()
      throws Exception {
    int code = run(StandInAgent.Compiling.class, "--size-percent", "2", "--only", "nbody,matmul");

    assertThat(code).isZero();
    List<String> lines = text(out).lines().toList();
    assertThat(lines.get(1)).startsWith("nbody").endsWith("equal");
    assertThat(lines.get(3)).matches("once, with kernels to compile: nbody \\d+\\.\\d\\d s");
  }

  @Test
  void scriptsGetTheTimeOfARunThatCompiledKernels() throws Exception {
    run(StandInAgent.Compiling.class, "--size-percent", "2", "--only", "nbody,matmul", "--json");

    List<JsonObject> objects = text(out).lines().map(line -> Json.parse(line).asObject()).toList();
    assertThat(objects.get(0).get("millisCompiling").asDouble()).isPositive();
    assertThat(objects.get(1).get("millisCompiling").isNull()).isTrue();
  }

  @Test
  void aProgramThatFailsIsNamedWithItsLastWordsAndTheOthersGoOn() throws Exception {
    int code =
        run(StandInAgent.Failing.class, "--size-percent", "1", "--only", "nbody,matmul", "--json");

    assertThat(code).isEqualTo(1);
    assertThat(text(err))
        .contains("nbody failed with slipstream: it ended with code 7")
        .contains("matmul failed with slipstream: it ended with code 7")
        .contains("[stand-in] the last words");
    assertThat(text(out).lines())
        .hasSize(2)
        .allSatisfy(
            line ->
                assertThat(Json.parse(line).asObject().getString("error", "")).contains("code 7"));
  }

  @Test
  void aProgramThatFailsHasItsLineInTheTable() throws Exception {
    int code = run(StandInAgent.Failing.class, "--size-percent", "1", "--only", "nbody");

    assertThat(code).isEqualTo(1);
    assertThat(text(out).lines().toList().get(1)).matches("nbody +81 +FAILED");
  }

  @Test
  void aLoopThatIsNotTakenIsAFailureOnlyWhereAllMustBe() throws Exception {
    String[] arguments = {"--size-percent", "1", "--only", "nbody", "--device", "opencl"};
    assertThat(run(StandInAgent.class, arguments)).isZero();
    assertThat(text(err)).isEmpty();

    List<String> strict = new ArrayList<>(List.of(arguments));
    strict.add("--require-taken");
    assertThat(run(StandInAgent.class, strict.toArray(String[]::new))).isEqualTo(1);
    assertThat(text(err)).isEqualToIgnoringNewLines("not taken: A.b:2 was refused: line 3");
    assertThat(text(out)).contains("equal");
  }

  @Test
  void aMissingReportIsAFailureEvenWhenAnOldOneLiesThere() throws Exception {
    assertThat(run(StandInAgent.class, "--size-percent", "1", "--only", "nbody")).isZero();
    int code = run(StandInAgent.Silent.class, "--size-percent", "1", "--only", "nbody");

    assertThat(code).isEqualTo(1);
    assertThat(text(err)).contains("nbody failed with slipstream: the agent wrote no report");
  }

  @Test
  void anAgentThatSeesNoLoopsDoesNotPassForEqualResults() throws Exception {
    int code = run(StandInAgent.Blind.class, "--size-percent", "1", "--only", "nbody");

    assertThat(code).isEqualTo(1);
    assertThat(text(out)).doesNotContain("equal");
    assertThat(text(err))
        .contains("nbody failed with slipstream: the agent found none of its loops");
  }

  @Test
  void aJavaThatIsNotThereIsNamed() throws Exception {
    int code = run(StandInAgent.class, "--only", "nbody", "--java", "/nowhere/java");

    assertThat(code).isEqualTo(1);
    assertThat(text(err)).contains("it could not be run").contains("/nowhere/java");
  }

  @Test
  void aMachineThatWasBusyIsNamedBelowTheTable() throws Exception {
    loads.add(new MachineLoad(1_000, 0, 0, 0));
    loads.add(new MachineLoad(1_000, 100_000_000, 100_000_000, 0));
    int code = run(StandInAgent.class, "--size-percent", "1", "--only", "nbody");

    assertThat(code).isZero();
    assertThat(text(out).lines().toList().get(2))
        .startsWith("other programs used 1000.0 of the 1000 cores");
  }

  @Test
  void aTerminalSeesWhatIsRunning() throws Exception {
    run(StandInAgent.class, "--size-percent", "20", "--only", "nbody", "--tty");

    assertThat(text(out)).contains("\r\u001b[Knbody, plain java  | 0 s", "nbody, with slipstream");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --device gpu          | choose auto, cpu, tornado, opencl or
          --size-percent 0      | give a whole number from 1 to 10000
          --size-percent lots   | give a whole number from 1 to 10000
          --only chess          | choose from mandelbrot,blur,heat
          --agent nothing.jar   | there is no agent at nothing.jar: build it
          --wrong               | does not know the argument '--wrong': it takes --agent JAR
          --out                 | --out is last and has no value
          """)
  void wrongArgumentsAreRefusedWithWhatToDo(String arguments, String message) throws Exception {
    Path agent = StandInAgent.jar(folder, StandInAgent.class);
    List<String> all = new ArrayList<>(List.of("--agent", agent.toString()));
    all.addAll(List.of(arguments.split(" ")));

    assertThatThrownBy(() -> RunnerOptions.parse(all.toArray(String[]::new)))
        .isInstanceOf(RunnerException.class)
        .hasMessageContaining(message);
  }

  @Test
  void withoutAnAgentThereIsNothingToCompare() {
    assertThatThrownBy(() -> RunnerOptions.parse("--json"))
        .isInstanceOf(RunnerException.class)
        .hasMessageContaining("give --agent JAR");
  }

  private int run(Class<?> agent, String... arguments) throws Exception {
    List<String> all =
        new ArrayList<>(
            List.of(
                "--agent",
                StandInAgent.jar(folder, agent).toString(),
                "--out",
                folder.resolve("out").toString()));
    all.addAll(List.of(arguments));
    Files.createDirectories(folder.resolve("out"));
    return new DemoRunner(
            RunnerOptions.parse(all.toArray(String[]::new)),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            () -> Optional.ofNullable(loads.poll()))
        .run();
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
