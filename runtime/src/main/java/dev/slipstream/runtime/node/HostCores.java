package dev.slipstream.runtime.node;

import dev.slipstream.model.kernel.Launch;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.KernelFallback;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.device.ResidentDevice;
import dev.slipstream.runtime.device.SharingCost;
import dev.slipstream.runtime.device.cpu.CpuDevice;
import dev.slipstream.runtime.memory.MemoryStore;
import dev.slipstream.runtime.scheduling.Work;
import java.util.List;
import java.util.Optional;

/**
 * The host's cores as one of the devices that share loops. Kernels work on the program's arrays
 * themselves, so that nothing is allocated, and what they write is home already.
 */
final class HostCores implements ResidentDevice {
  private final CpuDevice cores;

  /**
   * @param threads how many threads compute
   */
  HostCores(int threads) {
    cores = new CpuDevice(threads);
  }

  /** What prepares kernels. */
  Device device() {
    return cores;
  }

  @Override
  public long memoryBytes() {
    return Long.MAX_VALUE;
  }

  @Override
  public long largestArrayBytes() {
    return Long.MAX_VALUE;
  }

  @Override
  public HostCoreLanes lanes(KernelFallback fallback, MemoryStore store) {
    return new HostCoreLanes(cores);
  }

  @Override
  public Optional<Work> work(PreparedKernel kernel, Launch launch) {
    return work(kernel, launch, List.of());
  }

  @Override
  public Optional<Work> work(PreparedKernel kernel, Launch launch, List<Integer> loops) {
    return Optional.of(new HostCoreLanes.Chunks(kernel, launch, loops));
  }

  @Override
  public SharingCost sharingCost() {
    return SharingCost.HOST;
  }
}
