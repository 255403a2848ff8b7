package dev.slipstream.opencl.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MountsTest {
  @TempDir private Path folder;

  @Test
  void theInnermostFileSystemCountsAndOfTwoInOnePlaceTheLaterOne() throws IOException {
    Path real = folder.toRealPath();
    Path inner = Files.createDirectory(real.resolve("a b"));
    Mounts mounts =
        Mounts.of(
            """
            20 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
            21 20 0:1 / %s rw,noexec - tmpfs tmpfs rw
            22 21 0:2 / %s ro - tmpfs tmpfs rw
            23 22 0:3 / %s rw,nosuid - tmpfs tmpfs rw
            broken line
            """
                .formatted(real, escaped(inner), escaped(inner)));
    assertThat(mounts.hindrance(real)).hasValue("no code may run from " + real + " (noexec)");
    assertThat(mounts.hindrance(real.resolve("not/there")))
        .hasValue("no code may run from " + real + " (noexec)");
    assertThat(mounts.hindrance(inner.resolve("not/there"))).isEmpty();
  }

  @Test
  void whatCannotBeWrittenIsSaid() throws IOException {
    Path real = folder.toRealPath();
    Mounts mounts = Mounts.of("21 20 0:1 / " + real + " ro - tmpfs tmpfs rw\n");
    assertThat(mounts.hindrance(real)).hasValue(real + " cannot be written to");
    Path file = Files.writeString(real.resolve("file"), "");
    assertThat(mounts.hindrance(file.resolve("below"))).hasValue(file + " is no folder");
  }

  @Test
  void theFoldersOfThisProcessAreFound() {
    assertThat(Mounts.now().hindrance(Path.of("/proc/self"))).isPresent();
  }

  private static String escaped(Path path) {
    return path.toString().replace(" ", "\\040");
  }
}
