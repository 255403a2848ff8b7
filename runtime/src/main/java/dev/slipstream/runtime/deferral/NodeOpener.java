package dev.slipstream.runtime.deferral;

import dev.slipstream.runtime.configuration.DeferralSettings;
import dev.slipstream.runtime.configuration.HostShare;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.FailureReason;
import dev.slipstream.runtime.device.KernelFallback;
import dev.slipstream.runtime.device.ResidentDevice;
import dev.slipstream.runtime.log.Log;
import dev.slipstream.runtime.scheduling.DeviceLanes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Puts the devices that share loops together to a node. */
final class NodeOpener {
  private final NodeStreams streams;
  private final KernelFallback fallback;
  private final DeferralSettings settings;
  private final Log log;

  /**
   * @param fallback hears of kernels that the host runs instead
   * @param settings how much of the memory of each device may be used, and what the host computes
   */
  NodeOpener(NodeStreams streams, KernelFallback fallback, DeferralSettings settings, Log log) {
    this.streams = streams;
    this.fallback = fallback;
    this.settings = settings;
    this.log = log;
  }

  /**
   * Opens a node with a device and all those that it shares loops with. One that cannot be opened
   * besides is left out.
   *
   * @param all the devices that loops may use
   * @throws DeviceException if the first device cannot be opened
   */
  Node open(Device first, ResidentDevice memory, List<Device> all) throws DeviceException {
    List<Node.Member> members = new ArrayList<>();
    List<DeviceLanes> lanes = new ArrayList<>();
    members.add(new Node.Member(first, memory));
    lanes.add(memory.lanes(fallback, streams.hostMemory()));
    long bytes = Math.min(memory.memoryBytes(), settings.deviceMemory());
    for (Device device : all) {
      Optional<ResidentDevice> other =
          device == first ? Optional.empty() : device.resident().filter(memory::sharesWith);
      if (other.isPresent() && add(device, other.get(), members, lanes)) {
        bytes = Math.min(bytes, other.get().memoryBytes());
      }
    }
    HostShare share = settings.hostShare();
    boolean withHost = !share.isNone() && memory.sharesWithHost();
    if (withHost) {
      HostCores cores = new HostCores(share.threads());
      members.add(new Node.Member(cores.device(), cores));
      lanes.add(cores.lanes(fallback, streams.hostMemory()));
    }
    List<String> names = members.stream().map(member -> member.device().id()).toList();
    return streams.open(names, members, lanes, bytes, withHost);
  }

  private boolean add(
      Device device, ResidentDevice memory, List<Node.Member> members, List<DeviceLanes> lanes) {
    try {
      lanes.add(memory.lanes(fallback, streams.hostMemory()));
      members.add(new Node.Member(device, memory));
      return true;
    } catch (DeviceException | RuntimeException | LinkageError failure) {
      log.info(() -> device.id() + " shares no loops: " + FailureReason.of(failure));
      return false;
    }
  }
}
