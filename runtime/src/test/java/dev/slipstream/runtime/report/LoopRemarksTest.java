package dev.slipstream.runtime.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.configuration.ReportLength;
import dev.slipstream.runtime.observation.LoopStatistics;
import dev.slipstream.runtime.observation.LoopStatistics.OnDevice;
import dev.slipstream.runtime.observation.SharingStatistics;
import dev.slipstream.runtime.observation.VerificationStatistics;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Tests the remarks about a loop, besides where it ran and how long, in both forms of the report.
 */
class LoopRemarksTest {
  @Test
  void whatVerificationFoundStandsWithTheLoopInBothForms() {
    ReportContent verified =
        SampleReport.of(
            "cpu",
            "2 cores",
            verified("Heat.same:1", new VerificationStatistics(1000, 0, "", 0, "")),
            verified(
                "Heat.other:2",
                new VerificationStatistics(7, 2, "out[3] is 1 on cpu", 4, "too large")));
    assertThat(TextReport.of(verified, ReportLength.SUMMARY).replaceAll("\\s+", " "))
        .contains(
            "verified 1,000: all equal",
            "verified 7: 2 different, first out[3] is 1 on cpu; 4 not verified: too large");
    Map<?, ?> json = (Map<?, ?>) JsonText.parse(JsonReport.of(verified));
    Map<?, ?> other = (Map<?, ?>) ((List<?>) json.get("loops")).get(1);
    assertThat(other.get("verified")).isEqualTo(7.0);
    assertThat(other.get("differences")).isEqualTo(2.0);
    assertThat(other.get("unverified")).isEqualTo(4.0);
  }

  private static TakenEntry verified(String name, VerificationStatistics verification) {
    return SampleReport.taken(
        name,
        "",
        SampleReport.neverInspected(
            List.of(new OnDevice("cpu", 7, 100, 100, 3, 2, 0, 0, 0)),
            0,
            Map.of(),
            List.of(),
            0,
            0,
            0,
            verification));
  }

  @Test
  void theReportCountsInspectionsAndSaysWhatReliesOnTheMark() {
    TakenEntry gather =
        SampleReport.taken(
            "Cg.multiply:9",
            "",
            new LoopStatistics(
                List.of(new OnDevice("opencl:0", 1000, 100, 100, 3, 2, 0, 0, 0)),
                0,
                Map.of(),
                List.of(),
                0,
                0,
                0,
                VerificationStatistics.NONE,
                SharingStatistics.NONE,
                2,
                998,
                "line 9 writes y[to[i]], which another iteration may write (line 9)"));
    ReportContent inspected = SampleReport.of("opencl:0", "a device", gather);
    assertThat(TextReport.of(inspected, ReportLength.SUMMARY).replaceAll("\\s+", " "))
        .contains("inspected 2, then 998 known not to throw")
        .contains("relies on your mark: line 9 writes y[to[i]], which another");
    Map<?, ?> json = (Map<?, ?>) JsonText.parse(JsonReport.of(inspected));
    Map<?, ?> loop = (Map<?, ?>) ((List<?>) json.get("loops")).get(0);
    assertThat(loop.get("inspections")).isEqualTo(2.0);
    assertThat(loop.get("keptVerdicts")).isEqualTo(998.0);
  }

  @Test
  void theReportSaysHowOftenALoopWasSharedAndWhyItWasNot() {
    TakenEntry some = sharing(new SharingStatistics(7, Map.of("it is too short", 3L)));
    TakenEntry none = sharing(new SharingStatistics(0, Map.of("its parts would meet", 10L)));
    ReportContent of = SampleReport.of("opencl:0", "a device", some, none);
    assertThat(TextReport.of(of, ReportLength.SUMMARY).replaceAll("\\s+", " "))
        .contains("shared 7 of 10", "not shared: its parts would meet");
    assertThat(TextReport.of(of, ReportLength.FULL))
        .contains("shared: 7 runs", "not shared: 3 runs, because it is too short");
    Map<?, ?> json = (Map<?, ?>) JsonText.parse(JsonReport.of(of));
    Map<?, ?> loop = (Map<?, ?>) ((List<?>) json.get("loops")).get(0);
    assertThat(loop.get("shared")).isEqualTo(7.0);
    assertThat(loop.get("notShared")).isEqualTo(Map.of("it is too short", 3.0));
  }

  private static TakenEntry sharing(SharingStatistics sharing) {
    return SampleReport.taken(
        "Heat.heat:12",
        "",
        new LoopStatistics(
            List.of(new OnDevice("opencl:0", 10, 100, 100, 3, 2, 0, 0, 0)),
            0,
            Map.of(),
            List.of(),
            0,
            0,
            0,
            VerificationStatistics.NONE,
            sharing,
            0,
            0,
            ""));
  }

  @Test
  void whatALoopReadsAndWritesStandsInOneLineEachAndInShortInTheTable() {
    TakenEntry loop =
        new TakenEntry(
            "Heat.heat:12",
            "Math.sin ≤ 1 ulp",
            List.of(),
            List.of(
                "u: read neighborhood(1,1)",
                "v: read one-to-one",
                "v: may write one-to-one",
                "w: read all (line 14: w[c[i]] is no formula of the loop variables)",
                "not split: line 15 writes v[k]"),
            SampleReport.neverInspected(
                List.of(),
                1,
                Map.of("too small", 1L),
                List.of(),
                0,
                0,
                0,
                VerificationStatistics.NONE));
    ReportContent content = SampleReport.of("host", "", loop);

    String summary = TextReport.of(content, ReportLength.SUMMARY).replaceAll("\\s+", " ");
    assertThat(summary)
        .contains("Math.sin ≤ 1 ulp; too small; u: neighborhood(1,1) v: one-to-one w: all");
    assertThat(summary).doesNotContain("not split");
    assertThat(TextReport.of(content, ReportLength.FULL).lines())
        .contains(
            "    u: read neighborhood(1,1)",
            "    v: may write one-to-one",
            "    not split: line 15 writes v[k]");
    assertThat(JsonReport.of(content))
        .contains("\"u: read neighborhood(1,1)\"", "\"not split: line 15 writes v[k]\"");
  }
}
