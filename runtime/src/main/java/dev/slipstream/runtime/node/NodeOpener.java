package dev.slipstream.runtime.node;

import dev.slipstream.runtime.configuration.DeferralSettings;
import dev.slipstream.runtime.configuration.HostShare;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.FailureReason;
import dev.slipstream.runtime.device.KernelFallback;
import dev.slipstream.runtime.device.cpu.CpuDevice;
import dev.slipstream.runtime.lanes.HostCoreLanes;
import dev.slipstream.runtime.lanes.MemoryLanes;
import dev.slipstream.runtime.scheduling.DeviceLanes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

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
   * Opens a node with a device and those that it shares loops with; or, where there are devices
   * that leave loops to others, with these and one that does not, so that arrays stay on both
   * kinds. One that cannot be opened besides is left out.
   *
   * @param device the device that asks first
   * @param all the devices that loops may use
   * @throws DeviceException if no device can be opened, or the first one of several that share
   *     loops
   */
  Node open(Device device, List<Device> all) throws DeviceException {
    List<Device> wanted = new ArrayList<>(List.of(device));
    for (Device other : all) {
      if (other.keepsArrays()
          && wanted.stream()
              .allMatch(one -> one.leavesLoopsToOthers() != other.leavesLoopsToOthers())) {
        wanted.add(other);
      }
    }
    // Those that know fewer kinds of arrays come last: the first one also does what no device does.
    wanted.sort(Comparator.comparing(Device::leavesLoopsToOthers));
    return wanted.size() > 1 ? apart(wanted, all) : shared(device, all);
  }

  /**
   * @param wanted the first device of each kind, those last that leave loops to others and may
   *     share what they take
   */
  private Node apart(List<Device> wanted, List<Device> all) throws DeviceException {
    Opened opened = new Opened();
    List<List<Node.Member>> kinds = new ArrayList<>();
    List<String> failures = new ArrayList<>();
    for (Device device : wanted) {
      int before = opened.members.size();
      try {
        opened.add(device);
        if (device.leavesLoopsToOthers()) {
          opened.addSharing(device, all);
        }
        kinds.add(List.copyOf(opened.members.subList(before, opened.members.size())));
      } catch (DeviceException | RuntimeException | LinkageError failure) {
        failures.add(device.id() + " keeps no arrays between loops: " + FailureReason.of(failure));
      }
    }
    if (opened.members.isEmpty()) {
      throw new DeviceException(String.join("; ", failures));
    }
    failures.forEach(failure -> log.info(() -> failure));
    if (!settings.hostShare().isNone()) {
      log.warn(
          "slipstream.cpu.share does nothing where loops run on devices of several kinds. Choose"
              + " slipstream.device=opencl, or leave it out");
    }
    if (kinds.size() > 1) {
      kinds.set(0, withRoomForTheLast(kinds.get(0).get(0), kinds.get(1).get(0)));
    }
    List<Team> teams = new ArrayList<>();
    int place = 0;
    for (List<Node.Member> kind : kinds) {
      teams.add(Team.of(place, kind, /* withHost= */ false));
      place += kind.size();
    }
    return streams.apart(teams, opened.lanes);
  }

  /** They may be one GPU under two names. The last one has a budget of its own library's. */
  private static List<Node.Member> withRoomForTheLast(Node.Member first, Node.Member last) {
    long all = first.device().memoryBytes();
    long left = Math.min(first.bytes(), Math.max(all / 2, all - last.bytes()));
    return List.of(new Node.Member(first.device(), left));
  }

  private Node shared(Device first, List<Device> all) throws DeviceException {
    Opened opened = new Opened();
    opened.add(first);
    opened.addSharing(first, all);
    HostShare share = settings.hostShare();
    boolean withHost = !share.isNone() && first.sharesWithHost();
    if (withHost) {
      opened.addCores(new CpuDevice(share.threads()));
    }
    return streams.shared(Team.of(0, opened.members, withHost), opened.lanes);
  }

  /** The devices that could be opened. */
  private final class Opened {
    private final List<Node.Member> members = new ArrayList<>();
    private final List<DeviceLanes> lanes = new ArrayList<>();

    void add(Device device) throws DeviceException {
      if (!device.keepsArrays()) {
        throw new DeviceException(device.id() + " has no memory of its own");
      }
      lanes.add(MemoryLanes.of(device, fallback, streams.hostMemory()));
      add(device, device.memoryBytes());
    }

    /** Adds the host's cores, which work on the program's arrays. */
    void addCores(CpuDevice cores) {
      lanes.add(new HostCoreLanes(cores));
      add(cores, Long.MAX_VALUE);
    }

    private void add(Device device, long bytes) {
      members.add(new Node.Member(device, Math.min(bytes, settings.deviceMemory())));
    }

    /** Adds those that share loops with a device, as far as they can be opened. */
    void addSharing(Device first, List<Device> all) {
      for (Device device : all) {
        if (device != first && first.sharesWith(device)) {
          try {
            add(device);
          } catch (DeviceException | RuntimeException | LinkageError failure) {
            log.info(() -> device.id() + " shares no loops: " + FailureReason.of(failure));
          }
        }
      }
    }
  }
}
