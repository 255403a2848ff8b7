package dev.slipstream.runtime.cluster;

import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.KernelFallback;
import dev.slipstream.runtime.graph.instruction.InstructionOptions;
import dev.slipstream.runtime.graph.instruction.InstructionOptions.Contiguity;
import dev.slipstream.runtime.graph.instruction.MemoryId;
import dev.slipstream.runtime.graph.instruction.NodeTopology;
import dev.slipstream.runtime.lanes.HostTaskLane;
import dev.slipstream.runtime.lanes.MemoryLanes;
import dev.slipstream.runtime.memory.MemoryStore;
import dev.slipstream.runtime.network.Network;
import dev.slipstream.runtime.network.TransferLane;
import dev.slipstream.runtime.scheduling.NodeLanes;
import java.util.List;
import java.util.Set;

/**
 * The one device that a node of several has, and its lanes. All cores work on arrays in the heap,
 * other devices in memory of their own.
 *
 * @param device the device
 * @param memory gives host memory
 */
public record RankMachine(Device device, MemoryStore memory) {
  /**
   * How commands become instructions: of each array that a loop accesses all is allocated, since
   * kernels count from its start.
   *
   * @param nodes how many nodes there are
   * @param bytes how many bytes of the device may be allocated at a time
   */
  public InstructionOptions instructions(int nodes, long bytes) {
    NodeTopology.Device only =
        device.keepsArrays()
            ? new NodeTopology.Device(MemoryId.ofDevice(0), memory.budget(0, bytes))
            : new NodeTopology.Device(MemoryId.HEAP, NodeTopology.UNLIMITED);
    return InstructionOptions.of(nodes, new NodeTopology(List.of(only), Set.of(), MemoryId.HEAP))
        .with(Contiguity.WHOLE)
        .withoutLookahead();
  }

  /**
   * The lanes of the device and of the network.
   *
   * @param fallback hears of kernels that the host runs instead
   * @throws DeviceException if the device cannot be opened
   */
  public NodeLanes lanes(Network network, KernelFallback fallback) throws DeviceException {
    return new NodeLanes(
        List.of(MemoryLanes.of(device, fallback, memory)),
        memory,
        host -> new HostTaskLane(new TransferLane(network, host)));
  }
}
