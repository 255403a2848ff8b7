package dev.slipstream.opencl.driver;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Checks whether the process has memory mappings left for more kernels. PoCL 3.1 maps each kernel
 * into memory as one or two libraries, and never unmaps one. When the system allows no more
 * mappings, it ends the process. Not thread-safe.
 */
public final class MappingRoom {
  /**
   * The number of kernels for which mappings are counted only once: there may be tens of thousands
   * of mappings.
   */
  private static final int SIMULTANEOUS_KERNELS = 128;

  /**
   * The usable share. Kernels are mapped again for other sizes of work-groups, and the JVM needs
   * some mappings, too.
   */
  private static final double MOST = 0.75;

  private static final Path MAPPINGS = Path.of("/proc/self/maps");
  private static final Path LIMIT = Path.of("/proc/sys/vm/max_map_count");

  private final boolean keepsKernels;
  private final Path mappings;
  private final Path limit;
  private int kernels;
  private Optional<String> shortage = Optional.empty();

  /**
   * @param keepsKernels whether the driver never unmaps kernels
   * @param mappings a file with a line for each mapping
   * @param limit a file with the largest number of mappings
   */
  MappingRoom(boolean keepsKernels, Path mappings, Path limit) {
    this.keepsKernels = keepsKernels;
    this.mappings = mappings;
    this.limit = limit;
  }

  /** The instance for this process, and for kernels of a device. */
  public static MappingRoom of(DeviceFacts device) {
    return new MappingRoom(device.platformName().equals(PoclCache.PLATFORM), MAPPINGS, LIMIT);
  }

  /**
   * Counts a kernel that is to be built.
   *
   * @return the reason why it must not be built, as shown to users; empty if it may be, or if that
   *     is unknown
   */
  public Optional<String> shortage() {
    if (keepsKernels && shortage.isEmpty() && ++kernels % SIMULTANEOUS_KERNELS == 0) {
      shortage = look();
    }
    return shortage;
  }

  private Optional<String> look() {
    try (Stream<String> lines = Files.lines(mappings, StandardCharsets.ISO_8859_1)) {
      long most = Long.parseLong(Files.readString(limit).strip());
      long used = lines.count();
      return used < MOST * most
          ? Optional.empty()
          : Optional.of(
              "PoCL keeps each kernel mapped into memory, and the process has "
                  + used
                  + " of at most "
                  + most
                  + " mappings (vm.max_map_count)");
    } catch (IOException | RuntimeException unknown) {
      return Optional.empty();
    }
  }
}
