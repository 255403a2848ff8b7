package dev.slipstream.opencl.driver;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Searches the file system for NVIDIA's OpenCL driver. Container images made for CUDA often contain
 * the driver's library without the file by which OpenCL's loader finds it.
 */
public final class NvidiaDriver {
  private static final Pattern VERSIONED =
      Pattern.compile("libnvidia-opencl\\.so\\.(\\d+)\\.[\\d.]+");
  private static final List<Path> USUAL_FOLDERS =
      List.of(
          Path.of("/usr/lib/x86_64-linux-gnu"),
          Path.of("/usr/lib/aarch64-linux-gnu"),
          Path.of("/usr/lib64"),
          Path.of("/usr/lib"),
          Path.of("/usr/local/nvidia/lib64"),
          Path.of("/usr/lib/wsl/lib"));

  private final List<Path> folders;

  /** Searches the folders in which Linux distributions and containers put libraries. */
  public NvidiaDriver() {
    this(USUAL_FOLDERS);
  }

  /**
   * @param folders the folders to search, in this order; they need not exist
   */
  public NvidiaDriver(List<Path> folders) {
    this.folders = List.copyOf(folders);
  }

  /**
   * A driver library.
   *
   * @param path its file
   * @param version {@code driver 580}, or {@code driver} if the file name does not contain a number
   */
  public record Library(Path path, String version) {}

  /** The first driver library found. */
  public Optional<Library> find() {
    for (Path folder : folders) {
      Path library = folder.resolve("libnvidia-opencl.so.1");
      if (Files.exists(library)) {
        return Optional.of(new Library(library, version(folder)));
      }
    }
    return Optional.empty();
  }

  private static String version(Path folder) {
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(folder, "libnvidia-opencl.so.*.*")) {
      for (Path file : files) {
        Matcher matcher = VERSIONED.matcher(file.getFileName().toString());
        if (matcher.matches()) {
          return "driver " + matcher.group(1);
        }
      }
      return "driver";
    } catch (IOException e) {
      // The folder exists but may not be listed; the version is only for display.
      return "driver";
    }
  }
}
