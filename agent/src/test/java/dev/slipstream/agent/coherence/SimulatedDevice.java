package dev.slipstream.agent.coherence;

import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceBackend;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.Finding;
import dev.slipstream.runtime.device.KernelFallback;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.device.ResidentDevice;
import dev.slipstream.runtime.device.cpu.CpuDevice;
import dev.slipstream.runtime.kernel.Launch;
import dev.slipstream.runtime.kernel.RangeKernel;
import dev.slipstream.runtime.memory.MemoryStore;
import dev.slipstream.runtime.scheduling.DeviceLanes;
import dev.slipstream.runtime.scheduling.Work;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** A device whose memory is arrays of the test, and which works when its pace lets it. */
final class SimulatedDevice implements Device, ResidentDevice {
  /** What users would call it; the runtime knows the names of devices. */
  static final String KIND = "opencl";

  private final Pace pace;
  private final long bytes;
  private final CpuDevice host = new CpuDevice(1);
  private final AtomicLong kernels = new AtomicLong();

  /**
   * @param bytes how much memory it has
   */
  SimulatedDevice(Pace pace, long bytes) {
    this.pace = pace;
    this.bytes = bytes;
  }

  /** One execution of a kernel. */
  record KernelWork(KernelRun kernel, Launch launch) implements Work {}

  /** It alone. */
  DeviceBackend backend() {
    return new DeviceBackend() {
      @Override
      public String name() {
        return KIND;
      }

      @Override
      public List<Device> open() {
        return List.of(SimulatedDevice.this);
      }

      @Override
      public List<Finding> diagnose() {
        return List.of();
      }
    };
  }

  @Override
  public String id() {
    return KIND + ":0";
  }

  @Override
  public String description() {
    return "a simulated device";
  }

  @Override
  public PreparedKernel prepare(RangeKernel kernel) throws DeviceException {
    return new KernelRun(kernel, host.prepare(kernel));
  }

  @Override
  public Optional<ResidentDevice> resident() {
    return Optional.of(this);
  }

  @Override
  public long memoryBytes() {
    return bytes;
  }

  @Override
  public long largestArrayBytes() {
    return bytes;
  }

  @Override
  public DeviceLanes lanes(KernelFallback fallback, MemoryStore store) {
    return new SimulatedLanes(pace, kernels);
  }

  @Override
  public Optional<Work> work(PreparedKernel kernel, Launch launch) {
    return Optional.of(new KernelWork((KernelRun) kernel, launch));
  }

  @Override
  public Optional<Work> work(PreparedKernel kernel, Launch launch, List<Integer> loops) {
    // It is alone.
    return Optional.empty();
  }

  /** How many kernels ran on arrays that stay. */
  long kernels() {
    return kernels.get();
  }

  @Override
  public void close() {
    pace.hurry();
    host.close();
  }
}
