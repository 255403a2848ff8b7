package dev.slipstream.agent.kept;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.configuration.Log;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptPauseTest {
  @TempDir private Path folder;

  private KeptPause of(String program) {
    return KeptPause.of(folder, "name", program, Log.none());
  }

  @Test
  void aTimeIsKeptForTheNextStartOfTheSameProgram() {
    assertThat(of("program").nanos()).isZero();
    of("program").keep(1_500_000_000);
    assertThat(of("program").nanos()).isEqualTo(1_500_000_000);
    assertThat(of("changed").nanos()).isZero();
    of("program").keep(0);
    assertThat(of("program").nanos()).isZero();
  }

  @Test
  void aDamagedFileCountsAsMissing() throws IOException {
    of("program").keep(1_500_000_000);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1]++;
        Files.write(file, bytes);
      }
    }
    assertThat(of("program").nanos()).isZero();
    of("program").keep(1_500_000_000);
    assertThat(of("program").nanos()).isEqualTo(1_500_000_000);
  }

  @Test
  void nothingIsWrittenIfNothingHasChanged() {
    of("program").keep(0);
    assertThat(folder).isEmptyDirectory();
  }
}
