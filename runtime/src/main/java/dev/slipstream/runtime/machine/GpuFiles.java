package dev.slipstream.runtime.machine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Finds out whether this machine may have a GPU, without a driver. */
public final class GpuFiles {
  /** Of NVIDIA, AMD, other drivers of Linux, and Windows' subsystem for Linux. */
  private static final List<String> LINUX = List.of("nvidiactl", "kfd", "dri", "dxg");

  private GpuFiles() {}

  /** Whether there may be one; on systems other than Linux this is not known. */
  public static boolean mayExist() {
    return mayExist(Path.of("/dev"));
  }

  /**
   * @param devices the folder of the devices' files; without it, any device may exist
   */
  static boolean mayExist(Path devices) {
    return !Files.isDirectory(devices)
        || LINUX.stream().anyMatch(name -> Files.exists(devices.resolve(name)));
  }
}
