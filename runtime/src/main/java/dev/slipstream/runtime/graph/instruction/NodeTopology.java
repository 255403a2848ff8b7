package dev.slipstream.runtime.graph.instruction;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The devices of one node and their memories. Any memory can be copied to and from the heap and
 * host memory; two devices copy directly only if that is listed.
 *
 * @param devices the devices, at least one
 * @param peers the pairs of devices with direct copies
 * @param hostTasks where host tasks work: in the heap or in host memory
 * @param firstSharing the index of the first device that shares loops: it does so with those after
 *     it, and those before it run whole chunks only
 */
public record NodeTopology(
    List<Device> devices, Set<Peers> peers, MemoryId hostTasks, int firstSharing) {
  /** No limit of a memory. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  /**
   * A device.
   *
   * @param memory its memory, which no other device has; host memory or the heap if it computes
   *     there
   * @param budget how many bytes of it may be allocated at the same time, {@link #UNLIMITED} for no
   *     limit
   * @param largest how many bytes a single allocation may have. No part of a command may need more
   *     in one allocation; allocations are not joined beyond this
   */
  public record Device(MemoryId memory, long budget, long largest) {
    /** A device without an extra limit for a single allocation. */
    public Device(MemoryId memory, long budget) {
      this(memory, budget, UNLIMITED);
    }

    /**
     * Checks the memory.
     *
     * @throws IllegalArgumentException if host memory or the heap is limited, or the limit is
     *     negative
     */
    public Device {
      if (budget < 0 || (!memory.isDevice() && (budget != UNLIMITED || largest != UNLIMITED))) {
        throw new IllegalArgumentException(
            "a device has a memory of its own with a budget of at least 0 bytes, or host memory"
                + " or the heap without a limit, not "
                + memory
                + " with "
                + budget
                + " bytes");
      }
    }
  }

  /**
   * Two memories with direct copies, in this direction.
   *
   * @param from the memory that is read
   * @param to the memory that is written
   */
  public record Peers(MemoryId from, MemoryId to) {}

  /**
   * Copies the collections and checks them.
   *
   * @throws IllegalArgumentException if there is no device, if two have the same memory, if host
   *     tasks should work in the memory of a device, or if no device shares loops
   */
  public NodeTopology {
    devices = List.copyOf(devices);
    peers = Set.copyOf(peers);
    Set<MemoryId> memories = new HashSet<>();
    for (Device device : devices) {
      memories.add(device.memory());
    }
    if (devices.isEmpty() || memories.size() < devices.size() || hostTasks.isDevice()) {
      throw new IllegalArgumentException(
          "a node has at least one device, each with another memory, and host tasks that work in"
              + " the heap or in host memory, not "
              + devices
              + " and "
              + hostTasks);
    }
    if (firstSharing < 0 || firstSharing >= devices.size()) {
      throw new IllegalArgumentException(
          "of " + devices.size() + " devices none has the place " + firstSharing);
    }
  }

  /** Creates a node all of whose devices share loops. */
  public NodeTopology(List<Device> devices, Set<Peers> peers, MemoryId hostTasks) {
    this(devices, peers, hostTasks, 0);
  }

  /** How many devices share loops. */
  public int sharing() {
    return devices.size() - firstSharing;
  }

  /**
   * Returns this node with other devices.
   *
   * @param others the devices, by their indices
   * @return the changed topology
   */
  public NodeTopology with(List<Device> others) {
    return new NodeTopology(others, peers, hostTasks, firstSharing);
  }

  /**
   * Returns a node whose devices have their own memories without limits. Host tasks work in the
   * heap.
   *
   * @param devices the number of devices
   * @param direct whether any two of them copy directly
   * @return the topology
   */
  public static NodeTopology of(int devices, boolean direct) {
    return of(devices, direct, UNLIMITED);
  }

  /**
   * Returns a node whose devices have their own memories. Host tasks work in the heap.
   *
   * @param devices the number of devices
   * @param direct whether any two of them copy directly
   * @param budget how many bytes of each may be allocated at the same time
   * @return the topology
   */
  public static NodeTopology of(int devices, boolean direct, long budget) {
    return of(devices, direct, budget, UNLIMITED);
  }

  /**
   * Returns a node whose devices have their own memories. Host tasks work in the heap.
   *
   * @param devices the number of devices
   * @param direct whether any two of them copy directly
   * @param budget how many bytes of each may be allocated at the same time
   * @param largest how many bytes a single allocation may have
   * @return the topology
   */
  public static NodeTopology of(int devices, boolean direct, long budget, long largest) {
    List<Device> all = new ArrayList<>();
    Set<Peers> peers = new HashSet<>();
    for (int device = 0; device < devices; device++) {
      MemoryId memory = MemoryId.ofDevice(device);
      for (int other = 0; direct && other < device; other++) {
        peers.add(new Peers(memory, MemoryId.ofDevice(other)));
        peers.add(new Peers(MemoryId.ofDevice(other), memory));
      }
      all.add(new Device(memory, budget, largest));
    }
    return new NodeTopology(all, peers, MemoryId.HEAP);
  }

  /**
   * Returns this node with some devices that share no loops.
   *
   * @param place the index of the first device that does
   * @return the changed topology
   */
  public NodeTopology withLoopsSharedFrom(int place) {
    return new NodeTopology(devices, peers, hostTasks, place);
  }

  /** Returns this node with an additional device that computes in the heap. */
  public NodeTopology withHostCores() {
    List<Device> all = new ArrayList<>(devices);
    all.add(new Device(MemoryId.HEAP, UNLIMITED));
    return with(all);
  }

  /**
   * Returns this node with host tasks that work elsewhere.
   *
   * @param memory the heap or host memory
   * @return the changed topology
   */
  public NodeTopology withHostTasksIn(MemoryId memory) {
    return new NodeTopology(devices, peers, memory, firstSharing);
  }

  /**
   * Returns whether one memory can be copied directly to another.
   *
   * @param from the memory that is read
   * @param to the memory that is written
   * @return whether no other memory is in between
   */
  public boolean isDirect(MemoryId from, MemoryId to) {
    return !from.isDevice()
        || !to.isDevice()
        || from.number() == to.number()
        || peers.contains(new Peers(from, to));
  }
}
