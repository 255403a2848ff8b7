package dev.slipstream.runtime.node;

import dev.slipstream.model.kernel.IterationChunk;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.device.cpu.CpuDevice;
import dev.slipstream.runtime.execution.Assignment;
import dev.slipstream.runtime.execution.HostLanes;
import dev.slipstream.runtime.execution.JobPlacement;
import dev.slipstream.runtime.execution.LaneBackend;
import dev.slipstream.runtime.execution.LaneGroup;
import dev.slipstream.runtime.execution.Lanes;
import dev.slipstream.runtime.execution.Ticket;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.memory.HostAllocations;
import dev.slipstream.runtime.scheduling.DeviceLanes;
import dev.slipstream.runtime.scheduling.DeviceWork;
import dev.slipstream.runtime.scheduling.HeapArrays;
import dev.slipstream.runtime.scheduling.Step;
import dev.slipstream.runtime.scheduling.Work;
import java.util.List;
import java.util.Map;

/** The lane of the host's cores: they run one kernel at a time, on the program's arrays. */
final class HostCoreLanes implements DeviceLanes {
  private final CpuDevice cores;
  private final LaneGroup compute = LaneGroup.of("cpu-compute", 1, 1);

  HostCoreLanes(CpuDevice cores) {
    this.cores = cores;
  }

  /**
   * What the cores compute.
   *
   * @param kernel prepared by them
   * @param launch its arguments, and all its iterations
   * @param loops which of the nested loops each axis of the task's iterations is
   */
  record Chunks(PreparedKernel kernel, Launch launch, List<Integer> loops) implements Work {
    Chunks {
      loops = List.copyOf(loops);
    }
  }

  @Override
  public JobPlacement placement(Instruction instruction) {
    return JobPlacement.on(compute);
  }

  @Override
  public Lanes<Step> open(HeapArrays arrays) {
    throw new IllegalStateException("the host's cores are no node by themselves");
  }

  @Override
  public Map<LaneGroup, LaneBackend<Step>> open(HeapArrays arrays, HostAllocations host) {
    return Map.of(compute, new Cores(new HostLanes<>(compute, job -> run(job.work())), cores));
  }

  private static void run(Step step) throws DeviceException {
    if (!(step.instruction() instanceof Instruction.Kernel kernel)
        || !(step.work().orElseThrow() instanceof DeviceWork shared)) {
      throw new IllegalStateException("the host's cores are not asked for " + step);
    }
    Chunks chunks = (Chunks) shared.at(kernel.device());
    Launch launch = chunks.launch();
    if (launch.isChecked()) {
      Object[] arguments = launch.arguments().clone();
      arguments[launch.violation()] = new int[1];
      launch = launch.on(arguments);
    }
    chunks.kernel().launch(IterationChunk.of(launch, chunks.loops(), kernel.chunk()));
  }

  @Override
  public void copy(Instruction.Copy copy, DeviceLanes to) {
    throw new IllegalStateException("the host's cores have no memory of their own for " + copy);
  }

  /** The lane, with the threads that it uses. */
  private record Cores(HostLanes<Step> lanes, CpuDevice cores) implements LaneBackend<Step> {
    @Override
    public void start(Assignment<Step> assignment, Ticket ticket) {
      lanes.start(assignment, ticket);
    }

    @Override
    public void cancel(Throwable cause) {
      lanes.cancel(cause);
    }

    @Override
    public void close() {
      lanes.close();
      cores.close();
    }
  }
}
