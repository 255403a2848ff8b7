package dev.slipstream.opencl.driver;

import dev.slipstream.runtime.configuration.OutputFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * LWJGL's native library, unpacked from the jar into a new folder that only the user can write to.
 * On its own, LWJGL would search folders that others may have prepared.
 */
final class UnpackedLibrary implements AutoCloseable {
  private final Path folder;
  private final Path file;

  private UnpackedLibrary(Path folder, Path file) {
    this.folder = folder;
    this.file = file;
  }

  /**
   * Unpacks the library.
   *
   * @throws IOException if the jar has none for this machine, or the unpacked file differs from it
   */
  static UnpackedLibrary unpack() throws IOException {
    String resource = resource(System.getProperty("os.name"), System.getProperty("os.arch"));
    byte[] content;
    try (InputStream stream =
        UnpackedLibrary.class.getClassLoader().getResourceAsStream(resource)) {
      if (stream == null) {
        throw new FileNotFoundException("the agent has no " + resource + " for this machine");
      }
      content = stream.readAllBytes();
    }
    // Readable and writable by the user alone.
    Path folder = OutputFile.createTemporaryFolder("slipstream-native-");
    UnpackedLibrary unpacked =
        new UnpackedLibrary(folder, folder.resolve(Path.of(resource).getFileName()));
    try {
      Files.write(unpacked.file, content);
      if (!Arrays.equals(content, Files.readAllBytes(unpacked.file))) {
        throw new IOException(unpacked.file + " is not what was written to it");
      }
      return unpacked;
    } catch (IOException | RuntimeException | Error e) {
      unpacked.close();
      throw e;
    }
  }

  /** The path of the library in LWJGL's jars. */
  static String resource(String system, String architecture) {
    String name = system.toLowerCase(Locale.ROOT);
    boolean isArm = architecture.equals("aarch64");
    if (name.startsWith("windows")) {
      return "windows/" + (isArm ? "arm64" : "x64") + "/org/lwjgl/lwjgl.dll";
    }
    return name.startsWith("mac")
        ? "macos/" + (isArm ? "arm64" : "x64") + "/org/lwjgl/liblwjgl.dylib"
        : "linux/" + (isArm ? "arm64" : "x64") + "/org/lwjgl/liblwjgl.so";
  }

  /** Its file. */
  Path file() {
    return file;
  }

  /** Deletes the file. A library that is loaded no longer needs it. */
  @Override
  public void close() throws IOException {
    Files.deleteIfExists(file);
    Files.deleteIfExists(folder);
  }
}
