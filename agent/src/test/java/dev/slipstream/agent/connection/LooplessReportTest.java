package dev.slipstream.agent.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.configuration.ReportLength;
import dev.slipstream.runtime.configuration.Settings;
import dev.slipstream.runtime.observation.BuildStatistics;
import dev.slipstream.runtime.observation.DryRunStatistics;
import dev.slipstream.runtime.observation.GraphStatistics;
import dev.slipstream.runtime.report.Report;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class LooplessReportTest {
  private final ByteArrayOutputStream output = new ByteArrayOutputStream();

  private String written(Settings settings, List<String> missing) {
    LooplessReport.write(settings, missing, new PrintStream(output), Log.none());
    return output.toString(StandardCharsets.UTF_8);
  }

  private static Settings settings(String arguments) {
    return Settings.read(new Properties(), Map.of(), arguments);
  }

  @Test
  void itsOnlyLineIsThatOfAnEmptyReport() {
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    Report.write(
        () ->
            new Report("0")
                .content(
                    List.of(),
                    BuildStatistics.NONE,
                    GraphStatistics.NONE,
                    DryRunStatistics.NONE,
                    List.of(),
                    List.of()),
        ReportLength.SUMMARY,
        Optional.empty(),
        new PrintStream(expected),
        Log.none());
    assertThat(written(settings(""), List.of()))
        .isEqualTo(expected.toString(StandardCharsets.UTF_8))
        .startsWith("[slipstream] no loop marked");
  }

  @Test
  void namesWithoutALoopAreReported() {
    assertThat(written(settings(""), List.of("Program#main:3"))).contains("Program#main:3");
  }

  @Test
  void nothingIsWrittenIfTheUserWishesSo() {
    assertThat(written(settings("report=off"), List.of())).isEmpty();
  }
}
