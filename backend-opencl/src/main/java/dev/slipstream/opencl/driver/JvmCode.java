package dev.slipstream.opencl.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where the native code of the virtual machine is in memory, by Linux's list of mapped files, which
 * is read for the first question. Not thread-safe.
 */
final class JvmCode {
  private static final Path MAPPINGS = Path.of("/proc/self/maps");

  private static final Pattern LIBRARY =
      Pattern.compile("(\\p{XDigit}+)-(\\p{XDigit}+) .*/libjvm\\.so");

  private @Nullable List<Range> ranges;

  private record Range(long from, long to) {
    boolean contains(long address) {
      return Long.compareUnsigned(address, from) >= 0 && Long.compareUnsigned(address, to) < 0;
    }
  }

  /** Whether an address belongs to that code; no address does if the list cannot be read. */
  boolean contains(long address) {
    List<Range> known = ranges;
    if (known == null) {
      known = read();
      ranges = known;
    }
    return known.stream().anyMatch(range -> range.contains(address));
  }

  private static List<Range> read() {
    List<Range> found = new ArrayList<>();
    try (Stream<String> lines = Files.lines(MAPPINGS)) {
      lines
          .map(LIBRARY::matcher)
          .filter(Matcher::matches)
          .forEach(m -> found.add(new Range(address(m.group(1)), address(m.group(2)))));
    } catch (IOException | RuntimeException unreadable) {
      return List.of();
    }
    return found;
  }

  private static long address(String hexadecimal) {
    return Long.parseUnsignedLong(hexadecimal, 16);
  }
}
