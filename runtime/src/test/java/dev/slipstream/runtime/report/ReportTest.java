package dev.slipstream.runtime.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.configuration.LogLevel;
import dev.slipstream.runtime.configuration.ReportLength;
import dev.slipstream.runtime.fixture.Output;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests where a report is written. */
class ReportTest {
  @Test
  void theReportGoesToTheFileAsJsonIfItIsNamedSo(@TempDir Path folder) throws IOException {
    Output output = new Output();
    Path json = folder.resolve("r.json");
    Path text = folder.resolve("r.txt");
    for (Path file : List.of(json, text)) {
      Report.write(
          () -> SampleReport.CONTENT,
          ReportLength.SUMMARY,
          Optional.of(file),
          output.stream,
          output.log(LogLevel.WARN));
    }
    assertThat(Files.readString(json)).startsWith("{\"version\"");
    assertThat(Files.readString(text)).startsWith("[slipstream] NVIDIA H200");
    assertThat(output.text()).isEmpty();
  }

  @Test
  void aReportThatCannotBeWrittenGoesToTheStream(@TempDir Path folder) {
    Output output = new Output();
    Report.write(
        () -> SampleReport.CONTENT,
        ReportLength.SUMMARY,
        Optional.of(folder.resolve("no/such/folder/r.txt")),
        output.stream,
        output.log(LogLevel.WARN));
    assertThat(output.text()).contains("cannot be written to", "NVIDIA H200 (opencl:0) · 3 of 4");
  }

  @Test
  void offWritesNothingAndAsksForNothing(@TempDir Path folder) {
    Output output = new Output();
    Path file = folder.resolve("r.json");
    Report.write(
        () -> {
          throw new AssertionError("no report is needed");
        },
        ReportLength.OFF,
        Optional.of(file),
        output.stream,
        output.log(LogLevel.WARN));
    assertThat(output.text()).isEmpty();
    assertThat(file).doesNotExist();
  }
}
