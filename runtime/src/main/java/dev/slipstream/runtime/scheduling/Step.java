package dev.slipstream.runtime.scheduling;

import dev.slipstream.runtime.instruction.Instruction;
import java.util.List;
import java.util.Optional;

/**
 * What a lane is to do.
 *
 * @param instruction what
 * @param work of a kernel, what it computes
 * @param arrays of a kernel, its arrays, which are not to be collected before it was executed
 */
public record Step(Instruction instruction, Optional<Work> work, List<Object> arrays) {
  @Override
  public String toString() {
    if (instruction instanceof Instruction.Kernel kernel) {
      return kernel.task().name() + " on device " + kernel.device();
    }
    return instruction instanceof Instruction.HostWork host
        ? host.task().name()
        : instruction.getClass().getSimpleName();
  }
}
