package dev.slipstream.opencl.kernel;

import java.util.Arrays;

/**
 * The numbers among the arguments that a kernel has been given: most of them stay the same from one
 * start to the next. Memory is not among them, since another buffer may have the handle of one that
 * is gone. Used by whoever holds the kernel's monitor.
 */
public final class ScalarArguments {
  private long[] values = new long[16];
  private byte[] sizes = new byte[16];

  /**
   * Whether an argument is a number already.
   *
   * @param index its place
   * @param value its bits
   * @param bytes how many of them count, 4 or 8
   */
  public boolean has(int index, long value, int bytes) {
    return index < sizes.length && sizes[index] == bytes && values[index] == value;
  }

  /** An argument may be any number. */
  public void forget(int index) {
    if (index < sizes.length) {
      sizes[index] = 0;
    }
  }

  /** Notes that an argument is a number now. */
  public void set(int index, long value, int bytes) {
    if (index >= sizes.length) {
      values = Arrays.copyOf(values, 2 * index);
      sizes = Arrays.copyOf(sizes, 2 * index);
    }
    values[index] = value;
    sizes[index] = (byte) bytes;
  }
}
