package dev.slipstream.runtime.report;

import java.util.Locale;

/** Formats numbers for readers. */
final class Figures {
  /** The text for a missing number. */
  static final String NONE = "–";

  private static final double KIBI = 1024;
  private static final String[] BYTE_UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};

  private Figures() {}

  /** {@code 10,002}. */
  static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /** {@code 97.1 s}, {@code 1.84 s}, {@code 3.2 ms}, {@code 12 µs}. */
  static String seconds(long nanos) {
    double seconds = nanos / 1e9;
    if (seconds >= 99.95) {
      return String.format(Locale.ROOT, "%,.0f s", seconds);
    }
    if (seconds >= 9.995) {
      return String.format(Locale.ROOT, "%.1f s", seconds);
    }
    if (seconds >= 0.01) {
      return String.format(Locale.ROOT, "%.2f s", seconds);
    }
    return nanos >= 100_000
        ? String.format(Locale.ROOT, "%.1f ms", nanos / 1e6)
        : String.format(Locale.ROOT, "%.0f µs", nanos / 1e3);
  }

  /** {@code 256 MiB}, {@code 1.5 GiB}; a dash for none. */
  static String bytes(long bytes) {
    if (bytes == 0) {
      return NONE;
    }
    double value = bytes;
    int unit = 0;
    while (value >= KIBI && unit < BYTE_UNITS.length - 1) {
      value /= KIBI;
      unit++;
    }
    String format = unit == 0 || value >= 10 ? "%.0f %s" : "%.1f %s";
    return String.format(Locale.ROOT, format, value, BYTE_UNITS[unit]);
  }

  /** {@code 46×}, {@code 1.2×}. */
  static String ratio(double ratio) {
    return String.format(Locale.ROOT, ratio >= 9.95 ? "%,.0f×" : "%.1f×", ratio);
  }
}
