package dev.slipstream.model.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.function.Consumer;

/**
 * Writes values in sequence. Numbers have a variable length: seven bits in each byte, the lowest
 * first, with the sign in the lowest bit of all. Not thread-safe.
 */
public final class WireWriter {
  private byte[] bytes = new byte[256];
  private int size;

  public void octet(int value) {
    if (size == bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * size);
    }
    bytes[size++] = (byte) value;
  }

  public void number(long value) {
    long rest = value << 1 ^ value >> 63;
    while ((rest & ~0x7FL) != 0) {
      octet((int) rest | 0x80);
      rest >>>= 7;
    }
    octet((int) rest);
  }

  public void numbers(Collection<? extends Number> values) {
    list(values, value -> number(value.longValue()));
  }

  public void numbers(int[] values) {
    number(values.length);
    for (int value : values) {
      number(value);
    }
  }

  public void flag(boolean value) {
    octet(value ? 1 : 0);
  }

  public void text(String value) {
    block(value.getBytes(StandardCharsets.UTF_8));
  }

  public void block(byte[] value) {
    block(value, 0, value.length);
  }

  /** Writes some bytes of an array, as an array of their own. */
  public void block(byte[] value, int from, int length) {
    number(length);
    if (bytes.length - size < length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + length));
    }
    System.arraycopy(value, from, bytes, size, length);
    size += length;
  }

  /** Writes the number of values, and each of them. */
  public <T> void list(Collection<T> values, Consumer<T> each) {
    number(values.size());
    values.forEach(each);
  }

  public byte[] written() {
    return Arrays.copyOf(bytes, size);
  }
}
