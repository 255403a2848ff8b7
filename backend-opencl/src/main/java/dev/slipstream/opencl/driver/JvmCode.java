package dev.slipstream.opencl.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Where the native code of the virtual machine is in memory.
 *
 * @param ranges the addresses; none if they are not known
 */
record JvmCode(List<Range> ranges) {
  private static final Path MAPPINGS = Path.of("/proc/self/maps");

  private static final Pattern LIBRARY =
      Pattern.compile("(\\p{XDigit}+)-(\\p{XDigit}+) .*/libjvm\\.so");

  /**
   * Some addresses.
   *
   * @param from the first one
   * @param to the first one behind them
   */
  record Range(long from, long to) {
    boolean contains(long address) {
      return Long.compareUnsigned(address, from) >= 0 && Long.compareUnsigned(address, to) < 0;
    }
  }

  /** Whether an address belongs to that code. */
  boolean contains(long address) {
    for (Range range : ranges) {
      if (range.contains(address)) {
        return true;
      }
    }
    return false;
  }

  /** Reads Linux's list of mapped files, which takes milliseconds. */
  static JvmCode find() {
    List<Range> found = new ArrayList<>();
    try (Stream<String> lines = Files.lines(MAPPINGS)) {
      lines
          .map(LIBRARY::matcher)
          .filter(Matcher::matches)
          .forEach(m -> found.add(new Range(address(m.group(1)), address(m.group(2)))));
    } catch (IOException | RuntimeException unreadable) {
      return new JvmCode(List.of());
    }
    return new JvmCode(List.copyOf(found));
  }

  private static long address(String hexadecimal) {
    return Long.parseUnsignedLong(hexadecimal, 16);
  }
}
