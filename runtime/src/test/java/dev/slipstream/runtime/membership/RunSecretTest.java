package dev.slipstream.runtime.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunSecretTest {
  private static final String TEXT = "0123456789abcdef";

  @TempDir private Path folder;

  @Test
  void aFileComesBeforeAVariable() throws Exception {
    Path file = Files.writeString(folder.resolve("secret"), TEXT + "\n");
    RunSecret ofFile =
        RunSecret.find(
            name -> null,
            Map.of(
                RunSecret.FILE_VARIABLE, file.toString(), RunSecret.VARIABLE, "another " + TEXT));
    RunSecret ofVariable = RunSecret.find(name -> null, Map.of(RunSecret.VARIABLE, TEXT));
    assertThat(ofFile.code("x")).isEqualTo(ofVariable.code("x"));
    assertThat(ofFile.code("x")).isNotEqualTo(ofFile.code("y"));
  }

  @Test
  void aSecretOnTheCommandLineIsRefused() {
    Map<String, String> properties = Map.of("slipstream.secret", TEXT);
    assertThatThrownBy(() -> RunSecret.find(properties::get, Map.of()))
        .hasMessageContaining("which everybody can read")
        .hasMessageNotContaining(TEXT);
  }

  @Test
  void aMissingOrShortSecretIsRefused() {
    assertThatThrownBy(() -> RunSecret.find(name -> null, Map.of()))
        .hasMessageContaining("set SLIPSTREAM_SECRET_FILE");
    assertThatThrownBy(() -> RunSecret.find(name -> null, Map.of(RunSecret.VARIABLE, "short")))
        .hasMessageContaining("has 5 bytes")
        .hasMessageNotContaining("short");
    Map<String, String> nowhere = Map.of(RunSecret.FILE_VARIABLE, folder + "/none");
    assertThatThrownBy(() -> RunSecret.find(name -> null, nowhere))
        .hasMessageContaining("cannot be read from " + folder);
  }
}
