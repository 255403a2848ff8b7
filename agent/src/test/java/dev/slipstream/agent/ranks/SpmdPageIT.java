package dev.slipstream.agent.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.UcxHere;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of {@code docs/host-tasks.md} print what the page says, wherever they run. */
@Tag("finished-jar")
class SpmdPageIT {
  private static final Path PAGE = Path.of("..", "docs", "host-tasks.md");

  /** A program, and what it prints. */
  private static final Pattern EXAMPLE =
      Pattern.compile("```java\n(.*?)// prints: ([^\n]*)\n```\n", Pattern.DOTALL);

  private static final Pattern CLASS = Pattern.compile("(?m)^class (\\w+)");
  private static final String HEADING = "example ";
  private static final String MAIN = "AllExamples";

  @TempDir private static Path classes;

  private static List<String> expected = List.of();

  @TempDir private Path folder;

  @BeforeAll
  static void compile() throws Exception {
    String page = Files.readString(PAGE);
    List<String> sources = new ArrayList<>();
    List<String> names = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    Matcher example = EXAMPLE.matcher(page);
    while (example.find()) {
      Matcher name = CLASS.matcher(example.group(1));
      assertThat(name.find()).as(example.group(1)).isTrue();
      sources.add(example.group(1));
      names.add(name.group(1));
      lines.add(HEADING + name.group(1));
      lines.add(example.group(2));
    }
    assertThat(names).as("every program says what it prints").hasSize(programs(page));
    sources.add(all(names));
    ChildProgram.compile(classes, sources.toArray(String[]::new));
    expected = lines;
  }

  private static int programs(String page) {
    return page.split("```java\n", -1).length - 1;
  }

  /** Returns a program that runs all examples. */
  private static String all(List<String> names) {
    return """
    public class AllExamples {
      private interface Example { void run() throws Exception; }

      private static void run(String name, Example example) throws Exception {
        System.out.println("example " + name);
        example.run();
        dev.slipstream.api.Slipstream.barrier();
      }

      public static void main(String[] args) throws Exception {
        CALLS
      }
    }
    """
        .replace(
            "CALLS",
            names.stream()
                .map(name -> "run(\"" + name + "\", () -> " + name + ".main(args));")
                .collect(Collectors.joining("\n    ")));
  }

  private static void require(ChildJvm.Outcome outcome) {
    SameLines.require(outcome.out().lines().toList(), expected, HEADING, outcome.err());
    assertThat(outcome.exit()).as(outcome.err()).isZero();
  }

  @Test
  void theyPrintThatWithoutTheAgent() {
    require(ChildJvm.plain().in(folder).run(List.of(classes, ChildProgram.apiJar()), MAIN));
  }

  @Test
  void theyPrintThatOnOneRank() {
    ChildJvm.Outcome outcome =
        ChildJvm.withAgent()
            .in(folder)
            .property("slipstream.device", "cpu")
            .run(List.of(classes, ChildProgram.apiJar()), MAIN);
    require(outcome);
    assertThat(outcome.err()).contains("loops taken");
  }

  @Test
  void theyPrintThatWhereRanksShareTheLoopsOfTheFirst() throws Exception {
    requireRanks("master");
  }

  @Test
  void theyPrintThatWhereEveryRankRunsThem() throws Exception {
    requireRanks("spmd");
  }

  private void requireRanks(String mode) throws Exception {
    UcxHere.assume();
    RankedProgram program =
        new RankedProgram(folder, List.of(classes))
            .with("slipstream.mode", mode)
            .with("slipstream.device", "cpu");
    LaunchedRun run = program.start(3, MAIN);
    int exit = run.exit();
    String said = new String(run.outBytes(), StandardCharsets.UTF_8);
    SameLines.require(said.lines().toList(), expected, HEADING, run.err());
    assertThat(exit).as(run.err()).isZero();
    assertThat(RankReport.read(program.report()).kernels()).hasSize(3);
  }
}
