package dev.slipstream.agent.loading;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BootClassPathTest {
  @TempDir private Path folder;

  @Test
  void classesInTheFoldersAndJarsOfTheOptionAreTheUsers() throws Exception {
    Files.createDirectories(folder.resolve("classes/odd"));
    Files.write(folder.resolve("classes/odd/InFolder.class"), new byte[0]);
    Path jar = folder.resolve("odd.jar");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new ZipEntry("odd/InJar.class"));
    }
    BootClassPath path =
        new BootClassPath(
            Optional.of(
                List.of(
                    "-Xmx1g",
                    "-Xbootclasspath/a:"
                        + folder.resolve("classes")
                        + ":"
                        + folder.resolve("none.jar"),
                    "-Xbootclasspath/a:" + jar)));
    assertThat(path.has("odd/InFolder")).isTrue();
    assertThat(path.has("odd/InJar")).isTrue();
    assertThat(path.has("odd/OfAnAgent")).isFalse();
  }

  @Test
  void whereTheOptionsAreNotKnownAllMayBeTheUsers() {
    assertThat(new BootClassPath(Optional.empty()).has("odd/Any")).isTrue();
    assertThat(new BootClassPath(Optional.of(List.of())).has("odd/Any")).isFalse();
  }
}
