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
import java.util.OptionalInt;

/**
 * The devices whose memories hold arrays, and the stream of their tasks.
 *
 * @param members the devices, by their places
 * @param alike whether they share loops; otherwise each loop runs on the one that it was submitted
 *     to
 * @param room how much memory each of those that share loops has
 * @param splitter divides loops among them
 * @param dry hears of everything that is submitted; empty if nobody wants to know what other nodes
 *     would do
 * @param firstOnly whether loops that are not divided run on the first device, whatever they are
 * @param withHost whether the last of the devices is the host's cores
 */
record Node(
    List<Member> members,
    boolean alike,
    Room room,
    NodeStream stream,
    Splitter splitter,
    Optional<DryNodes> dry,
    boolean firstOnly,
    boolean withHost) {
  /**
   * A device.
   *
   * @param bytes how many bytes of its memory may be allocated at a time
   */
  record Member(Device device, ResidentDevice memory, long bytes) {}

  Node {
    members = List.copyOf(members);
  }

  /** Where buffers are brought home. */
  BufferStream buffers() {
    return dry.isPresent() ? new HeardStream(stream, dry.get()) : stream;
  }

  /** The device on which loops run that devices could share, but do not. */
  private Member first() {
    return members.get(0);
  }

  /** The place of a device to which loops may be submitted; empty if it is none of them. */
  OptionalInt place(Device device) {
    int places = alike ? 1 : members.size();
    for (int place = 0; place < places; place++) {
      if (members.get(place).device() == device) {
        return OptionalInt.of(place);
      }
    }
    return OptionalInt.empty();
  }

  /** How many bytes the arrays of a loop may have that this device runs. */
  long bytes(int place) {
    return alike ? room.bytes() : members.get(place).bytes();
  }

  /** Whether this device has room for all arrays of a launch as a whole. */
  boolean takes(int place, Launch launch) {
    Room its =
        alike
            ? room
            : new Room(1, bytes(place), members.get(place).memory().largestArrayBytes(), 0);
    return its.takes(launch);
  }

  /** How the names of threads begin that the libraries of the devices keep. */
  List<String> threads() {
    return members.stream().flatMap(member -> member.memory().threads().stream()).toList();
  }

  /** From when on it pays to share a loop. */
  SharingCost sharingCost() {
    SharingCost cost = first().memory().sharingCost();
    return withHost ? cost.orLess(members.get(members.size() - 1).memory().sharingCost()) : cost;
  }

  /** Whether devices share loops. */
  boolean isShared() {
    return alike && members.size() > 1;
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
