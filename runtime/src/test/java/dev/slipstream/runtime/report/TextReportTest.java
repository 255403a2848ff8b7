package dev.slipstream.runtime.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.configuration.ReportLength;
import dev.slipstream.runtime.observation.BuildStatistics;
import dev.slipstream.runtime.observation.GraphStatistics;
import dev.slipstream.runtime.observation.VerificationStatistics;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the content and the width of the report as text. */
class TextReportTest {
  @Test
  void theSummaryIsATableOfAlignedColumns() {
    assertThat(TextReport.of(SampleReport.CONTENT, ReportLength.SUMMARY))
        .isEqualToNormalizingNewlines(
            """
            [slipstream] NVIDIA H200 (opencl:0) · 3 of 4 loops taken · 10,001 runs · host waited 2.13 s

              loop                 runs   where      kernel     moved   host alone   gain   why not / note
              Heat.heat:12       10,003   opencl:0   1.84 s   256 MiB       97.0 s    46×   u: neighborhood(1,1)  v:
                                                                                            one-to-one; 3 on the host: too
                                                                                            small to pay
              Heat.checksum:31        1   cpu        0.02 s         –            –      –   opencl:0: it has no fp64
              Heat.init:22            0   –               –         –            –      –   never reached
              Heat.smooth:44          –   host            –         –            –      –   line 46 reads a[i-1], which
                                                                                            iteration i-1 writes (line 46)

              refused: see docs/refusals.md#carried-values

              slipstream.loops names A#b:1, but no such loop was loaded
            """);
  }

  @Test
  void theFullReportAddsAllThatIsKnownOfEachLoop() {
    String text = TextReport.of(SampleReport.CONTENT, ReportLength.FULL);
    assertThat(text)
        .contains(
            "    opencl:0: 10,000 runs, 640,000,000 iterations, 10,000 launches, 128 MiB in, 128"
                + " MiB out,",
            "    host: 3 runs, because too small to pay",
            "    not used: opencl:0: it has no fp64",
            "    parameters: double[][] u, int n",
            "    measured on the host: 97.0 s",
            "  kernels: 3 from the cache, 1 built",
            "  Heat.smooth:44 runs on the host: line 46 reads a[i-1], which iteration i-1 writes"
                + " (line 46).",
            "    If the order does not matter, read from a copy of a; if it does, remove"
                + " @Parallel.",
            "    See docs/refusals.md#carried-values");
  }

  @Test
  void whatSubmittedLoopsMovedIsSaidInOneLineAndInFullMore() {
    assertThat(TextReport.of(SampleReport.SUBMITTED, ReportLength.SUMMARY))
        .endsWith(
            System.lineSeparator()
                + "  submitted: 10,002 loops · 128 MiB to devices, 64 MiB back · at most 256 MiB"
                + " there · waited 0.20 s"
                + System.lineSeparator());
    assertThat(TextReport.of(SampleReport.SUBMITTED, ReportLength.FULL))
        .contains(
            "    tasks: 10,003 submitted, 10,003 executed; at most 24 live and 5 horizons pending;"
                + " waited 3 times",
            "    memory of opencl:0: – in use, at most 256 MiB",
            "    Heat.heat:12 on opencl:0: 10,000 runs, 1.00 s busy, 1.0 MiB in, 1.0 KiB out");
  }

  @Test
  void noLineIsWiderThanTheTerminal() {
    TakenEntry wordy =
        SampleReport.taken(
            "AVeryLongClassName".repeat(5) + ".method:1",
            "word ".repeat(60),
            SampleReport.HEAT.statistics());
    ReportContent wide =
        SampleReport.withoutDryRun(
            "0.1.0",
            "opencl:0",
            "NVIDIA H200",
            List.of(wordy),
            List.of(
                new RefusedEntry(
                    "A.b:1", "x".repeat(300), "advice ".repeat(40), "docs/refusals.md#calls")),
            BuildStatistics.NONE,
            GraphStatistics.NONE,
            List.of("message ".repeat(40)));
    assertThat(TextReport.of(wide, ReportLength.FULL).lines())
        .allMatch(l -> l.length() <= Columns.WIDTH);
  }

  @Test
  void aLoopThatAlwaysRanOnTheHostIsNotCountedAsIfADeviceHadRunIt() {
    TakenEntry small =
        SampleReport.taken(
            "Heat.small:50",
            "",
            SampleReport.neverInspected(
                List.of(),
                7,
                Map.of("too small to pay", 7L),
                List.of(),
                0,
                0,
                0,
                VerificationStatistics.NONE));
    assertThat(TextReport.of(SampleReport.of("host", "", small), ReportLength.SUMMARY))
        .contains("1 of 1 loop taken (1 always on the host) · 0 runs");
  }

  @Test
  void aProgramWithoutLoopsIsReportedInOneLine() {
    ReportContent empty = SampleReport.of("host", "");
    assertThat(TextReport.of(empty, ReportLength.FULL))
        .isEqualToIgnoringNewLines(
            "[slipstream] no loop marked @Parallel or named in slipstream.loops was loaded");
  }
}
