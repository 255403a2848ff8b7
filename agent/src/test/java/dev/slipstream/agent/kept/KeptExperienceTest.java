package dev.slipstream.agent.kept;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.loop.LoopName;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.launch.LoopExperience;
import dev.slipstream.runtime.launch.ProgramExperience;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptExperienceTest {
  private static final LoopName HEAT = new LoopName("com.acme.Heat", "heat", 12, 0);
  private static final LoopName OTHER = new LoopName("com.acme.Heat", "heat", 12, 1);

  @TempDir private Path folder;

  private KeptExperience of(String program) {
    return of(program, new ThisStart("command", System.nanoTime(), true));
  }

  private KeptExperience of(String program, ThisStart start) {
    return KeptExperience.of(folder, "name", program, start, Log.none());
  }

  private static ProgramExperience learnt(long measured) {
    return new ProgramExperience(
        1_500_000_000,
        true,
        Map.of(
            HEAT, new LoopExperience(0, 27, 10, 4e8, 2, 1e8, 0.5, true, measured),
            OTHER, new LoopExperience(9, 0, 0, 0, 0, 0, 0, false, measured)));
  }

  @Test
  void whatAStartHasLearntIsKeptForTheNextOneOfTheSameProgram() {
    assertThat(of("program").earlier()).isEqualTo(ProgramExperience.NONE);
    ProgramExperience learnt = learnt(System.currentTimeMillis());
    of("program").keep(learnt);
    assertThat(of("program").earlier()).isEqualTo(learnt);
    assertThat(of("changed").earlier()).isEqualTo(ProgramExperience.NONE);
    of("program").keep(ProgramExperience.NONE);
    assertThat(of("program").earlier()).isEqualTo(ProgramExperience.NONE);
  }

  private ThisStart start(String command, boolean mayLeaveAlone) {
    return new ThisStart(command, System.nanoTime(), mayLeaveAlone);
  }

  @Test
  void loopsThatGainNothingAreLeftAloneInStartsWithTheSameArguments() {
    assertThat(of("program", start("small", true)).pause()).isZero();
    of("program", start("small", true)).endsAfterTaking(0);
    assertThat(of("program", start("small", true)).pause()).isPositive();
    assertThat(of("program", start("large", true)).pause()).isZero();
    assertThat(of("changed", start("small", true)).pause()).isZero();
  }

  @Test
  void loopsAreExpectedInStartsWithTheSameArgumentsAsAnEarlierOne() {
    assertThat(of("program", start("run", false)).hadLoops()).isFalse();
    of("program", start("run", false)).endsAfterLoops();
    of("program", start("run", false)).endsAfterLoops();
    assertThat(of("program", start("run", false)).hadLoops()).isTrue();
    assertThat(of("program", start("help", false)).hadLoops()).isFalse();
    assertThat(of("changed", start("run", false)).hadLoops()).isFalse();
    of("program").keep(learnt(0));
    assertThat(of("program", start("run", false)).hadLoops()).as("beside the rest").isTrue();
  }

  @Test
  void aStartThatTakesLongerHasTheNextOneTakeItsLoops() {
    of("program", start("small", true)).endsAfterTaking(0);
    of("program", start("small", true)).takesLonger();
    assertThat(of("program", start("small", true)).pause()).isZero();
  }

  @Test
  void startsThatMustTakeLoopsSayNothingAboutOthers() {
    of("program", start("small", true)).endsAfterTaking(0);
    of("program", start("small", false)).endsAfterTaking(1e15);
    assertThat(of("program", start("small", true)).pause()).isPositive();
  }

  @Test
  void aLoopThatMayPayIsTakenOnceMore() {
    KeptExperience first = of("program", start("small", true));
    first.keep(learnt(System.currentTimeMillis()));
    first.endsAfterTaking(0);
    KeptExperience second = of("program", start("small", true));
    assertThat(second.pause()).isZero();
    second.endsAfterTaking(0);
    assertThat(of("program", start("small", true)).pause()).isPositive();
  }

  @Test
  void argumentsAreNotWrittenToTheFile() throws IOException {
    of("program", start("--password=geheim", true)).endsAfterTaking(0);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).doesNotContain("geheim");
      }
    }
  }

  @Test
  void argumentsWithTheSameHashCodeAreNotTakenForEachOther() {
    assertThat("Aa".hashCode()).isEqualTo("BB".hashCode());
    of("program", start("Aa", true)).endsAfterTaking(0);
    assertThat(of("program", start("BB", true)).pause()).isZero();
  }

  @Test
  void timesOfTheHostAreForgottenLater() {
    of("program").keep(learnt(1));
    assertThat(of("program").earlier().loops())
        .containsEntry(HEAT, new LoopExperience(0, 27, 10, 4e8, 0, 0, 0, false, 0));
  }

  @Test
  void aDamagedFileCountsAsMissing() throws IOException {
    of("program").keep(learnt(1));
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1]++;
        Files.write(file, bytes);
      }
    }
    assertThat(of("program").earlier()).isEqualTo(ProgramExperience.NONE);
    of("program").keep(learnt(1));
    assertThat(of("program").earlier().pause()).isEqualTo(1_500_000_000);
  }
}
