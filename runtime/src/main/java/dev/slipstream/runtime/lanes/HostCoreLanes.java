package dev.slipstream.runtime.lanes;

import dev.slipstream.model.kernel.Launch;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.HostKernel;
import dev.slipstream.runtime.device.cpu.CpuDevice;
import dev.slipstream.runtime.execution.HostLanes;
import dev.slipstream.runtime.execution.InlineWork;
import dev.slipstream.runtime.execution.JobPlacement;
import dev.slipstream.runtime.execution.LaneBackend;
import dev.slipstream.runtime.execution.LaneGroup;
import dev.slipstream.runtime.execution.Lanes;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.scheduling.DeviceLanes;
import dev.slipstream.runtime.scheduling.ElementVersions;
import dev.slipstream.runtime.scheduling.HeapArrays;
import dev.slipstream.runtime.scheduling.NodeMemory;
import dev.slipstream.runtime.scheduling.Step;
import java.util.Map;

/**
 * The lanes of the host's cores: they run one kernel at a time, on arrays in the heap, and copy
 * between the heap and host memory.
 */
public final class HostCoreLanes implements DeviceLanes {
  private static final int COPY_DEPTH = 4;

  /** Copies up to this size are faster than waking another thread. */
  private static final long FEW_BYTES = 64 << 10;

  private final Runnable atEnd;
  private final LaneGroup compute = LaneGroup.of("cpu-compute", 1, 1);
  private final LaneGroup copy = LaneGroup.of("cpu-copy", 1, COPY_DEPTH);
  private final LaneGroup immediate = LaneGroup.of("cpu-inline", 1, 1);

  /**
   * @param cores the device of the cores, which the lane closes at its end
   */
  public HostCoreLanes(CpuDevice cores) {
    this(cores::close);
  }

  private HostCoreLanes(Runnable atEnd) {
    this.atEnd = atEnd;
  }

  /** Creates lanes on cores that other lanes share; their owner closes them. */
  static HostCoreLanes ofSharedCores() {
    return new HostCoreLanes(HostCoreLanes::keepOpen);
  }

  private static void keepOpen() {
    // The code that created the device closes it.
  }

  @Override
  public JobPlacement placement(Instruction instruction) {
    if (instruction instanceof Instruction.Kernel) {
      return JobPlacement.on(compute);
    }
    return JobPlacement.on(isBrief(instruction) ? immediate : copy);
  }

  private static boolean isBrief(Instruction instruction) {
    if (instruction instanceof Instruction.Copy few) {
      return few.region().area() * few.source().buffer().size().bytes() <= FEW_BYTES;
    }
    return !(instruction instanceof Instruction.Allocate allocate) || allocate.bytes() <= FEW_BYTES;
  }

  @Override
  public boolean usesHeap() {
    return true;
  }

  @Override
  public Lanes<Step> open(HeapArrays arrays) {
    throw new IllegalStateException("the host's cores alone are not a node");
  }

  @Override
  public Map<LaneGroup, LaneBackend<Step>> open(NodeMemory memory) {
    HeapCopies copies = new HeapCopies(memory);
    return Map.of(
        compute,
        new ClosingLanes(
            new HostLanes<>(compute, job -> run(job.work(), memory.versions())), atEnd),
        copy,
        new HostLanes<>(copy, job -> copies.run(job.work().instruction())),
        immediate,
        new InlineWork<>(job -> copies.run(job.work().instruction())));
  }

  private static void run(Step step, ElementVersions versions) throws DeviceException {
    if (!(step.instruction() instanceof Instruction.Kernel kernel)) {
      throw new IllegalStateException("the host's cores do not run " + step);
    }
    KernelWork work = (KernelWork) step.work().orElseThrow();
    Launch launch = work.launch(kernel.chunk());
    if (launch.isChecked()) {
      Object[] arguments = launch.arguments().clone();
      arguments[launch.violation()] = new int[1];
      launch = launch.on(arguments);
    }
    boolean done = false;
    try {
      ((HostKernel) work.kernel()).launch(launch);
      done = true;
    } finally {
      if (done) {
        versions.written(kernel);
      } else {
        versions.spoiled(kernel);
      }
    }
    step.release();
  }

  @Override
  public void copy(Instruction.Copy copy, DeviceLanes to) {
    throw new IllegalStateException("the host's cores have no memory of their own for " + copy);
  }
}
