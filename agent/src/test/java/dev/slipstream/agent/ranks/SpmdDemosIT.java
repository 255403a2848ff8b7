package dev.slipstream.agent.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.DemoPrograms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo programs with host tasks say and write the same on any number of ranks. */
@Tag("finished-jar")
class SpmdDemosIT {
  private static final String[] WAVES = {
    "waves", "--size", "67", "--steps", "60", "--every", "20", "--out", "out"
  };
  private static final String[] FILE = {"parallel-io", "--size", "5", "--out", "out"};
  private static final String CHECKPOINT = "out/waves-40.bin";

  @TempDir private static Path classes;

  /** Where they have run in plain Java. */
  @TempDir private static Path plain;

  private static List<String> waves = List.of();
  private static List<String> file = List.of();

  @TempDir private Path folder;

  @BeforeAll
  static void runThemInPlainJava() throws Exception {
    DemoPrograms.compile(classes);
    waves = alone(ChildJvm.plain(), plain, WAVES);
    file = alone(ChildJvm.plain(), plain, FILE);
    assertThat(waves).hasSize(5);
    assertThat(file).hasSize(2);
  }

  private static List<String> alone(ChildJvm jvm, Path folder, String... arguments) {
    ChildJvm.Outcome run =
        jvm.in(folder).run(List.of(classes, ChildProgram.apiJar()), DemoPrograms.MAIN, arguments);
    assertThat(run.exit()).as(run.err()).isZero();
    return lines(run.out());
  }

  /** All but the times and speeds. */
  private static List<String> lines(String said) {
    return said.lines()
        .filter(line -> !line.matches("(millis|loopMillis|write|read) +[\\d.]+.*"))
        .toList();
  }

  @Test
  void theyDoWithTheAgentWhatTheyDoWithout() throws Exception {
    ChildJvm jvm = ChildJvm.withAgent().property("slipstream.device", "cpu");
    assertThat(alone(jvm, folder, WAVES)).isEqualTo(waves);
    assertThat(alone(jvm, folder, FILE)).isEqualTo(file);
    requireCheckpoint();
  }

  private void requireCheckpoint() throws Exception {
    assertThat(Files.mismatch(folder.resolve(CHECKPOINT), plain.resolve(CHECKPOINT)))
        .as("where checkpoints differ")
        .isEqualTo(-1);
  }
}
