package dev.slipstream.opencl.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NvidiaDriverTest {
  @Test
  void theDriversVersionIsReadFromItsFileName(@TempDir Path folder) throws IOException {
    Files.createFile(folder.resolve("libnvidia-opencl.so.1"));
    Files.createFile(folder.resolve("libnvidia-opencl.so.580.95.05"));

    assertThat(new NvidiaDriver(List.of(folder.resolve("absent"), folder)).find())
        .contains(new NvidiaDriver.Library(folder.resolve("libnvidia-opencl.so.1"), "driver 580"));
  }

  @Test
  void aMachineWithoutTheDriverHasNone(@TempDir Path folder) {
    assertThat(new NvidiaDriver(List.of(folder)).find()).isEmpty();
  }
}
