package dev.slipstream.runtime.scheduling;

import dev.slipstream.runtime.execution.LaneBackend;
import dev.slipstream.runtime.execution.LaneGroup;
import dev.slipstream.runtime.graph.instruction.Instruction;
import java.util.Map;

/** The lanes of one device, which may be one of several of a node. */
public interface DeviceLanes extends StepLanes {
  /**
   * Creates the lanes. Called once; on nodes with several devices instead of {@link
   * #open(HeapArrays)}.
   *
   * @param arrays finds the arrays that heap allocations stand for
   * @param host the allocations in host memory, for all devices
   * @return the backend for the jobs of each group of lanes
   */
  Map<LaneGroup, LaneBackend<Step>> open(HeapArrays arrays, HostAllocations host);

  /**
   * Copies elements from this device to another, and waits until that is complete. For one thread
   * at a time.
   *
   * @param copy the elements, their source and destination
   * @param to the lanes of the other device, of the same kind
   * @throws Exception if that fails
   */
  void copy(Instruction.Copy copy, DeviceLanes to) throws Exception;
}
