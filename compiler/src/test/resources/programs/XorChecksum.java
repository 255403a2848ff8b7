import dev.slipstream.api.Parallel;

/** A checksum that does not depend on the order. */
class XorChecksum {
  private static long mix(long v) {
    v ^= v >>> 33;
    v *= 0xff51afd7ed558ccdL;
    return v ^ (v >>> 29);
  }

  static Object run(int size) {
    double[] values = new double[size];
    for (int i = 0; i < size; i++) {
      values[i] = Math.sqrt(i);
    }
    long check = 0;
    for (@Parallel int i = 0; i < size; i++) {
      check ^= mix(Double.doubleToLongBits(values[i]) + i);
    }
    return check;
  }
}
