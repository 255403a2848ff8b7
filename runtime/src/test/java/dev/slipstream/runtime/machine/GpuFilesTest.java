package dev.slipstream.runtime.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GpuFilesTest {
  @TempDir private Path devices;

  @Test
  void aMachineMayHaveAGpuIfADriverHasMadeItsFile() throws IOException {
    assertThat(GpuFiles.mayExist(devices)).isFalse();
    Files.createFile(devices.resolve("nvidiactl"));
    assertThat(GpuFiles.mayExist(devices)).isTrue();
  }

  @Test
  void aSystemWithoutSuchFilesMayHaveAnyDevice() {
    assertThat(GpuFiles.mayExist(devices.resolve("none"))).isTrue();
  }
}
