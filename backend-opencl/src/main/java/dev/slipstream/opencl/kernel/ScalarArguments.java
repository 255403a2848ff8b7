package dev.slipstream.opencl.kernel;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The scalar arguments that are set in a kernel: most of them are the same for the next launch.
 * Buffers are not included, since a new buffer may have the handle of a released one; only that of
 * the counter of starts is, by the counter itself. Only for a thread that holds the kernel's
 * monitor.
 */
public final class ScalarArguments {
  private long[] values = new long[16];
  private byte[] sizes = new byte[16];
  private @Nullable Object counter;

  /**
   * Whether an argument already has a value.
   *
   * @param index its place
   * @param value its bits
   * @param bytes the number of bytes that matter, 4 or 8
   */
  public boolean has(int index, long value, int bytes) {
    return index < sizes.length && sizes[index] == bytes && values[index] == value;
  }

  /** Forgets the value of an argument, which may then be any number. */
  public void forget(int index) {
    if (index < sizes.length) {
      sizes[index] = 0;
    }
  }

  /** Whether the argument for the counter of starts is the buffer of this counter. */
  public boolean hasCounter(Object wanted) {
    return counter == wanted;
  }

  /** Forgets the counter of starts: the argument may then be any buffer. */
  public void forgetCounter() {
    counter = null;
  }

  /** Records the counter of starts. */
  public void setCounter(Object set) {
    counter = set;
  }

  /** Records the value of an argument. */
  public void set(int index, long value, int bytes) {
    if (index >= sizes.length) {
      values = Arrays.copyOf(values, 2 * index);
      sizes = Arrays.copyOf(sizes, 2 * index);
    }
    values[index] = value;
    sizes[index] = (byte) bytes;
  }
}
