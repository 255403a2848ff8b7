package dev.slipstream.runtime.scheduling;

import dev.slipstream.runtime.instruction.Instruction;
import dev.slipstream.runtime.task.WorkTask;
import java.util.List;
import java.util.Optional;

/**
 * What a lane is to do.
 *
 * @param instruction what
 * @param reason the loop, or the look at an array, for which it was made; empty if for none
 * @param work of a kernel, what it computes
 * @param arrays of a kernel, or of a fence that copies, its arrays, which are not to be collected
 *     before it was executed
 */
public record Step(
    Instruction instruction, String reason, Optional<Work> work, List<Object> arrays) {
  /** The task that an instruction does a part of; empty if it only prepares one, or cleans up. */
  static Optional<WorkTask> task(Instruction instruction) {
    if (instruction instanceof Instruction.Kernel kernel) {
      return Optional.of(kernel.task());
    } else if (instruction instanceof Instruction.HostWork host) {
      return Optional.of(host.task());
    }
    return instruction instanceof Instruction.Fence fence
        ? Optional.of(fence.task())
        : Optional.empty();
  }

  @Override
  public String toString() {
    if (instruction instanceof Instruction.Kernel kernel) {
      return kernel.task().name() + " on device " + kernel.device();
    }
    if (instruction instanceof Instruction.HostWork host) {
      return host.task().name();
    }
    String what = instruction.getClass().getSimpleName();
    if (instruction instanceof Instruction.Copy copy) {
      what =
          copy.source().buffer().text(copy.region())
              + " from "
              + copy.source().memory()
              + " to "
              + copy.destination().memory();
    } else if (instruction instanceof Instruction.Allocate allocate) {
      what = allocate.bytes() + " bytes for " + allocate.allocation();
    } else if (instruction instanceof Instruction.Clear clear) {
      what = "zeros for " + clear.destination();
    }
    return reason.isEmpty() ? what : what + ", for " + reason;
  }
}
