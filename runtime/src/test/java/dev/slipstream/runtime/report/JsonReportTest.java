package dev.slipstream.runtime.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.observation.BuildStatistics;
import dev.slipstream.runtime.observation.GraphStatistics;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the report in the form for programs. */
class JsonReportTest {
  @Test
  void theJsonReportHoldsTheSameFigures() {
    Map<?, ?> json = (Map<?, ?>) JsonText.parse(JsonReport.of(SampleReport.CONTENT));
    assertThat(json.get("version")).isEqualTo("0.1.0");
    assertThat(json.get("device")).isEqualTo("opencl:0");
    assertThat(json.get("deviceDescription")).isEqualTo("NVIDIA H200");
    assertThat(json.get("millisWaited")).isEqualTo(2130.0);
    assertThat(json.get("cacheHits")).isEqualTo(3.0);
    assertThat(json.get("cacheMisses")).isEqualTo(1.0);
    List<?> loops = (List<?>) json.get("loops");
    assertThat(loops).hasSize(4);
    Map<?, ?> first = (Map<?, ?>) loops.get(0);
    assertThat(first.get("name")).isEqualTo("Heat.heat:12");
    assertThat(first.get("decision")).isEqualTo("taken");
    assertThat(first.get("reason")).isEqualTo("");
    assertThat(first.get("where")).isEqualTo("opencl:0");
    assertThat(first.get("runs")).isEqualTo(10_000.0);
    assertThat(first.get("hostRuns")).isEqualTo(3.0);
    assertThat(first.get("iterations")).isEqualTo(640_000_000.0);
    assertThat(first.get("kernelMillis")).isEqualTo(1840.0);
    assertThat(first.get("launches")).isEqualTo(10_000.0);
    assertThat(first.get("bytesIn")).isEqualTo((double) (128 << 20));
    assertThat(first.get("hostMillis")).isEqualTo(97_000.0);
    Map<?, ?> last = (Map<?, ?>) loops.get(3);
    assertThat(last.get("decision")).isEqualTo("refused");
    assertThat(last.get("page")).isEqualTo("docs/refusals.md#carried-values");
    assertThat(first.get("page")).isEqualTo("");
    assertThat(last.get("where")).isEqualTo("host");
    assertThat(last.containsKey("hostMillis")).isTrue();
    assertThat(last.get("hostMillis")).isNull();
  }

  @Test
  void theJsonReportHasBytesByDirectionAndRunsByLoopAndDevice() {
    Map<?, ?> json = (Map<?, ?>) JsonText.parse(JsonReport.of(SampleReport.SUBMITTED));
    Map<?, ?> submitted = (Map<?, ?>) json.get("submitted");
    assertThat(submitted.get("loops")).isEqualTo(10_002.0);
    assertThat(submitted.get("executed")).isEqualTo(10_003.0);
    assertThat(submitted.get("bytesToDevices")).isEqualTo((double) (128 << 20));
    assertThat(submitted.get("bytesFromDevices")).isEqualTo((double) (64 << 20));
    assertThat(submitted.get("bytesSpilled")).isEqualTo(0.0);
    assertThat(submitted.get("mostHorizons")).isEqualTo(5.0);
    assertThat(submitted.get("waitMillis")).isEqualTo(200.0);
    assertThat(((Map<?, ?>) ((List<?>) submitted.get("memories")).get(0)).get("mostBytes"))
        .isEqualTo((double) (256 << 20));
    assertThat(((Map<?, ?>) ((List<?>) submitted.get("kernelRuns")).get(0)).get("runs"))
        .isEqualTo(10_000.0);
    Map<?, ?> loop = (Map<?, ?>) ((List<?>) json.get("loops")).get(0);
    assertThat(((Map<?, ?>) loop.get("hostReasons")).get("too small to pay")).isEqualTo(3.0);
    assertThat(loop.get("prepareMillis")).isEqualTo(0.0);
  }

  @Test
  void everyCharacterSurvivesJson() {
    StringBuilder odd = new StringBuilder("\"\\/ü–×\uD83D\uDE00");
    for (char c = 0; c < 0x80; c++) {
      odd.append(c);
    }
    ReportContent strange =
        SampleReport.withoutDryRun(
            odd.toString(),
            "host",
            "",
            List.of(),
            List.of(),
            BuildStatistics.NONE,
            GraphStatistics.NONE,
            List.of());
    Map<?, ?> json = (Map<?, ?>) JsonText.parse(JsonReport.of(strange));
    assertThat(json.get("version")).isEqualTo(odd.toString());
    assertThat(new JsonWriter().text("\uD83D").toString()).isEqualTo("\"\\ud83d\"");
  }
}
