package dev.slipstream.demo;

import java.util.Locale;
import java.util.zip.CRC32;

/** A CRC32 of the raw bits of array elements, big-endian, in the order they are added. */
final class Checksum {
  private final CRC32 crc = new CRC32();
  private final byte[] bytes = new byte[8192];
  private int used;

  Checksum add(int... values) {
    for (int value : values) {
      put(value);
    }
    return this;
  }

  Checksum add(float... values) {
    for (float value : values) {
      put(Float.floatToRawIntBits(value));
    }
    return this;
  }

  Checksum add(double... values) {
    for (double value : values) {
      long bits = Double.doubleToRawLongBits(value);
      put((int) (bits >> 32));
      put((int) bits);
    }
    return this;
  }

  /** The checksum of all that was added, as 8 hexadecimal digits. */
  String hex() {
    flush();
    return String.format(Locale.ROOT, "%08x", crc.getValue());
  }

  private void put(int bits) {
    if (used == bytes.length) {
      flush();
    }
    bytes[used++] = (byte) (bits >> 24);
    bytes[used++] = (byte) (bits >> 16);
    bytes[used++] = (byte) (bits >> 8);
    bytes[used++] = (byte) bits;
  }

  private void flush() {
    crc.update(bytes, 0, used);
    used = 0;
  }
}
