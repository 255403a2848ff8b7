package dev.slipstream.runtime.scheduling;

import dev.slipstream.runtime.execution.JobKind;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.graph.task.WorkTask;
import java.util.List;
import java.util.Optional;

/**
 * An instruction as a device's lane gets it, with its work and arrays. Used by one thread at a
 * time.
 */
public final class Step {
  private final Instruction instruction;
  private final String reason;
  private Optional<Work> work;
  private List<Object> arrays;

  /**
   * @param instruction the instruction
   * @param reason the loop or array access that it was created for; empty if there is none
   * @param work the computation of a kernel, or of host work with code
   * @param arrays the arrays of a kernel, of host work with code, or of a fence that copies; kept
   *     from being collected until it was executed
   */
  public Step(Instruction instruction, String reason, Optional<Work> work, List<Object> arrays) {
    this.instruction = instruction;
    this.reason = reason;
    this.work = work;
    this.arrays = List.copyOf(arrays);
  }

  /** The instruction. */
  public Instruction instruction() {
    return instruction;
  }

  /** The computation of a kernel or of host work; empty for others, and after {@link #release}. */
  public Optional<Work> work() {
    return work;
  }

  /** Whether it keeps arrays from being collected. */
  public boolean keepsArrays() {
    return !arrays.isEmpty();
  }

  /**
   * Drops the arrays and the work after execution. A thread that waits for a later step of the lane
   * may be notified before the executor has noted this one, and may need the memory of its arrays
   * immediately.
   */
  public void release() {
    work = Optional.empty();
    arrays = List.of();
  }

  /**
   * The task that an instruction does a part of; empty if it only prepares for one, or cleans up.
   */
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

  /** The kind of an instruction, by which the executor orders it. */
  static JobKind kind(Instruction instruction) {
    if (instruction instanceof Instruction.Kernel) {
      return JobKind.KERNEL;
    } else if (instruction instanceof Instruction.HostWork) {
      return JobKind.HOST_TASK;
    } else if (instruction instanceof Instruction.Mark mark) {
      return mark.task().isEpoch() ? JobKind.EPOCH : JobKind.HORIZON;
    } else if (instruction instanceof Instruction.Fence) {
      return JobKind.FENCE;
    } else if (instruction instanceof Instruction.Allocate) {
      return JobKind.ALLOCATION;
    } else if (instruction instanceof Instruction.Free) {
      return JobKind.FREE;
    } else if (instruction instanceof Instruction.Send) {
      return JobKind.SEND;
    } else if (instruction instanceof Instruction.Receive
        || instruction instanceof Instruction.SplitReceive
        || instruction instanceof Instruction.AwaitReceive) {
      return JobKind.RECEIVE;
    }
    return JobKind.COPY;
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
