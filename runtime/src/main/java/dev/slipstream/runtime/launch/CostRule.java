package dev.slipstream.runtime.launch;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.runtime.device.Device;
import java.lang.reflect.Array;
import java.util.List;

/**
 * Whether a launch is large enough for a device, before anything was measured. Work is counted in
 * estimated bytecode instructions, of which a core executes one to four in a nanosecond, and up to
 * three hundred where the loop is vectorised.
 */
final class CostRule {
  /** Waking the threads of the CPU device takes some ten microseconds. */
  static final long LEAST_WORK = 1_000_000;

  /** Copying and launching through a driver takes some hundred microseconds. */
  static final long LEAST_WORK_WITH_COPIES = 2_000_000;

  /**
   * A vectorised loop of a few operations for each element runs faster on the host than its arrays
   * are copied: a five-point stencil over 1000 x 1000 doubles, which has less work than this, took
   * 2 ms for each step on the host and 10 ms with its copies on an H200.
   */
  static final double LEAST_WORK_PER_COPIED_BYTE = 4.0;

  /** Enough to tell matrices from triangles and lists of points. */
  private static final int ROWS_LOOKED_AT = 16;

  private CostRule() {}

  /** Whether no device can pay, so that none needs to be opened. */
  static boolean paysNowhere(long work) {
    return work < LEAST_WORK;
  }

  /** Whether the launch is likely to be faster on the device than on the host. */
  static boolean pays(Device device, Launch launch, List<KernelParameter> parameters, long work) {
    if (device.sharesHostMemory()) {
      return work >= LEAST_WORK;
    }
    return work >= LEAST_WORK_WITH_COPIES
        && work >= LEAST_WORK_PER_COPIED_BYTE * copiedBytes(launch, parameters);
  }

  /**
   * The bytes that a device with a memory of its own copies in and out for a launch. For arrays of
   * arrays an estimate, since looking at each row can take longer than the launch.
   */
  static long copiedBytes(Launch launch, List<KernelParameter> parameters) {
    long bytes = 0;
    for (ArrayAccess access : launch.accesses()) {
      Object array = launch.arguments()[access.parameter()];
      long elements = elements(array, access.writtenFrom(), access.writtenTo());
      if (access.reads() || !access.writesAll()) {
        int from = access.reads() ? access.readFrom() : access.writtenFrom();
        int to = access.reads() ? access.readTo() : access.writtenTo();
        elements += elements(array, from, to);
      }
      bytes += elements * parameters.get(access.parameter()).elementBytes();
    }
    return bytes;
  }

  /** How many primitives lie in a range; of rows, a few are looked at. */
  private static long elements(Object array, int from, int to) {
    long count = Math.max(0, (long) to - from);
    if (count == 0 || !(array instanceof Object[] rows)) {
      return count;
    }
    long looked = Math.min(count, ROWS_LOOKED_AT);
    long found = 0;
    for (long k = 0; k < looked; k++) {
      // The middles of equal parts, so that the rows of a triangle come out right.
      Object row = rows[(int) (from + (2 * k + 1) * count / (2 * looked))];
      found += row == null ? 0 : elements(row, 0, Array.getLength(row));
    }
    return Math.round((double) found / looked * count);
  }
}
