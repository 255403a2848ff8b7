package dev.slipstream.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ProgramsTest {
  private interface Run {
    Outcome of(String[] args) throws UserError;
  }

  private static final Map<String, Run> RUNS =
      Map.of(
          "mandelbrot", Mandelbrot::run,
          "blur", Blur::run,
          "heat", Heat::run,
          "nbody", NBody::run,
          "matmul", MatMul::run,
          "blackscholes", BlackScholes::run,
          "parallel-io", ParallelIo::run,
          "waves", Waves::run);

  @TempDir Path folder;

  static Set<String> names() {
    return RUNS.keySet();
  }

  @Test
  void thereAreSixProgramsOfLoopsAndTwoWithHostTasksAndAllAreTestedHere() {
    assertThat(Program.all()).hasSize(6);
    assertThat(Program.withHostTasks()).hasSize(2);
    assertThat(Program.titles()).containsExactlyInAnyOrderElementsOf(RUNS.keySet());
  }

  @ParameterizedTest
  @MethodSource("names")
  void twoRunsGiveTheSameChecksumAndAnotherSizeAnotherOne(String name) throws UserError {
    Outcome first = run(name, 24);
    Outcome second = run(name, 24);

    assertThat(first.checksum()).matches("[0-9a-f]{8}").isEqualTo(second.checksum());
    assertThat(first.maxUlp()).isEqualTo(second.maxUlp());
    assertThat(run(name, 25).checksum()).isNotEqualTo(first.checksum());
    assertThat(first.loopNanos()).isPositive().isLessThanOrEqualTo(first.nanos());
  }

  @ParameterizedTest
  @MethodSource("names")
  void wrongArgumentsAreRefusedWithWhatToDo(String name) {
    Run run = RUNS.get(name);

    assertThatThrownBy(() -> run.of(new String[] {"--size", "many"}))
        .isInstanceOf(UserError.class)
        .hasMessageContaining(name + ": --size needs a whole number from")
        .hasMessageContaining("not 'many': try --size");
    assertThatThrownBy(() -> run.of(new String[] {"--size", "0"}))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("not '0'");
    assertThatThrownBy(() -> run.of(new String[] {"--siez", "12"}))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("does not know the argument '--siez': it takes --size N");
    assertThatThrownBy(() -> run.of(new String[] {"--size"}))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("--size is last and has no value");
    assertThatThrownBy(() -> run.of(new String[] {"--size", "12", "--size", "13"}))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("given twice");
  }

  @Test
  void aFolderThatCannotBeWrittenIsNamedWithTheWayOut() throws Exception {
    Path file = Files.writeString(folder.resolve("taken"), "a file");

    assertThatThrownBy(() -> Mandelbrot.run(new String[] {"--size", "8", "--out", file.toString()}))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("cannot write " + file)
        .hasMessageContaining("choose another folder with --out");
  }

  @Test
  void eachProgramWritesTheFilesItIsListedWith() throws Exception {
    for (String title : Program.titles()) {
      Program program = Program.named(title).orElseThrow();
      run(title, 16);
      for (String pattern : program.files()) {
        try (var found = Files.newDirectoryStream(folder, pattern)) {
          assertThat(found).as(pattern).isNotEmpty();
        }
      }
    }
  }

  @Test
  void theLauncherListsTheProgramsAndRunsTheNamedOne() throws Exception {
    assertThat(launch())
        .contains("mandelbrot, blur, heat, nbody, matmul, blackscholes, parallel-io, waves");
    assertThat(launch("matmul", "--size", "8")).contains("checksum ", "millis ", "loopMillis ");
    assertThat(launch("nothing")).contains("There is no program 'nothing'").endsWith("exit 2");
    assertThat(launch("heat", "--size", "x"))
        .startsWith("heat: --size needs")
        .doesNotContain("Exception")
        .endsWith("exit 2");
  }

  private Outcome run(String name, int size) throws UserError {
    List<String> args = new ArrayList<>(List.of("--size", Integer.toString(size)));
    boolean leavesFiles = !Program.named(name).orElseThrow().files().isEmpty();
    if (leavesFiles || name.equals("parallel-io")) {
      args.addAll(List.of("--out", folder.toString()));
    }
    return RUNS.get(name).of(args.toArray(String[]::new));
  }

  private static String launch(String... args) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Demos.class.getName()));
    command.addAll(List.of(args));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes());
    return output + "exit " + process.waitFor();
  }
}
