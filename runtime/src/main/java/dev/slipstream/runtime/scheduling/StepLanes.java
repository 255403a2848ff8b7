package dev.slipstream.runtime.scheduling;

import dev.slipstream.runtime.coherence.LeftOnDevice;
import dev.slipstream.runtime.execution.JobPlacement;
import dev.slipstream.runtime.execution.Lanes;
import dev.slipstream.runtime.graph.instruction.Instruction;

/** The lanes of a node. */
public interface StepLanes {
  /**
   * Returns where an instruction may run.
   *
   * @param instruction allocates, frees, copies, clears or computes
   * @return the lanes that can run it
   */
  JobPlacement placement(Instruction instruction);

  /**
   * Creates the lanes. Called once; the executor closes them.
   *
   * @param arrays finds the arrays that heap allocations stand for
   * @return all lanes
   */
  Lanes<Step> open(HeapArrays arrays);

  /** What the device still holds, after the lanes were closed. The caller closes it. */
  default LeftOnDevice leftOnDevice() {
    return LeftOnDevice.NOTHING;
  }
}
