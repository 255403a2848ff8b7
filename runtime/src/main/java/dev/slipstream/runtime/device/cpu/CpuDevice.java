package dev.slipstream.runtime.device.cpu;

import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.HostKernel;
import dev.slipstream.runtime.device.SharingCost;
import java.io.IOException;

/** All cores of this machine: calls kernels on several threads at the same time. */
public final class CpuDevice implements Device {
  private final int threads;
  private final int largest;
  private final WorkerPool workers;

  /**
   * Creates a device that accepts every kernel.
   *
   * @param threads the threads that run a launch, including the calling one; 1 or more
   */
  public CpuDevice(int threads) {
    this(threads, Integer.MAX_VALUE);
  }

  /**
   * @param largest the device refuses kernels with methods of more bytes
   */
  CpuDevice(int threads, int largest) {
    this.threads = threads;
    this.largest = largest;
    this.workers = new WorkerPool(threads - 1);
  }

  static String describe(int threads) {
    return threads == 1 ? "1 core" : threads + " cores";
  }

  @Override
  public String id() {
    return CpuBackend.NAME;
  }

  @Override
  public String description() {
    return describe(threads);
  }

  @Override
  public boolean sharesHostMemory() {
    return true;
  }

  @Override
  public HostKernel prepare(RangeKernel kernel) throws DeviceException {
    requireCompilable(kernel);
    return new CpuKernel(kernel, threads, workers);
  }

  private void requireCompilable(RangeKernel kernel) throws DeviceException {
    try {
      int bytes = LargestMethod.of(kernel.classFile());
      if (bytes > largest) {
        throw new DeviceException(
            "the loop has "
                + bytes
                + " bytes of instructions with all that it calls, and the JIT compiler takes no more than "
                + largest
                + " for a method");
      }
    } catch (IOException unreadable) {
      // The JVM reports what is wrong with the class when it is defined.
    }
  }

  @Override
  public SharingCost sharingCost() {
    return SharingCost.HOST;
  }

  @Override
  public void close() {
    workers.close();
  }
}
