package dev.slipstream.opencl.launch;

import dev.slipstream.opencl.driver.DeviceFacts;

/**
 * Chooses the number of work items of a group in each OpenCL dimension (0 is the innermost loop).
 * Groups on a GPU are compact, so that neighbours share the elements that they read. On a CPU they
 * are rows, which PoCL compiles to vectorised loops (measured: 128 × 1 beats 32 × 8 in a matrix
 * product by 2).
 */
final class WorkGroupShape {
  private static final long[][] COMPACT = {{256}, {32, 8}, {32, 4, 2}};
  private static final long[][] ROWS = {{128}, {128, 1}, {128, 1, 1}};

  private WorkGroupShape() {}

  /**
   * The group's extent in each dimension, each a power of two and at most what the device and the
   * kernel allow.
   *
   * @param counts the number of work items in each dimension; 1 to 3 entries
   * @param kernelMaximum the largest number of work items in a group of this kernel
   */
  static long[] choose(long[] counts, DeviceFacts device, long kernelMaximum) {
    boolean rows = device.kind() == DeviceFacts.Kind.CPU;
    long[] shape = (rows ? ROWS : COMPACT)[counts.length - 1].clone();
    long most = Math.max(1, Math.min(kernelMaximum, device.maxWorkGroup()));
    for (int d = 0; d < shape.length; d++) {
      long limit = Math.max(1, device.maxWorkItems()[d]);
      while (shape[d] > limit || (shape[d] > 1 && shape[d] / 2 >= counts[d])) {
        shape[d] /= 2;
        if (d + 1 < shape.length) {
          shape[d + 1] *= 2;
        }
      }
    }
    // Halve the outermost dimension that is still divisible: neighbours in memory remain in one
    // group.
    for (int d = shape.length - 1; product(shape) > most; ) {
      if (shape[d] > 1) {
        shape[d] /= 2;
      } else {
        d--;
      }
    }
    return shape;
  }

  private static long product(long[] shape) {
    long product = 1;
    for (long extent : shape) {
      product *= extent;
    }
    return product;
  }
}
