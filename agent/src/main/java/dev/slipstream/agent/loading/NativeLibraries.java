package dev.slipstream.agent.loading;

import dev.slipstream.runtime.configuration.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The native libraries of this process. */
public final class NativeLibraries {
  /** Lists what the process has mapped, one file or region a line. */
  private static final Path MAPPED = Path.of("/proc/self/maps");

  private NativeLibraries() {}

  /**
   * Whether the process has loaded a library, by whatever means.
   *
   * @param file its file name
   */
  public static boolean haveLoaded(String file) {
    try {
      return new String(WholeFile.read(MAPPED), StandardCharsets.ISO_8859_1)
          .contains("/" + file + "\n");
    } catch (IOException elsewhere) {
      return false;
    }
  }
}
