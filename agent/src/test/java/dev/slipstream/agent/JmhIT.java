package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.LoopReport;
import dev.slipstream.agent.child.OpenClHere;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Benchmarks of JMH contain their loops' work: the example of {@code docs/jmh.md}. An operation has
 * waited if the results are up to date on the host although no code has read them.
 */
class JmhIT {
  private static final Pattern EXAMPLE = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

  @TempDir private Path folder;

  @BeforeEach
  void compile() {
    OpenClHere.assume();
    ChildProgram.compile(
        folder,
        List.of(
            "--release",
            "17",
            "-g",
            "-cp",
            join(classPath()),
            "-processorpath",
            join(jars("jmh-", "jopt-simple", "commons-math3"))),
        example());
  }

  private static String example() {
    try {
      Matcher code = EXAMPLE.matcher(Files.readString(Path.of("..", "docs", "jmh.md")));
      assertThat(code.find()).isTrue();
      return code.group(1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @CsvSource({"on, 0", "off, 0", "on, 1"})
  void anOperationEndsWithItsLoopsUnlessTheUserWantsItOtherwise(String jmh, int forks) {
    String report = folder.resolve("fork.json").toString();
    Outcome outcome =
        run(
            jmh,
            "-f",
            forks + "",
            "-bm",
            "ss",
            "-wi",
            "0",
            "-i",
            "5",
            "-jvmArgsAppend",
            "-Dslipstream.report.file=" + report);
    assertThat(outcome.exit()).as(outcome.out() + outcome.err()).isZero();
    assertThat(outcome.out()).contains("ForcesBenchmark.forces", "ss");
    LoopReport read = LoopReport.read(folder.resolve(forks == 0 ? "report.json" : "fork.json"));
    var loop =
        read.loops().stream()
            .filter(each -> each.getOrDefault("name", "").contains("ForcesBenchmark"))
            .findFirst()
            .orElseThrow();
    assertThat(loop).containsEntry("where", "opencl:0").containsEntry("runs", "5");
    long home = Long.parseLong(loop.get("bytesOut"));
    if (jmh.equals("on")) {
      // JMH calls each operation by reflection; what it reads is copied to the device only once.
      assertThat(loop).containsEntry("bytesIn", 20000 * 8 + "");
      assertThat(home).isEqualTo(5L * 20000 * 8);
    } else {
      assertThat(home).isLessThan(5L * 20000 * 8);
    }
  }

  @Test
  void allModesAndSeveralThreadsRun() {
    Outcome outcome =
        run(
            "on", "-f", "0", "-bm", "all", "-wi", "1", "-w", "50ms", "-i", "2", "-r", "50ms", "-t",
            "2", "-prof", "gc", "-p", "n=2000");
    assertThat(outcome.exit()).as(outcome.out() + outcome.err()).isZero();
    assertThat(outcome.out()).contains("thrpt", "avgt", "sample", "ss", "gc.alloc.rate");
    assertThat(outcome.err()).doesNotContain("do not include");
  }

  private Outcome run(String jmh, String... arguments) {
    List<Path> classPath = new ArrayList<>(List.of(folder));
    classPath.addAll(classPath());
    List<String> all = new ArrayList<>(List.of("ForcesBenchmark.forces", "-foe", "true"));
    all.addAll(List.of(arguments));
    return ChildJvm.withAgent()
        .property("slipstream.device", "opencl")
        .property("slipstream.jmh", jmh)
        .property("slipstream.report.file", folder.resolve("report.json").toString())
        .run(classPath, "org.openjdk.jmh.Main", all.toArray(String[]::new));
  }

  private static List<Path> classPath() {
    List<Path> all = jars("jmh-core", "jopt-simple", "commons-math3");
    all.add(ChildProgram.apiJar());
    return all;
  }

  /** Returns the entries of the tests' class path whose names have a prefix. */
  private static List<Path> jars(String... names) {
    List<Path> found = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path path = Path.of(entry);
      if (Stream.of(names).anyMatch(name -> path.getFileName().toString().startsWith(name))) {
        found.add(path);
      }
    }
    return found;
  }

  private static String join(List<Path> paths) {
    return String.join(File.pathSeparator, paths.stream().map(Path::toString).toList());
  }
}
