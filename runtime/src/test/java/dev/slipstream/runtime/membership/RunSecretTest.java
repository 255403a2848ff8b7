package dev.slipstream.runtime.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.runtime.configuration.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunSecretTest {
  private static final String TEXT = "0123456789abcdef";

  private static final String FILE_VARIABLE = "SLIPSTREAM_SECRET_FILE";

  @TempDir private Path folder;

  private static RunSecret find(Map<String, String> environment) throws MembershipException {
    Settings settings = Settings.read(new Properties(), environment, "");
    return RunSecret.find(settings.cluster(), environment);
  }

  @Test
  void aFileComesBeforeAVariable() throws Exception {
    Path file = Files.writeString(folder.resolve("secret"), TEXT + "\n");
    RunSecret ofFile =
        find(Map.of(FILE_VARIABLE, file.toString(), RunSecret.VARIABLE, "another " + TEXT));
    RunSecret ofVariable = find(Map.of(RunSecret.VARIABLE, TEXT));
    assertThat(ofFile.code("x")).isEqualTo(ofVariable.code("x"));
    assertThat(ofFile.code("x")).isNotEqualTo(ofFile.code("y"));
  }

  @Test
  void aSecretOnTheCommandLineIsRefused() {
    Properties properties = new Properties();
    properties.setProperty("slipstream.secret", TEXT);
    for (Settings settings :
        List.of(
            Settings.read(properties, Map.of(), ""),
            Settings.read(new Properties(), Map.of(), "secret=" + TEXT))) {
      assertThatThrownBy(() -> RunSecret.find(settings.cluster(), Map.of()))
          .hasMessageContaining("which every user can read")
          .hasMessageNotContaining(TEXT);
    }
  }

  @Test
  void aMissingOrShortSecretIsRefused() {
    assertThatThrownBy(() -> find(Map.of())).hasMessageContaining("set SLIPSTREAM_SECRET_FILE");
    assertThatThrownBy(() -> find(Map.of(RunSecret.VARIABLE, "short")))
        .hasMessageContaining("has 5 bytes")
        .hasMessageNotContaining("short");
    Map<String, String> nowhere = Map.of(FILE_VARIABLE, folder + "/none");
    assertThatThrownBy(() -> find(nowhere)).hasMessageContaining("cannot be read from " + folder);
  }
}
