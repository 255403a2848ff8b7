package dev.slipstream.runtime.scheduling;

import dev.slipstream.runtime.execution.LaneBackend;
import dev.slipstream.runtime.execution.LaneGroup;
import dev.slipstream.runtime.graph.instruction.Instruction;
import java.util.Map;
import java.util.Optional;

/** The lanes of one device, which may be one of several of a node. */
public interface DeviceLanes extends StepLanes {
  /**
   * Creates the lanes. Called once; on nodes with several devices instead of {@link
   * #open(HeapArrays)}.
   *
   * @param memory what all lanes of the node share
   * @return the backend for the jobs of each group of lanes
   */
  Map<LaneGroup, LaneBackend<Step>> open(NodeMemory memory);

  /** Whether the device works on the program's own arrays. */
  default boolean usesHeap() {
    return false;
  }

  /**
   * Keeps the device's memory beyond the end of the lanes. Called after {@link #open(NodeMemory)}.
   *
   * @return the memory, which the caller closes; empty if it cannot be kept
   */
  default Optional<RemainingMemory> keepMemory() {
    return Optional.empty();
  }

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
