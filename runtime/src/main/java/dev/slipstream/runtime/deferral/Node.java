package dev.slipstream.runtime.deferral;

import dev.slipstream.runtime.coherence.BufferStream;
import dev.slipstream.runtime.command.Splitter;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.device.ResidentDevice;
import dev.slipstream.runtime.device.SharingCost;
import dev.slipstream.runtime.kernel.Launch;
import dev.slipstream.runtime.scheduling.DeviceWork;
import dev.slipstream.runtime.scheduling.NodeStream;
import dev.slipstream.runtime.scheduling.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The devices whose memories hold arrays, and the stream of their tasks.
 *
 * @param members the devices, by their places
 * @param room how much memory each of them has
 * @param splitter divides loops among them
 * @param dry hears of everything that is submitted; empty if nobody wants to know what other nodes
 *     would do
 * @param firstOnly whether loops that are not divided run on the first device, whatever they are
 * @param withHost whether the last of the devices is the host's cores
 */
record Node(
    List<Member> members,
    Room room,
    NodeStream stream,
    Splitter splitter,
    Optional<DryNodes> dry,
    boolean firstOnly,
    boolean withHost) {
  /** A device. */
  record Member(Device device, ResidentDevice memory) {}

  Node {
    members = List.copyOf(members);
  }

  /** Where buffers are brought home. */
  BufferStream buffers() {
    return dry.isPresent() ? new HeardStream(stream, dry.get()) : stream;
  }

  /** The device on which loops run that are not divided. */
  Member first() {
    return members.get(0);
  }

  /** From when on it pays to share a loop. */
  SharingCost sharingCost() {
    SharingCost cost = first().memory().sharingCost();
    return withHost ? cost.orLess(members.get(members.size() - 1).memory().sharingCost()) : cost;
  }

  /** Whether there is more than one device. */
  boolean isShared() {
    return members.size() > 1;
  }

  /**
   * What each device is to do; empty if one of them cannot do it.
   *
   * @param kernels the kernel, by the places of devices
   * @param loops which of the nested loops each axis of the iterations is
   */
  Optional<Work> work(List<PreparedKernel> kernels, Launch launch, List<Integer> loops) {
    List<Work> byPlace = new ArrayList<>(members.size());
    for (int place = 0; place < members.size(); place++) {
      Optional<Work> work = members.get(place).memory().work(kernels.get(place), launch, loops);
      if (work.isEmpty()) {
        return Optional.empty();
      }
      byPlace.add(work.get());
    }
    return Optional.of(new DeviceWork(byPlace));
  }

  /** The kernel on each device; empty if one of them cannot run it. */
  Optional<List<PreparedKernel>> kernels(Sharing.EveryDevice kernel) {
    List<PreparedKernel> byPlace = new ArrayList<>(members.size());
    for (Member member : members) {
      Optional<PreparedKernel> prepared = kernel.on(member.device());
      if (prepared.isEmpty()) {
        return Optional.empty();
      }
      byPlace.add(prepared.get());
    }
    return Optional.of(byPlace);
  }
}
