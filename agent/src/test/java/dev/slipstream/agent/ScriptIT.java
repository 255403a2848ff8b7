package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.Jdk;
import dev.slipstream.agent.child.LoopReport;
import dev.slipstream.agent.child.SaxpySource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script at the project's root. */
class ScriptIT {
  @TempDir private Path folder;

  @Test
  void runPutsTheAgentIntoAJavaCommandLine() throws Exception {
    Path elsewhere = Files.createDirectories(folder.resolve("a folder"));
    ChildProgram.compile(elsewhere.resolve("classes"), SaxpySource.SOURCE);

    Outcome plain = ChildJvm.plain().run(elsewhere.resolve("classes"), "Saxpy");
    Outcome with =
        slipstream(
            elsewhere,
            "run",
            "--device",
            "cpu",
            "--report",
            "./my report.json",
            "--set",
            "cpu.threads=2",
            "--",
            "java",
            "-Xmx200m",
            "-cp",
            "classes",
            "Saxpy");

    assertThat(with).isEqualTo(plain);
    assertThat(LoopReport.read(elsewhere.resolve("my report.json")).of(SaxpySource.loop()))
        .containsEntry("where", "cpu");
  }

  @Test
  void runStartsSeveralRanksOfAJavaCommandLine() throws Exception {
    ChildProgram.compile(
        folder.resolve("classes"),
        """
        public class Which {
          public static void main(String[] arguments) {
            System.out.println(System.getenv("SLIPSTREAM_RANK") + arguments[0]);
          }
        }
        """);
    Outcome outcome =
        slipstream(
            folder,
            "run",
            "-n",
            "3",
            "--set",
            "enabled=false",
            "--",
            "java",
            "-cp",
            "classes",
            "Which",
            " of 3");

    assertThat(outcome.exit()).as(outcome.err()).isZero();
    assertThat(outcome.out()).isEqualTo("0 of 3\n");
    assertThat(outcome.errLines()).containsExactlyInAnyOrder("[rank 1] 1 of 3", "[rank 2] 2 of 3");
  }

  @Test
  void runTakesACommandThatIsNoJavaForAMistake() throws Exception {
    Outcome outcome = slipstream(folder, "run", "--", "ls");

    assertThat(outcome.exit()).isEqualTo(2);
    assertThat(outcome.err()).contains("'ls' is no java command", "JAVA_TOOL_OPTIONS");
  }

  @Test
  void jarsInTheFolderWhereAProgramIsStartedAreNoModulesForTornadoVm() throws Exception {
    Path home = Files.createDirectories(folder.resolve("tornadovm"));
    Path here = Files.createDirectories(folder.resolve("here"));
    ChildProgram.compile(here.resolve("classes"), SaxpySource.SOURCE);
    Outcome plain = ChildJvm.plain().run(here.resolve("classes"), "Saxpy");
    // This name cannot become the name of a module.
    new JarOutputStream(Files.newOutputStream(here.resolve("7up.jar")), new Manifest()).close();
    // The formats that TornadoVM writes; where both exist, the second one is used.
    for (String name : List.of("tornado-argfile.template", "tornado-argfile")) {
      String named = name.endsWith("template") ? "${TORNADOVM_HOME}" : home.toString();
      Files.writeString(
          home.resolve(name), "-Xmx200m\n--module-path .:" + named + "/share/java/tornado\n");
      List<String> command = new ArrayList<>(List.of(script().toString(), "run", "--tornado"));
      command.addAll(List.of("--report", "off", "--", "java", "-cp", "classes", "Saxpy"));

      Outcome with = run(here, command, Map.of("TORNADOVM_HOME", home.toString()));

      assertThat(with.exit()).as(with.err()).isZero();
      assertThat(with.out()).isEqualTo(plain.out());
    }

    List<String> shell = List.of("sh", "-c", tornadoCommandOfThePage("-cp classes Saxpy"));
    Outcome withoutTheScript = run(here, shell, Map.of("TORNADOVM_HOME", home.toString()));
    assertThat(withoutTheScript.exit()).as(withoutTheScript.err()).isZero();
    assertThat(withoutTheScript.out()).isEqualTo(plain.out());
  }

  @Test
  void tornadoVmGetsTheJdkForWhichItWasBuilt() throws Exception {
    Path home = Files.createDirectories(folder.resolve("tornadovm"));
    Path release = Files.createDirectories(home.resolve("etc")).resolve("tornado.release");
    Files.writeString(home.resolve("tornado-argfile"), "-Xmx200m\n");
    int feature = Runtime.version().feature();
    for (String fits : List.of("jdk" + feature, "jdk17plus")) {
      Files.writeString(release, "version=5.2.0-" + fits + "\nbranch=none\n");
      assertThat(startedWithTornadoVm(home).exit()).as(fits).isZero();
    }
    Files.writeString(release, "version=5.2.0-jdk99\n");
    assertThat(startedWithTornadoVm(home).err())
        .startsWith("slipstream: no JDK of version 99 was found, which TornadoVM in " + home);
    Files.writeString(release, "version=6.0-jdk98plus\n");
    assertThat(startedWithTornadoVm(home).err()).contains("no JDK of version 98 or newer");
  }

  private Outcome startedWithTornadoVm(Path home) throws Exception {
    List<String> command =
        List.of(script().toString(), "run", "--tornado", "--", "java", "-version");
    return run(folder, command, Map.of("TORNADOVM_HOME", home.toString()));
  }

  /** Returns the java command that docs/tornadovm.md gives, for another program. */
  private static String tornadoCommandOfThePage(String program) throws IOException {
    String page = Files.readString(script().resolveSibling("docs").resolve("tornadovm.md"));
    int from = page.indexOf("    java @$TORNADOVM_HOME/");
    String command = page.substring(from, page.indexOf("\n\n", from)).strip();
    assertThat(command)
        .startsWith("java ")
        .contains("-javaagent:slipstream-agent-0.1.0.jar ")
        .endsWith(" -jar program.jar");
    return command
        .replaceFirst("java", Jdk.current().java().toString())
        .replace("slipstream-agent-0.1.0.jar", ChildJvm.agentJar().toString())
        .replace("-jar program.jar", program);
  }

  @Test
  void aMisspeltCommandOptionOrSuiteIsNamedWithTheRightOnes() throws Exception {
    Outcome command = slipstream(folder, "dokter");
    Outcome option = slipstream(folder, "run", "--devise", "cpu", "--", "java");
    Outcome hosts = slipstream(folder, "run", "--host", "a", "--", "java");
    Outcome suite = slipstream(folder, "verify", "--suite", "attache");

    assertThat(command.exit()).isEqualTo(2);
    assertThat(command.err()).contains("'dokter'", "nearest is 'doctor'");
    assertThat(option.exit()).isEqualTo(2);
    assertThat(option.err()).contains("'--devise'", "nearest is --device");
    assertThat(hosts.exit()).isEqualTo(2);
    assertThat(hosts.err()).contains("'--host'", "nearest is --hosts");
    assertThat(suite.exit()).isEqualTo(2);
    assertThat(suite.err()).contains("'attache'", "compiler", "kernels", "attach");
  }

  @Test
  void theDoctorRunsFromAnyFolderAndThroughALink() throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("link"), script());

    Outcome outcome = run(folder, List.of(link.toString(), "doctor"));

    assertThat(outcome.exit()).isZero();
    assertThat(outcome.out()).startsWith("java ");
    assertThat(outcome.err()).isEmpty();
  }

  private static Path script() {
    return Path.of(System.getProperty("slipstream.test.target"), "..", "..", "slipstream")
        .toAbsolutePath()
        .normalize();
  }

  private static Outcome slipstream(Path folder, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(script().toString()));
    command.addAll(List.of(arguments));
    return run(folder, command);
  }

  private static Outcome run(Path folder, List<String> command)
      throws IOException, InterruptedException {
    return run(folder, command, Map.of());
  }

  private static Outcome run(Path folder, List<String> command, Map<String, String> variables)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile("slipstream", ".out");
    Path err = Files.createTempFile("slipstream", ".err");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().put("JAVA_HOME", Jdk.current().home().toString());
    builder.environment().keySet().removeIf(key -> key.startsWith("SLIPSTREAM_"));
    builder.environment().put("SLIPSTREAM_CACHE_DIR", "off");
    builder.environment().putAll(variables);
    Process process = builder.start();
    if (!process.waitFor(120, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      throw new IllegalStateException(command + " did not end; it wrote " + Files.readString(err));
    }
    return new Outcome(process.exitValue(), Files.readString(out), Files.readString(err));
  }
}
