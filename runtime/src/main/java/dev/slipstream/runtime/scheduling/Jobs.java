package dev.slipstream.runtime.scheduling;

import dev.slipstream.runtime.execution.Job;
import dev.slipstream.runtime.execution.JobId;
import dev.slipstream.runtime.execution.JobKind;
import dev.slipstream.runtime.execution.JobPlacement;
import dev.slipstream.runtime.graph.Dependency;
import dev.slipstream.runtime.graph.Vertex;
import dev.slipstream.runtime.graph.instruction.Instruction;
import java.util.List;

/** Makes jobs of instructions. */
final class Jobs {
  private final StepLanes lanes;

  Jobs(StepLanes lanes) {
    this.lanes = lanes;
  }

  Job<Step> of(Vertex<Instruction> vertex, Step step) {
    JobKind kind = kind(vertex.payload());
    return new Job<>(
        new JobId(vertex.id()),
        kind,
        before(vertex.dependencies()),
        placement(kind, vertex.payload()),
        step);
  }

  private static List<JobId> before(List<Dependency<Instruction>> dependencies) {
    JobId[] before = new JobId[dependencies.size()];
    for (int i = 0; i < before.length; i++) {
      before[i] = new JobId(dependencies.get(i).on().id());
    }
    return List.of(before);
  }

  private JobPlacement placement(JobKind kind, Instruction instruction) {
    return switch (kind) {
      case HORIZON, EPOCH, FENCE, HOST_TASK -> JobPlacement.NO_LANE;
      default -> lanes.placement(instruction);
    };
  }

  private static JobKind kind(Instruction instruction) {
    if (instruction instanceof Instruction.Kernel
        || instruction instanceof Instruction.Reduce
        || instruction instanceof Instruction.FillIdentity) {
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
        || instruction instanceof Instruction.AwaitReceive
        || instruction instanceof Instruction.GatherReceive) {
      return JobKind.RECEIVE;
    }
    return JobKind.COPY;
  }
}
