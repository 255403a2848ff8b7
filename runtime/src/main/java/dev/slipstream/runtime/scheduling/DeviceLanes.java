package dev.slipstream.runtime.scheduling;

import dev.slipstream.runtime.execution.LaneBackend;
import dev.slipstream.runtime.execution.LaneGroup;
import dev.slipstream.runtime.graph.instruction.Instruction;
import java.util.Map;

/** The lanes of one device, which may be one of several of a node. */
public interface DeviceLanes extends StepLanes {
  /**
   * Makes the lanes. Called once, instead of {@link #open} where there are other devices.
   *
   * @param arrays finds the arrays that heap allocations stand for
   * @param host what instructions have allocated in host memory, for all devices
   * @return what runs the jobs of which lanes
   */
  Map<LaneGroup, LaneBackend<Step>> open(HeapArrays arrays, HostAllocations host);

  /**
   * Copies elements from this device to another, and waits for the end. By one thread at a time.
   *
   * @param copy which elements, from where to where
   * @param to the lanes of the other device, of the same kind
   * @throws Exception if that fails
   */
  void copy(Instruction.Copy copy, DeviceLanes to) throws Exception;
}
