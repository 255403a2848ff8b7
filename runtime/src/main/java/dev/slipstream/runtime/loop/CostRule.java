package dev.slipstream.runtime.loop;

import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.kernel.ArrayAccess;
import dev.slipstream.runtime.kernel.KernelParameter;
import dev.slipstream.runtime.kernel.Launch;
import java.util.List;

/**
 * Whether a launch is large enough for a device, before anything was measured. Work is counted in
 * estimated bytecode instructions, of which a core executes one to four in a nanosecond.
 */
final class CostRule {
  /** Waking the threads of the CPU device takes some ten microseconds. */
  static final long LEAST_WORK = 100_000;

  /** Copying and launching through a driver takes some hundred microseconds. */
  static final long LEAST_WORK_WITH_COPIES = 1_000_000;

  /**
   * A copied byte takes about as long as an instruction on the host does: 6 to 12 GB/s over PCI
   * Express from ordinary memory.
   */
  static final double LEAST_WORK_PER_COPIED_BYTE = 1.0;

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

  /** The bytes that a device with a memory of its own copies in and out for a launch. */
  static long copiedBytes(Launch launch, List<KernelParameter> parameters) {
    long bytes = 0;
    for (ArrayAccess access : launch.accesses()) {
      long elements = (long) access.writtenTo() - access.writtenFrom();
      if (access.reads() || !access.writesAll()) {
        int from = access.reads() ? access.readFrom() : access.writtenFrom();
        int to = access.reads() ? access.readTo() : access.writtenTo();
        elements += (long) to - from;
      }
      bytes += elements * parameters.get(access.parameter()).elementBytes();
    }
    return bytes;
  }
}
