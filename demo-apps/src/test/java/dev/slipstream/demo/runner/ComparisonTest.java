package dev.slipstream.demo.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.demo.Program;
import dev.slipstream.demo.runner.AgentReport.LoopEntry;
import dev.slipstream.demo.runner.Comparison.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  private static final OptionalDouble NONE = OptionalDouble.empty();

  @Test
  void theSameBitsAreEqual() {
    assertThat(verdict("00000001", NONE, "00000001", NONE)).isEqualTo(Verdict.EQUAL);
  }

  @Test
  void otherBitsAreAllowedOnlyWhereBothRunsAreWithinOneUlp() {
    assertThat(verdict("00000001", ulp(0.6), "00000002", ulp(1.0))).isEqualTo(Verdict.WITHIN_ULP);
    assertThat(verdict("00000001", ulp(0.6), "00000002", ulp(1.01))).isEqualTo(Verdict.DIFFERENT);
    assertThat(verdict("00000001", ulp(1.5), "00000002", ulp(0.6))).isEqualTo(Verdict.DIFFERENT);
    assertThat(verdict("00000001", ulp(0.6), "00000002", ulp(Double.NaN)))
        .isEqualTo(Verdict.DIFFERENT);
    assertThat(verdict("00000001", NONE, "00000002", NONE)).isEqualTo(Verdict.DIFFERENT);
  }

  @Test
  void aWrongResultOfTheRunThatCompiledKernelsIsNotHiddenByTheNextRun() {
    Comparison once = comparison("00000001", NONE, "00000001", NONE);
    Comparison twice =
        new Comparison(
            once.program(),
            once.size(),
            once.plain(),
            once.attached(),
            once.report(),
            Optional.empty(),
            Optional.of(new ProgramOutput("00000002", NONE, 9, 9, 20)));

    assertThat(once.verdict()).isEqualTo(Verdict.EQUAL);
    assertThat(twice.verdict()).isEqualTo(Verdict.DIFFERENT);
    assertThat(twice.checksumEqual()).isFalse();
  }

  @Test
  void aWrongResultOnSeveralRanksIsShownAndSoIsWhatWentBetweenThem() {
    Comparison once = comparison("00000001", NONE, "00000001", NONE);
    Comparison ranked =
        new Comparison(
            once.program(),
            once.size(),
            once.plain(),
            once.attached(),
            once.report(),
            Optional.of(
                new Comparison.Ranked(new ProgramOutput("00000002", NONE, 2_500, 9, 20), 5_000)),
            Optional.empty());

    assertThat(ranked.verdict()).isEqualTo(Verdict.DIFFERENT);
    assertThat(new ResultTable(false).ranks(once, 4)).isEmpty();
    assertThat(new ResultTable(false).ranks(ranked, 4).orElseThrow())
        .contains("2.50 s", "4 ranks", "5 KiB between them");
  }

  @Test
  void theTableTellsWhatDiffers() {
    Comparison comparison =
        new Comparison(
            Program.named("matmul").orElseThrow(),
            4096,
            new ProgramOutput("00000001", NONE, 11_730, 11_730, 12_000),
            new ProgramOutput("00000002", NONE, 310, 310, 900),
            report("opencl:0", "cpu", "cpu"),
            Optional.empty(),
            Optional.empty());

    assertThat(new ResultTable(false).row(comparison))
        .matches("matmul +4096² +11.73 s +0.31 s +38× +opencl:0\\+cpu +3 loops +DIFFERENT");
    assertThat(ResultJson.line(comparison)).contains("\"checksumEqual\":false");
  }

  @Test
  void onATerminalWhatIsWrongIsRed() {
    Comparison different = comparison("00000001", NONE, "00000002", NONE);
    Comparison equal = comparison("00000001", NONE, "00000001", NONE);

    assertThat(new ResultTable(true).row(different)).endsWith("\u001b[1;31mDIFFERENT\u001b[0m");
    assertThat(new ResultTable(true).row(equal)).endsWith("equal").doesNotContain("\u001b");
    assertThat(new ResultTable(false).failure(Program.all().get(0), 100))
        .matches("mandelbrot +100² +FAILED");
  }

  @Test
  void theLoopsShareIsThatOfTheWholePlainProcess() {
    assertThat(comparison("00000001", NONE, "00000001", NONE).loopShare()).isEqualTo(0.4);
  }

  @Test
  void anErrorWithoutBoundsIsStillJson() {
    Comparison comparison = comparison("00000001", ulp(0.5), "00000002", ulp(1.0 / 0.0));

    assertThat(ResultJson.line(comparison)).contains("\"maxUlp\":\"Infinity\"");
  }

  @Test
  void loopsThatNeverRanOnADeviceRanOnTheHost() {
    AgentReport report =
        new AgentReport(
            "opencl:0",
            List.of(
                new LoopEntry("A.a:1", true, "", "opencl:0", 0, 0, 0),
                new LoopEntry("A.b:2", false, "", "host", 0, 0, 0)),
            0,
            0);

    assertThat(report.places()).isEqualTo("host");
    assertThat(report.taken()).isEqualTo(1);
    assertThat(report.refused()).isEqualTo(1);
  }

  @Test
  void whatIsNoReportIsRefused() {
    for (String text : List.of("", "[]", "{}", "{\"loops\":3}", "{\"loops\":[1]}", "{\"loops\":")) {
      assertThatThrownBy(() -> AgentReport.parse(text))
          .as(text)
          .isInstanceOf(RunnerException.class)
          .hasMessageContaining("the agent's report cannot be read");
    }
  }

  @Test
  void outputWithoutItsValuesIsRefused() throws Exception {
    assertThatThrownBy(() -> ProgramOutput.parse(List.of("hello", "millis 3"), 4))
        .hasMessageContaining("no checksum");
    assertThatThrownBy(() -> ProgramOutput.parse(List.of("checksum 00000001", "millis x"), 4))
        .hasMessageContaining("no number for millis");
    assertThat(
            ProgramOutput.parse(
                List.of("did it", "checksum 00000001", "maxUlp 0.5", "millis 3", "loopMillis 2"),
                4))
        .isEqualTo(new ProgramOutput("00000001", ulp(0.5), 3, 2, 4));
  }

  private static Verdict verdict(
      String plain, OptionalDouble plainUlp, String attached, OptionalDouble attachedUlp) {
    return comparison(plain, plainUlp, attached, attachedUlp).verdict();
  }

  private static Comparison comparison(
      String plain, OptionalDouble plainUlp, String attached, OptionalDouble attachedUlp) {
    return new Comparison(
        Program.all().get(0),
        100,
        new ProgramOutput(plain, plainUlp, 10, 8, 20),
        new ProgramOutput(attached, attachedUlp, 5, 5, 15),
        report("cpu"),
        Optional.empty(),
        Optional.empty());
  }

  private static AgentReport report(String... places) {
    return new AgentReport(
        places[0],
        List.of(places).stream().map(at -> new LoopEntry("A.a:1", true, "", at, 1, 0, 1)).toList(),
        0,
        0);
  }

  private static OptionalDouble ulp(double value) {
    return OptionalDouble.of(value);
  }
}
