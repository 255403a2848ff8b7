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
 * The one device of a node in a run of several, with its lanes. The cores work on arrays in the
 * heap, other devices in their own memory.
 *
 * @param device the device
 * @param memory allocates host memory
 */
public record RankMachine(Device device, MemoryStore memory) {
  /**
   * The options for instructions: each array that a loop accesses is allocated as a whole, since
   * kernels index from its start.
   *
   * @param nodes the number of nodes
   * @param bytes how many bytes of the device may be allocated at the same time
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
   * Creates the lanes of the device and of the network.
   *
   * @param fallback is notified of kernels that the host runs instead
   * @throws DeviceException if the device cannot be opened
   */
  public NodeLanes lanes(Network network, KernelFallback fallback) throws DeviceException {
    return new NodeLanes(
        List.of(MemoryLanes.of(device, fallback, memory)),
        memory,
        host -> new HostTaskLane(new TransferLane(network, host)));
  }
}
