package dev.slipstream.runtime.launch;

import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.model.loop.LaunchPlan;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.HostKernel;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.device.cpu.CpuDevice;
import dev.slipstream.runtime.lanes.EagerLaunches;
import dev.slipstream.runtime.machine.Devices;
import dev.slipstream.runtime.machine.Devices.Candidates;
import dev.slipstream.runtime.node.Sharing;
import dev.slipstream.runtime.observation.LoopMeters;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One kernel of a loop on every device where it may run. Thread-safe. */
final class KernelBindings implements Sharing.EveryDevice {
  private final Devices devices;
  private final RangeKernel kernel;
  private final LoopMeters meters;
  private final DeviceBinding host;
  private volatile @Nullable Bound bound;
  private volatile @Nullable DeviceBinding cores;

  /**
   * @param meters record how long the preparation of the kernel takes
   */
  KernelBindings(Devices devices, RangeKernel kernel, LoopMeters meters) {
    this.devices = devices;
    this.kernel = kernel;
    this.meters = meters;
    Device alone = new CpuDevice(1);
    this.host = new DeviceBinding(alone, kernel, new EagerLaunches(alone), Optional.empty());
  }

  /** The devices in the order in which they are tried, and why others are missing. */
  record Bound(List<DeviceBinding> inOrder, List<String> failures) {}

  @Override
  public RangeKernel source() {
    return kernel;
  }

  /** What several devices need to share an execution. */
  Sharing sharing(LaunchPlan.Run run) {
    return new Sharing(this, run.work(), run.divisions());
  }

  /** The calling thread as a device, for comparison. */
  DeviceBinding host() {
    return host;
  }

  /** The devices, which are opened on the first call. */
  Bound bound() {
    Bound known = bound;
    if (known != null) {
      return known;
    }
    // This is outside the lock because it may write to a stream that another thread of the program
    // has locked.
    Candidates candidates = devices.candidates();
    synchronized (this) {
      known = bound;
      if (known == null) {
        List<DeviceBinding> inOrder = new ArrayList<>();
        for (Device device : candidates.devices()) {
          inOrder.add(binding(device));
        }
        known = new Bound(List.copyOf(inOrder), candidates.failures());
        bound = known;
      }
      return known;
    }
  }

  /** Prepares the kernel for a device while the program goes on, unless that was begun already. */
  void prepareSoon(DeviceBinding binding) {
    if (binding.begins()) {
      devices.soon(binding::prepare);
    }
  }

  /** All cores, which need no driver. */
  Optional<DeviceBinding> cores() {
    return devices.cores().map(this::onCores);
  }

  @Override
  public List<Device> devices() {
    List<Device> all = new ArrayList<>();
    for (DeviceBinding binding : bound().inOrder()) {
      all.add(binding.device());
    }
    return all;
  }

  @Override
  public Optional<HostKernel> onHost() {
    return host.prepare().map(DeviceBinding.Ready::eager);
  }

  @Override
  public List<HostKernel> immediate() {
    List<HostKernel> all = new ArrayList<>();
    for (DeviceBinding binding : bound().inOrder()) {
      binding.prepare().map(DeviceBinding.Ready::eager).ifPresent(all::add);
    }
    onHost().ifPresent(all::add);
    return all;
  }

  @Override
  public Optional<PreparedKernel> on(Device device) {
    for (DeviceBinding binding : bound().inOrder()) {
      Optional<DeviceBinding.Ready> ready =
          binding.device() == device ? binding.prepare() : Optional.empty();
      if (ready.isPresent()) {
        return Optional.of(ready.get().kernel());
      }
    }
    return device instanceof CpuDevice
        ? onCores(device).prepare().map(DeviceBinding.Ready::kernel)
        : Optional.empty();
  }

  /** The cores as a device that shares the loop with others, or runs it before these are opened. */
  private DeviceBinding onCores(Device device) {
    DeviceBinding known = cores;
    if (known == null || known.device() != device) {
      known = binding(device);
      cores = known;
    }
    return known;
  }

  private DeviceBinding binding(Device device) {
    return new DeviceBinding(device, kernel, devices.launches(device), Optional.of(meters));
  }
}
