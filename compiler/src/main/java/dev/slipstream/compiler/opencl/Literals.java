package dev.slipstream.compiler.opencl;

/** Formats Java constants as C literals of exactly the same value and type. */
final class Literals {
  private static final double READABLE = 1 << 20;

  private Literals() {}

  /** The literal of an Integer, Long, Float or Double. */
  static String text(Number value) {
    if (value instanceof Integer i) {
      return i == Integer.MIN_VALUE ? "INT_MIN" : Integer.toString(i);
    }
    if (value instanceof Long l) {
      return l == Long.MIN_VALUE ? "LONG_MIN" : l + "L";
    }
    if (value instanceof Float f) {
      if (!Float.isFinite(f)) {
        return "as_float(0x" + Integer.toHexString(Float.floatToRawIntBits(f)) + "u)";
      }
      return (isReadable(f) ? Float.toString(f) : Float.toHexString(f)) + "f";
    }
    double d = value.doubleValue();
    if (!Double.isFinite(d)) {
      return "as_double(0x" + Long.toHexString(Double.doubleToRawLongBits(d)) + "UL)";
    }
    return isReadable(d) ? Double.toString(d) : Double.toHexString(d);
  }

  /** The literal of an Integer's or Long's bits as an unsigned number. */
  static String unsigned(Number value) {
    if (value instanceof Long l) {
      return l >= 0 ? l + "UL" : "0x" + Long.toHexString(l) + "UL";
    }
    int i = value.intValue();
    return i >= 0 ? i + "u" : "0x" + Integer.toHexString(i) + "u";
  }

  /** Whether the decimal form is short and exact, so that it needs no rounding. */
  private static boolean isReadable(double value) {
    return Math.abs(value) < READABLE
        && value * 64 == Math.rint(value * 64)
        && (value == 0 || Math.abs(value) >= 1.0 / 64);
  }
}
