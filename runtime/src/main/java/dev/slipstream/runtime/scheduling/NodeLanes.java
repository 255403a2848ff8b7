package dev.slipstream.runtime.scheduling;

import dev.slipstream.runtime.coherence.LeftOnDevice;
import dev.slipstream.runtime.execution.HostLanes;
import dev.slipstream.runtime.execution.InlineWork;
import dev.slipstream.runtime.execution.JobPlacement;
import dev.slipstream.runtime.execution.LaneBackend;
import dev.slipstream.runtime.execution.LaneGroup;
import dev.slipstream.runtime.execution.Lanes;
import dev.slipstream.runtime.graph.instruction.Allocation;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.graph.instruction.MemoryId;
import dev.slipstream.runtime.memory.MemoryStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The lanes of a node with several devices: those of each device, and one per device that copies
 * from it to the others. A device's memory is {@link MemoryId#ofDevice} of its index.
 */
public final class NodeLanes implements StepLanes {
  private static final int COPY_DEPTH = 4;

  private final List<DeviceLanes> devices;
  private final MemoryStore store;
  private final Function<HostAllocations, LaneBackend<Step>> withoutLane;
  private final boolean isAlone;
  private final List<LaneGroup> peers = new ArrayList<>();
  private LeftOnDevice left = LeftOnDevice.NOTHING;

  /**
   * Creates the lanes.
   *
   * @param devices the lanes of each device, by its index; their names differ
   * @param store allocates host memory
   */
  public NodeLanes(List<? extends DeviceLanes> devices, MemoryStore store) {
    this(devices, store, host -> new InlineWork<>(job -> {}), /* isAlone= */ true);
  }

  /**
   * Creates the lanes of a node that exchanges elements with others.
   *
   * @param withoutLane creates the backend that starts jobs without a lane
   */
  public NodeLanes(
      List<? extends DeviceLanes> devices,
      MemoryStore store,
      Function<HostAllocations, LaneBackend<Step>> withoutLane) {
    this(devices, store, withoutLane, /* isAlone= */ false);
  }

  private NodeLanes(
      List<? extends DeviceLanes> devices,
      MemoryStore store,
      Function<HostAllocations, LaneBackend<Step>> withoutLane,
      boolean isAlone) {
    this.isAlone = isAlone;
    this.devices = List.copyOf(devices);
    this.store = store;
    this.withoutLane = withoutLane;
    for (int place = 0; place < devices.size(); place++) {
      peers.add(LaneGroup.of("from-device-" + place, 1, COPY_DEPTH));
    }
  }

  @Override
  public JobPlacement placement(Instruction instruction) {
    if (instruction instanceof Instruction.Copy copy && isBetweenDevices(copy)) {
      return JobPlacement.on(peers.get(place(copy.source())));
    }
    return devices.get(place(instruction)).placement(instruction);
  }

  private static boolean isBetweenDevices(Instruction.Copy copy) {
    return copy.source().memory().isDevice()
        && copy.destination().memory().isDevice()
        && !copy.source().memory().equals(copy.destination().memory());
  }

  /** The index of the device whose lanes run an instruction; 0 if it concerns no device. */
  private static int place(Instruction instruction) {
    if (instruction instanceof Instruction.Kernel kernel) {
      return kernel.device();
    } else if (instruction instanceof Instruction.Allocate allocate) {
      return place(allocate.allocation());
    } else if (instruction instanceof Instruction.Free free) {
      return place(free.allocation());
    } else if (instruction instanceof Instruction.Copy copy) {
      return copy.source().memory().isDevice() ? place(copy.source()) : place(copy.destination());
    }
    return 0;
  }

  private static int place(Allocation allocation) {
    MemoryId memory = allocation.memory();
    return memory.isDevice() ? memory.number() - MemoryId.ofDevice(0).number() : 0;
  }

  @Override
  public Lanes<Step> open(HeapArrays arrays) {
    boolean withCores = devices.stream().anyMatch(DeviceLanes::usesHeap);
    NodeMemory memory =
        withCores && isAlone ? NodeMemory.withCores(arrays, store) : NodeMemory.of(arrays, store);
    Map<LaneGroup, LaneBackend<Step>> groups = new LinkedHashMap<>();
    for (LaneGroup peer : peers) {
      groups.put(peer, new HostLanes<>(peer, job -> copy(job.work().instruction())));
    }
    for (DeviceLanes device : devices) {
      groups.putAll(device.open(memory));
    }
    if (isAlone) {
      // With several nodes, the first one computes again what another one has lost.
      left = LeftInMemories.of(memory, devices);
    }
    return new Lanes<>(withoutLane.apply(memory.host()), groups);
  }

  @Override
  public LeftOnDevice leftOnDevice() {
    return left;
  }

  private void copy(Instruction instruction) throws Exception {
    Instruction.Copy copy = (Instruction.Copy) instruction;
    devices.get(place(copy.source())).copy(copy, devices.get(place(copy.destination())));
  }
}
