package dev.slipstream.opencl.driver;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether the process has room for more kernels. PoCL 3.1 maps each into memory as a library or
 * two, and never lets one go; where the system gives no more mappings it ends the process. Not
 * thread-safe.
 */
public final class MappingRoom {
  /** Mappings are looked at once for so many kernels: there may be tens of thousands. */
  private static final int KERNELS_AT_ONCE = 128;

  /** Kernels are mapped again for other sizes of work-groups, and the JVM needs some, too. */
  private static final double MOST = 0.75;

  private static final Path MAPPINGS = Path.of("/proc/self/maps");
  private static final Path LIMIT = Path.of("/proc/sys/vm/max_map_count");

  private final boolean keepsKernels;
  private final Path mappings;
  private final Path limit;
  private int kernels;
  private Optional<String> shortage = Optional.empty();

  /**
   * @param keepsKernels whether the driver does
   * @param mappings has a line for each mapping
   * @param limit has the most that there may be
   */
  MappingRoom(boolean keepsKernels, Path mappings, Path limit) {
    this.keepsKernels = keepsKernels;
    this.mappings = mappings;
    this.limit = limit;
  }

  /** That of this process, for kernels of a device. */
  public static MappingRoom of(DeviceFacts device) {
    return new MappingRoom(device.platformName().equals(PoclCache.PLATFORM), MAPPINGS, LIMIT);
  }

  /**
   * A kernel is to be built.
   *
   * @return why it must not be, as shown to users; empty if it may, or nobody knows
   */
  public Optional<String> shortage() {
    if (keepsKernels && shortage.isEmpty() && ++kernels % KERNELS_AT_ONCE == 0) {
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
