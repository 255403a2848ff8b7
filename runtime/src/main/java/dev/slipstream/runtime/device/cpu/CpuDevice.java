package dev.slipstream.runtime.device.cpu;

import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.HostKernel;
import dev.slipstream.runtime.device.SharingCost;

/** All cores of this machine: calls kernels on several threads at the same time. */
public final class CpuDevice implements Device {
  private final int threads;
  private final WorkerPool workers;

  /**
   * @param threads the threads that run a launch, the calling one included; 1 or more
   */
  public CpuDevice(int threads) {
    this.threads = threads;
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
    return new CpuKernel(KernelClass.define(kernel), threads, workers);
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
