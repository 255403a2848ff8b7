package dev.slipstream.runtime.node;

import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.device.SharingCost;
import dev.slipstream.runtime.lanes.KernelWork;
import dev.slipstream.runtime.scheduling.DeviceWork;
import dev.slipstream.runtime.scheduling.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Devices of a node that share loops, or one that shares none. Loops are submitted to the first.
 *
 * @param place the index of the first one among the devices of the node
 * @param members the devices, with consecutive indices
 * @param room the memory of each of them
 * @param withHost whether the last of them is the host's cores
 */
record Team(int place, List<Node.Member> members, Room room, boolean withHost) {
  Team {
    members = List.copyOf(members);
  }

  /**
   * Creates a team with the room of its smallest device.
   *
   * @param withHost whether the last of them is the host's cores
   */
  static Team of(int place, List<Node.Member> members, boolean withHost) {
    long bytes = Long.MAX_VALUE;
    long largestArray = Long.MAX_VALUE;
    for (Node.Member member : members) {
      bytes = Math.min(bytes, member.bytes());
      largestArray = Math.min(largestArray, member.device().largestArrayBytes());
    }
    long leastDivided = members.get(0).device().sharingCost().leastArrayBytes();
    int withMemory = withHost ? members.size() - 1 : members.size();
    return new Team(
        place, members, new Room(withMemory, bytes, largestArray, leastDivided), withHost);
  }

  /** The device that runs loops which could be shared, but are not. */
  Node.Member first() {
    return members.get(0);
  }

  /** Whether it can run a loop that is submitted to this device. */
  boolean isAskedAs(Device device) {
    return first().device() == device;
  }

  /** Whether it has several devices. */
  boolean isShared() {
    return members.size() > 1;
  }

  /** The cost of sharing, which decides from which size on it pays. */
  SharingCost sharingCost() {
    SharingCost cost = first().device().sharingCost();
    return withHost ? cost.orLess(members.get(members.size() - 1).device().sharingCost()) : cost;
  }

  /**
   * Returns the work of each device; empty if one of them cannot run it.
   *
   * @param kernels the kernel, by the devices
   * @param source the kernel that they were prepared from
   * @param loops the index of the nested loop behind each axis of the iterations
   */
  Optional<Work> work(
      List<PreparedKernel> kernels, RangeKernel source, Launch launch, List<Integer> loops) {
    List<Work> all = new ArrayList<>(members.size());
    for (int m = 0; m < members.size(); m++) {
      Optional<Work> work =
          KernelWork.of(members.get(m).device(), kernels.get(m), source, launch, loops);
      if (work.isEmpty()) {
        return Optional.empty();
      }
      all.add(work.get());
    }
    return Optional.of(new DeviceWork(place, all));
  }

  /** The kernel on each device; empty if one of them cannot run it. */
  Optional<List<PreparedKernel>> kernels(Sharing.EveryDevice kernel) {
    List<PreparedKernel> all = new ArrayList<>(members.size());
    for (Node.Member member : members) {
      Optional<PreparedKernel> prepared = kernel.on(member.device());
      if (prepared.isEmpty()) {
        return Optional.empty();
      }
      all.add(prepared.get());
    }
    return Optional.of(all);
  }
}
