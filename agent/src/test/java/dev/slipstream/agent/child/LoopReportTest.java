package dev.slipstream.agent.child;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoopReportTest {
  @TempDir private Path folder;

  @Test
  void reasonsOfAnyLengthAreRead() throws IOException {
    String reason = "a {b} \\\"c\\\" ".repeat(20_000);
    Path report = folder.resolve("report.json");
    Files.writeString(
        report,
        "{\"loops\": [{\"name\": \"A.f:1\", \"decision\": \"host\", \"runs\": 3, \"reason\": \""
            + reason
            + "\", \"inner\": {\"text\": \""
            + reason
            + "\"}}]}");

    assertThat(LoopReport.read(report).of("A.f:1"))
        .containsEntry("reason", reason)
        .containsEntry("runs", "3");
  }
}
