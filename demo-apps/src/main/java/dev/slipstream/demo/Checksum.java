package dev.slipstream.demo;

import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.zip.CRC32;

/** A CRC32 of the raw bits of array elements, big-endian, in the order they are added. */
final class Checksum {
  private static final int CHUNK = 4096;

  private final CRC32 crc = new CRC32();
  private final ByteBuffer bytes = ByteBuffer.allocate(CHUNK * Double.BYTES);

  Checksum add(int... values) {
    for (int from = 0; from < values.length; from += CHUNK) {
      int count = Math.min(CHUNK, values.length - from);
      bytes.asIntBuffer().put(values, from, count);
      crc.update(bytes.array(), 0, count * Integer.BYTES);
    }
    return this;
  }

  Checksum add(float... values) {
    for (int from = 0; from < values.length; from += CHUNK) {
      int count = Math.min(CHUNK, values.length - from);
      bytes.asFloatBuffer().put(values, from, count);
      crc.update(bytes.array(), 0, count * Float.BYTES);
    }
    return this;
  }

  Checksum add(double... values) {
    return add(values, 0, values.length);
  }

  /**
   * Adds some elements.
   *
   * @param first the first element
   * @param end the index after the last element
   */
  Checksum add(double[] values, int first, int end) {
    for (int from = first; from < end; from += CHUNK) {
      int count = Math.min(CHUNK, end - from);
      bytes.asDoubleBuffer().put(values, from, count);
      crc.update(bytes.array(), 0, count * Double.BYTES);
    }
    return this;
  }

  /** Returns the checksum of all values added. */
  int value() {
    return (int) crc.getValue();
  }

  /** Returns the checksum of all values added, as 8 hexadecimal digits. */
  String hex() {
    return String.format(Locale.ROOT, "%08x", crc.getValue());
  }
}
