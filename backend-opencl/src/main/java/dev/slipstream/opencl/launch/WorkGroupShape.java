package dev.slipstream.opencl.launch;

import dev.slipstream.opencl.driver.DeviceFacts;

/** Chooses how many work items form a group in each OpenCL dimension (0 is the innermost loop). */
final class WorkGroupShape {
  private static final long[][] PREFERRED = {{256}, {32, 8}, {32, 4, 2}};

  private WorkGroupShape() {}

  /**
   * The group's extent in each dimension; each at most what the device and the kernel allow.
   *
   * @param dimensions 1 to 3
   * @param kernelMaximum the largest number of work items in a group of this kernel
   */
  static long[] choose(int dimensions, DeviceFacts device, long kernelMaximum) {
    long[] shape = PREFERRED[dimensions - 1].clone();
    long most = Math.max(1, Math.min(kernelMaximum, device.maxWorkGroup()));
    for (int d = 0; d < dimensions; d++) {
      shape[d] = Math.max(1, Math.min(shape[d], device.maxWorkItems()[d]));
    }
    // Halve the outermost dimension that still can: neighbours in memory stay in one group.
    for (int d = dimensions - 1; product(shape) > most; ) {
      if (shape[d] > 1) {
        shape[d] = shape[d] / 2;
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
