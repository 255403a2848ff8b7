package dev.slipstream.opencl.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;

class UnpackedLibraryTest {

  @Test
  void theLibraryOfTheJarIsInItsOwnFolderUntilItIsLoaded() throws IOException {
    Path file;
    try (UnpackedLibrary unpacked = UnpackedLibrary.unpack()) {
      file = unpacked.file();
      String resource =
          UnpackedLibrary.resource(System.getProperty("os.name"), System.getProperty("os.arch"));
      try (InputStream there = getClass().getClassLoader().getResourceAsStream(resource)) {
        assertThat(file).isAbsolute().hasBinaryContent(there.readAllBytes());
      }
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
          .isEqualTo("rwx------");
    }
    assertThat(file.getParent()).doesNotExist();
  }

  @Test
  void eachPlatformHasAnotherLibrary() {
    assertThat(UnpackedLibrary.resource("Linux", "amd64"))
        .isEqualTo("linux/x64/org/lwjgl/liblwjgl.so");
    assertThat(UnpackedLibrary.resource("Linux", "aarch64"))
        .isEqualTo("linux/arm64/org/lwjgl/liblwjgl.so");
    assertThat(UnpackedLibrary.resource("Windows 11", "amd64"))
        .isEqualTo("windows/x64/org/lwjgl/lwjgl.dll");
    assertThat(UnpackedLibrary.resource("Mac OS X", "aarch64"))
        .isEqualTo("macos/arm64/org/lwjgl/liblwjgl.dylib");
  }
}
