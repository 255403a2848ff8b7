package dev.slipstream.runtime.launch;

import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.HostKernel;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.device.cpu.CpuDevice;
import dev.slipstream.runtime.lanes.EagerLaunches;
import dev.slipstream.runtime.machine.Devices;
import dev.slipstream.runtime.machine.Devices.Candidates;
import dev.slipstream.runtime.node.Sharing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One kernel of a loop on every device where it may run. Thread-safe. */
final class KernelBindings implements Sharing.EveryDevice {
  private final Devices devices;
  private final RangeKernel kernel;
  private final DeviceBinding host;
  private volatile @Nullable Bound bound;
  private volatile @Nullable DeviceBinding cores;

  KernelBindings(Devices devices, RangeKernel kernel) {
    this.devices = devices;
    this.kernel = kernel;
    Device alone = new CpuDevice(1);
    this.host = new DeviceBinding(alone, kernel, new EagerLaunches(alone));
  }

  /** The devices in the order in which they are tried, and why others are not there. */
  record Bound(List<DeviceBinding> inOrder, List<String> failures) {}

  @Override
  public RangeKernel source() {
    return kernel;
  }

  /** The calling thread as a device, for comparison. */
  DeviceBinding host() {
    return host;
  }

  /** The devices; they are looked for at the first call. */
  Bound bound() {
    Bound known = bound;
    if (known != null) {
      return known;
    }
    // Outside the lock: it may write to a stream that another thread of the program holds.
    Candidates candidates = devices.candidates();
    synchronized (this) {
      known = bound;
      if (known == null) {
        List<DeviceBinding> inOrder = new ArrayList<>();
        for (Device device : candidates.devices()) {
          inOrder.add(new DeviceBinding(device, kernel, devices.launches(device)));
        }
        known = new Bound(List.copyOf(inOrder), candidates.failures());
        bound = known;
      }
      return known;
    }
  }

  /** All cores, which can be used before any driver is opened. */
  Optional<DeviceBinding> cores() {
    return devices.cores().map(this::onCores);
  }

  @Override
  public List<Device> devices() {
    return bound().inOrder().stream().map(DeviceBinding::device).toList();
  }

  @Override
  public Optional<HostKernel> onHost() {
    return host.prepare() instanceof DeviceBinding.Ready ready
        ? Optional.of(ready.eager())
        : Optional.empty();
  }

  @Override
  public Optional<PreparedKernel> on(Device device) {
    for (DeviceBinding binding : bound().inOrder()) {
      if (binding.device() == device && binding.prepare() instanceof DeviceBinding.Ready ready) {
        return Optional.of(ready.kernel());
      }
    }
    return device instanceof CpuDevice
            && onCores(device).prepare() instanceof DeviceBinding.Ready it
        ? Optional.of(it.kernel())
        : Optional.empty();
  }

  /** The cores that share the loop with devices, or run it before these are opened. */
  private DeviceBinding onCores(Device device) {
    DeviceBinding known = cores;
    if (known == null || known.device() != device) {
      known = new DeviceBinding(device, kernel, devices.launches(device));
      cores = known;
    }
    return known;
  }
}
