package dev.slipstream.agent.coherence;

import dev.slipstream.agent.coherence.SimulatedDevice.KernelWork;
import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.execution.HostLanes;
import dev.slipstream.runtime.execution.InlineWork;
import dev.slipstream.runtime.execution.Job;
import dev.slipstream.runtime.execution.JobPlacement;
import dev.slipstream.runtime.execution.LaneBackend;
import dev.slipstream.runtime.execution.LaneGroup;
import dev.slipstream.runtime.execution.Lanes;
import dev.slipstream.runtime.graph.instruction.Allocation;
import dev.slipstream.runtime.graph.instruction.Binding;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.memory.DirectMemory;
import dev.slipstream.runtime.scheduling.DeviceLanes;
import dev.slipstream.runtime.scheduling.HeapArrays;
import dev.slipstream.runtime.scheduling.NodeMemory;
import dev.slipstream.runtime.scheduling.Step;
import dev.slipstream.runtime.scheduling.Work;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Two lanes for kernels and two for copies, so that only the graphs' dependencies keep work from
 * running simultaneously. Kernels get arrays that contain garbage except for the elements they have
 * declared to read, and only the elements they have declared to write are kept.
 */
final class FuzzLanes implements DeviceLanes {
  private final LaneGroup compute;
  private final LaneGroup copies;
  private final Pace pace;
  private final AtomicLong kernels;
  private final FuzzMemory memory;
  private volatile @Nullable HeapArrays arrays;

  /**
   * @param device the device's name
   * @param kernels counts the kernels that the device has run
   */
  FuzzLanes(Pace pace, String device, AtomicLong kernels, FuzzMemory memory) {
    this.pace = pace;
    this.kernels = kernels;
    this.memory = memory;
    compute = LaneGroup.of(device + "-compute", 2, 1);
    copies = LaneGroup.of(device + "-copies", 2, 1);
  }

  @Override
  public JobPlacement placement(Instruction instruction) {
    return JobPlacement.on(instruction instanceof Instruction.Kernel ? compute : copies);
  }

  @Override
  public Lanes<Step> open(HeapArrays heap) {
    return new Lanes<>(new InlineWork<>(job -> {}), open(NodeMemory.of(heap, new DirectMemory(0))));
  }

  @Override
  public Map<LaneGroup, LaneBackend<Step>> open(NodeMemory node) {
    HeapArrays heap = node.heap();
    arrays = heap;
    Map<LaneGroup, LaneBackend<Step>> groups = new LinkedHashMap<>();
    groups.put(compute, new HostLanes<>(compute, job -> run(job, heap)));
    groups.put(copies, new HostLanes<>(copies, job -> run(job, heap)));
    return groups;
  }

  @Override
  public void copy(Instruction.Copy copy, DeviceLanes to) {
    pace.beforeWork();
    memory.copy(copy, Objects.requireNonNull(arrays));
  }

  private void run(Job<Step> job, HeapArrays heap) {
    Instruction instruction = job.work().instruction();
    if (instruction instanceof Instruction.Allocate allocate) {
      memory.allocate(allocate.allocation(), heap);
    } else if (instruction instanceof Instruction.Free free) {
      memory.free(free.allocation());
    } else if (instruction instanceof Instruction.Copy copy) {
      pace.beforeWork();
      memory.copy(copy, heap);
    } else if (instruction instanceof Instruction.Kernel kernel) {
      pace.beforeWork();
      Work work = job.work().work().orElseThrow();
      compute(kernel, (KernelWork) work);
    } else if (instruction instanceof Instruction.Clear) {
      throw new AssertionError(instruction);
    }
  }

  private void compute(Instruction.Kernel kernel, KernelWork work) {
    Launch launch = work.launch();
    Object[] arguments = launch.arguments().clone();
    Map<Object, Object> seen = new IdentityHashMap<>();
    for (int p = 0; p < arguments.length; p++) {
      if (arguments[p] != null && arguments[p].getClass().isArray()) {
        arguments[p] = seen.computeIfAbsent(arguments[p], Elements::garbage);
      }
    }
    move(kernel, launch, arguments, /* toKernel= */ true);
    if (launch.isChecked()) {
      ((int[]) arguments[launch.violation()])[0] = 0;
    }
    work.kernel().run(work.space(kernel.chunk()), arguments);
    if (launch.isChecked() && ((int[]) arguments[launch.violation()])[0] != 0) {
      throw new AssertionError("a loop throws that was submitted as one that does not");
    }
    move(kernel, launch, arguments, /* toKernel= */ false);
    kernels.incrementAndGet();
    pace.afterKernel();
  }

  /** There is one binding for each access that reads, and a further one if it writes. */
  private void move(
      Instruction.Kernel kernel, Launch launch, Object[] arguments, boolean toKernel) {
    Iterator<Binding> bindings = kernel.bindings().iterator();
    for (ArrayAccess access : launch.accesses()) {
      Object argument = arguments[access.parameter()];
      if (access.reads()) {
        move(bindings.next(), argument, toKernel);
      }
      if (access.writes()) {
        move(bindings.next(), argument, toKernel);
      }
    }
  }

  private void move(Binding binding, Object argument, boolean toKernel) {
    boolean wanted =
        toKernel ? binding.access().mode().consumes() : binding.access().mode().produces();
    if (!wanted || binding.allocation().isEmpty()) {
      return;
    }
    Allocation allocation = binding.allocation().get();
    Object elements = memory.known(allocation);
    for (Box box : binding.region().boxes()) {
      int index = (int) box.min0();
      int place = (int) (box.min0() - allocation.box().min0());
      if (toKernel) {
        Elements.copy(elements, place, argument, index, (int) box.area());
      } else {
        Elements.copy(argument, index, elements, place, (int) box.area());
      }
    }
  }
}
