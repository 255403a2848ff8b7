package dev.slipstream.runtime.node;

import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.HostKernel;
import dev.slipstream.runtime.device.KernelFallback;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.execution.HostLanes;
import dev.slipstream.runtime.execution.InlineWork;
import dev.slipstream.runtime.execution.JobPlacement;
import dev.slipstream.runtime.execution.LaneBackend;
import dev.slipstream.runtime.execution.LaneGroup;
import dev.slipstream.runtime.execution.Lanes;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.memory.MemoryStore;
import dev.slipstream.runtime.scheduling.DeviceLanes;
import dev.slipstream.runtime.scheduling.HeapArrays;
import dev.slipstream.runtime.scheduling.NodeMemory;
import dev.slipstream.runtime.scheduling.OwnLanes;
import dev.slipstream.runtime.scheduling.Step;
import dev.slipstream.runtime.scheduling.Work;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A device with its own memory that leaves all kernels to the host. */
record IdleDevice(String id, long memoryBytes, boolean leavesLoopsToOthers, boolean works)
    implements Device, OwnLanes {
  @Override
  public String description() {
    return id;
  }

  @Override
  public HostKernel prepare(RangeKernel kernel) {
    return launch -> {
      throw new IllegalStateException();
    };
  }

  @Override
  public boolean keepsArrays() {
    return true;
  }

  @Override
  public boolean sharesWith(Device other) {
    return other instanceof IdleDevice device && device.leavesLoopsToOthers == leavesLoopsToOthers;
  }

  @Override
  public long largestArrayBytes() {
    return memoryBytes;
  }

  @Override
  public DeviceLanes lanes(KernelFallback fallback, MemoryStore store) throws DeviceException {
    if (!works) {
      throw new DeviceException("it was lost");
    }
    return new Idle(LaneGroup.of(id, 1, 1), id, fallback);
  }

  @Override
  public Optional<Work> work(PreparedKernel kernel, Launch launch, List<Integer> loops) {
    return Optional.of(new Anything());
  }

  @Override
  public void close() {}

  /** Represents any work. */
  private record Anything() implements Work {}

  /** A lane that does nothing, and reports that. */
  private record Idle(LaneGroup group, String device, KernelFallback fallback)
      implements DeviceLanes {
    @Override
    public JobPlacement placement(Instruction instruction) {
      return JobPlacement.on(group);
    }

    @Override
    public Lanes<Step> open(HeapArrays arrays) {
      return new Lanes<>(new InlineWork<>(job -> {}), Map.of(group, idle()));
    }

    @Override
    public Map<LaneGroup, LaneBackend<Step>> open(NodeMemory memory) {
      return Map.of(group, idle());
    }

    private LaneBackend<Step> idle() {
      return new HostLanes<>(
          group,
          job -> {
            if (job.work().instruction() instanceof Instruction.Kernel kernel) {
              fallback.ranOnHost(kernel.task().name(), device, "it is idle");
            }
          });
    }

    @Override
    public void copy(Instruction.Copy copy, DeviceLanes to) {
      throw new IllegalStateException();
    }
  }
}
