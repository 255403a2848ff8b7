package dev.slipstream.tornado.emulation;

/**
 * The methods of {@link Float}, without access to bits, which TornadoVM 5.2 does not compile. Pure
 * functions; thread-safe.
 */
@SuppressWarnings("IdentityBinaryExpression") // Only a NaN differs from itself.
public final class FloatEmulation {
  private FloatEmulation() {}

  /** Whether {@code x} is NaN. */
  public static boolean isNaN(float x) {
    return x != x;
  }

  /** Whether {@code x} is infinite. */
  public static boolean isInfinite(float x) {
    return Math.abs(x) > Float.MAX_VALUE;
  }

  /** Whether {@code x} is finite. */
  public static boolean isFinite(float x) {
    return Math.abs(x) <= Float.MAX_VALUE;
  }

  /** Returns the sum. */
  public static float sum(float a, float b) {
    return a + b;
  }

  /** Returns the smaller value. */
  public static float min(float a, float b) {
    return Math.min(a, b);
  }

  /** Returns the larger value. */
  public static float max(float a, float b) {
    return Math.max(a, b);
  }

  /** Compares in the order of all floats: -0.0 before 0.0, NaN last. */
  public static int compare(float a, float b) {
    if (a < b) {
      return -1;
    }
    if (a > b) {
      return 1;
    }
    int first = floatToRawIntBits(a);
    int second = floatToRawIntBits(b);
    return first == second ? 0 : first < second ? -1 : 1;
  }

  /** Returns the bits; all NaNs become the canonical one. */
  public static int floatToIntBits(float x) {
    return floatToRawIntBits(x);
  }

  /** Returns the hash code. */
  public static int hashCode(float x) {
    return floatToRawIntBits(x);
  }

  /** Returns the bits; a NaN loses its payload. */
  public static int floatToRawIntBits(float x) {
    if (x != x) {
      return 0x7fc00000;
    }
    // Each finite float is a normal double.
    long bits = Double.doubleToRawLongBits(x);
    int sign = bits < 0 ? Integer.MIN_VALUE : 0;
    int exponent = (int) (bits >> 52) & 0x7ff;
    if (exponent == 0x7ff) {
      return sign | 0x7f800000;
    }
    double a = x < 0 ? -(double) x : (double) x;
    if (a < 0x1p-126) {
      return sign | (int) (a * 0x1p149);
    }
    return sign | ((exponent - 896) << 23) | (int) ((bits >> 29) & 0x7fffff);
  }

  /** Returns the float with some bits. */
  public static float intBitsToFloat(int bits) {
    int exponent = (bits >> 23) & 0xff;
    int digits = bits & 0x7fffff;
    double value = digits;
    if (exponent == 0) {
      value *= 0x1p-149;
    } else if (exponent == 0xff) {
      double zero = bits == 0 ? 1 : 0;
      value = digits == 0 ? 1.0 / zero : zero / zero;
    } else {
      value = DoubleEmulation.scaled(value + 0x1p23, exponent - 150);
    }
    return (float) (bits < 0 ? -value : value);
  }
}
