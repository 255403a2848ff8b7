package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.SaxpySource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Options come from four places, and a wrong one is reported. */
class OptionsIT {
  @TempDir private Path folder;

  @BeforeEach
  void compile() {
    ChildProgram.compile(folder, SaxpySource.SOURCE);
  }

  @Test
  void aMisspeltOptionIsNamedWithTheNearestOne() {
    Outcome outcome =
        ChildJvm.withAgent()
            .property("slipstream.devise", "cpu")
            .property("slipstream.report", "off")
            .run(folder, "Saxpy");

    assertThat(outcome.exit()).isZero();
    assertThat(outcome.errLines())
        .singleElement()
        .asString()
        .startsWith("[slipstream] ")
        .contains("slipstream.devise", "nearest is slipstream.device");
  }

  @Test
  void severalWrongOptionsAreOneLineAndTheRestInTheReport() {
    ChildJvm child =
        ChildJvm.withAgent()
            .property("slipstream.devise", "cpu")
            .property("slipstream.cpu.thread", "2")
            .property("slipstream.loops", "nonsense");

    List<String> withReport = child.run(folder, "Saxpy").errLines();
    List<String> without =
        child.property("slipstream.report", "off").run(folder, "Saxpy").errLines();

    assertThat(without).hasSize(1);
    assertThat(String.join("\n", withReport)).contains("devise", "cpu.thread", "nonsense");
  }

  @Test
  void eachTakenLoopIsWrittenToTheDumpFolder() throws Exception {
    Path dump = folder.resolve("kernels/here");
    Outcome outcome =
        ChildJvm.withAgent().property("slipstream.dump", dump.toString()).run(folder, "Saxpy");

    assertThat(outcome.exit()).isZero();
    try (Stream<Path> files = Files.list(dump)) {
      List<Path> written = files.sorted().toList();
      assertThat(written).extracting(Path::toString).anyMatch(name -> name.endsWith(".class"));
      for (Path file : written) {
        if (file.toString().endsWith(".cl")) {
          assertThat(file).content().contains("__kernel void", "// line ");
        } else if (file.toString().endsWith(".mappers.txt")) {
          assertThat(file).content().contains("Saxpy", "loop 0: ", "write ");
        } else if (file.toString().endsWith(".txt")) {
          assertThat(file).content().contains("Saxpy", "dimension 0: ", "write ");
        }
      }
      assertThat(written).extracting(Path::toString).anyMatch(n -> n.endsWith("_checked.cl"));
      assertThat(written.size() % 6).isZero();
    }
  }

  @Test
  void fastMathStandsInTheReportAndInWhatIsDumped() throws Exception {
    Path dump = folder.resolve("relaxed");
    Outcome outcome =
        ChildJvm.withAgent()
            .property("slipstream.dump", dump.toString())
            .property("slipstream.fastMath", "true")
            .run(folder, "Saxpy");

    assertThat(outcome.exit()).isZero();
    assertThat(String.join(" ", outcome.errLines())).contains("slipstream.fastMath=true: on");
    try (Stream<Path> files = Files.list(dump)) {
      for (Path file :
          files.filter(f -> f.toString().matches(".*(?<!mappers)\\.(cl|txt)")).toList()) {
        assertThat(file).content().contains("slipstream.fastMath=true");
      }
    }
  }

  @Test
  void refusedLoopsAreWrittenToTheDumpFolderWithTheirReasons() throws Exception {
    Path program = folder.resolve("leaving");
    ChildProgram.compile(
        program,
        List.of("--release", "17"),
        """
        import dev.slipstream.api.Parallel;

        public class Leaving {
          public static void main(String[] arguments) {
            int[] a = new int[10];
            for (@Parallel int i = 0; i < a.length; i++) {
              if (i > 3) break;
              a[i] = i;
            }
          }
        }
        """);
    Path dump = folder.resolve("refusals");
    ChildJvm.withAgent().property("slipstream.dump", dump.toString()).run(program, "Leaving");

    assertThat(dump.resolve("refused.txt"))
        .content()
        .contains(
            "Leaving.main:6",
            "line 7",
            "leaves the loop before its last iteration",
            "every iteration");
  }

  @Test
  void aDumpFolderThatCannotBeWrittenChangesNothing() throws Exception {
    Path file = Files.writeString(folder.resolve("taken"), "");
    Outcome outcome =
        ChildJvm.withAgent()
            .property("slipstream.dump", file.toString())
            .property("slipstream.report", "off")
            .run(folder, "Saxpy");

    assertThat(outcome.exit()).isZero();
    assertThat(outcome.errLines()).singleElement().asString().contains("slipstream.dump");
  }

  @Test
  void thePlacesAreAskedInTheirOrder() throws Exception {
    Path config = Files.writeString(folder.resolve("slipstream.properties"), "log = trace\n");
    String atInfo = "-javaagent:" + ChildJvm.agentJar() + "=log=loud;report=off;config=" + config;

    Outcome argument = ChildJvm.plain().jvmOption(atInfo).run(folder, "Saxpy");
    Outcome environment =
        ChildJvm.plain()
            .jvmOption(atInfo)
            .environment("SLIPSTREAM_LOG", "noisy")
            .run(folder, "Saxpy");
    Outcome property =
        ChildJvm.plain()
            .jvmOption(atInfo)
            .environment("SLIPSTREAM_LOG", "noisy")
            .property("slipstream.log", "shrill")
            .run(folder, "Saxpy");

    assertThat(argument.err()).contains("loud").contains("agent argument");
    assertThat(environment.err()).contains("noisy").contains("SLIPSTREAM_LOG");
    assertThat(property.err()).contains("shrill").contains("-Dslipstream.log");
  }

  @Test
  void theJarItselfSaysItsVersionAndItsOptions() {
    Outcome version =
        ChildJvm.plain().command(List.of("-jar", ChildJvm.agentJar().toString(), "--version"));
    Outcome help = ChildJvm.plain().command(List.of("-jar", ChildJvm.agentJar().toString()));
    Outcome wrong =
        ChildJvm.plain().command(List.of("-jar", ChildJvm.agentJar().toString(), "--doktor"));

    assertThat(version.out()).matches("slipstream [0-9]+\\.[0-9]+\\.[0-9]+\\R");
    assertThat(help.out()).contains("slipstream.device", "slipstream.report.file", "--attach PID");
    assertThat(help.out().lines()).allMatch(line -> line.length() <= 110);
    assertThat(wrong.exit()).isEqualTo(2);
    assertThat(wrong.err()).contains("--doktor", "--doctor");
  }

  @Test
  void theDoctorSaysWhatIsThereAndHowToGetTheRest() {
    Outcome outcome =
        ChildJvm.plain()
            .environment("TORNADOVM_HOME", folder.toString())
            .command(List.of("-jar", ChildJvm.agentJar().toString(), "--doctor"));

    assertThat(outcome.exit()).isZero();
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out().lines().map(line -> line.split(" ")[0]).toList())
        .contains("java", "cpu", "tornadovm", "ucx");
    assertThat(outcome.out()).contains("no tornado-api jar in " + folder);
  }
}
