package dev.slipstream.runtime.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.configuration.ReportLength;
import dev.slipstream.runtime.graph.instruction.Traffic;
import dev.slipstream.runtime.observation.DryRunStatistics;
import dev.slipstream.runtime.observation.NodeStatistics;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the figures of nodes, and of a dry run, in both forms of the report. */
class NodeTablesTest {
  @Test
  void aDryRunIsATableOfNodes() {
    Traffic first = new Traffic(200, 21 << 10, 20 << 10, 0, 120_000, 0, 0, 60 << 10);
    Traffic second = new Traffic(200, 23 << 10, 22 << 10, 0, 0, 0, 0, 23 << 10);
    ReportContent dry = with(new DryRunStatistics(1_200, 1_199, List.of(first, second)), List.of());
    assertThat(TextReport.of(dry, ReportLength.SUMMARY))
        .contains(
            """

              dry run: what 2 nodes with one device each would have moved for 1,200 loops, 1,199 divided among them
              node   kernels   to devices     back   on host     sent
              N0         200       21 KiB   20 KiB   117 KiB   60 KiB   has the program and its arrays
              N1         200       23 KiB   22 KiB         –   23 KiB
              all        400       44 KiB   42 KiB   117 KiB   83 KiB
            """);
    assertThat(JsonReport.of(dry)).contains("\"dryRun\"", "\"divided\"");
    assertThat(JsonReport.of(SampleReport.CONTENT)).doesNotContain("dryRun");
  }

  @Test
  void whatRanksHaveDoneStandsInATableOfTheirOwn() {
    ReportContent of =
        with(
            DryRunStatistics.NONE,
            List.of(
                new NodeStatistics(0, "", "", 12, 3, 3 << 20),
                new NodeStatistics(1, "2 cores (cpu)", "shared memory", 10, 2, 1 << 20)));
    assertThat(TextReport.of(of, ReportLength.SUMMARY))
        .contains("2 ranks; 4.0 MiB sent between them")
        .containsPattern("1 +10 +2 +1\\.0 MiB +shared memory +2 cores \\(cpu\\)");
    assertThat(JsonReport.of(of)).contains("\"nodes\"", "2 cores (cpu)");
  }

  private static ReportContent with(DryRunStatistics dryRun, List<NodeStatistics> nodes) {
    ReportContent content = SampleReport.CONTENT;
    return new ReportContent(
        content.version(),
        content.device(),
        content.deviceDescription(),
        content.taken(),
        content.refused(),
        content.builds(),
        content.graphs(),
        dryRun,
        nodes,
        content.messages());
  }
}
