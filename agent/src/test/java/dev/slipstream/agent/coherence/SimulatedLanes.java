package dev.slipstream.agent.coherence;

import dev.slipstream.agent.coherence.SimulatedDevice.KernelWork;
import dev.slipstream.runtime.execution.HostLanes;
import dev.slipstream.runtime.execution.InlineWork;
import dev.slipstream.runtime.execution.Job;
import dev.slipstream.runtime.execution.LaneBackend;
import dev.slipstream.runtime.execution.LaneGroup;
import dev.slipstream.runtime.execution.Lanes;
import dev.slipstream.runtime.execution.Placement;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.instruction.Allocation;
import dev.slipstream.runtime.instruction.AllocationId;
import dev.slipstream.runtime.instruction.Binding;
import dev.slipstream.runtime.instruction.Instruction;
import dev.slipstream.runtime.instruction.MemoryId;
import dev.slipstream.runtime.kernel.ArrayAccess;
import dev.slipstream.runtime.kernel.Launch;
import dev.slipstream.runtime.memory.HostAllocations;
import dev.slipstream.runtime.region.Box;
import dev.slipstream.runtime.scheduling.DeviceLanes;
import dev.slipstream.runtime.scheduling.HeapArrays;
import dev.slipstream.runtime.scheduling.Step;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Two lanes for kernels and two for copies, so that only the order that the graphs demand keeps
 * work from running at the same time. Kernels get arrays in which everything is garbage but what
 * they have said they read, and of which nothing is kept but what they have said they write.
 */
final class SimulatedLanes implements DeviceLanes {
  private final LaneGroup compute = LaneGroup.of("simulated-compute", 2, 1);
  private final LaneGroup copies = LaneGroup.of("simulated-copies", 2, 1);
  private final Pace pace;
  private final AtomicLong kernels;
  private final Map<AllocationId, Object> memories = new ConcurrentHashMap<>();

  /** Arrays of arrays that have memory here are held, as a real device does. */
  private final Map<BufferId, Held> held = new HashMap<>();

  private record Held(Object[] rows, int allocations) {}

  /** Stands for memory of an array that is gone. */
  private static final Object NOTHING = new Object();

  SimulatedLanes(Pace pace, AtomicLong kernels) {
    this.pace = pace;
    this.kernels = kernels;
  }

  @Override
  public Placement placement(Instruction instruction) {
    if (instruction instanceof Instruction.Kernel) {
      return Placement.on(compute);
    }
    return instruction instanceof Instruction.Copy ? Placement.on(copies) : Placement.NO_LANE;
  }

  @Override
  public Map<LaneGroup, LaneBackend<Step>> open(HeapArrays heap, HostAllocations host) {
    throw new AssertionError("it is alone");
  }

  @Override
  public void copy(Instruction.Copy copy, DeviceLanes to) {
    throw new AssertionError("it is alone");
  }

  @Override
  public Lanes<Step> open(HeapArrays heap) {
    Map<LaneGroup, LaneBackend<Step>> groups = new LinkedHashMap<>();
    groups.put(compute, new HostLanes<>(compute, job -> run(job, heap)));
    groups.put(copies, new HostLanes<>(copies, job -> run(job, heap)));
    return new Lanes<>(new InlineWork<>(job -> run(job, heap)), groups);
  }

  private void run(Job<Step> job, HeapArrays heap) {
    Instruction instruction = job.work().instruction();
    if (instruction instanceof Instruction.Allocate allocate) {
      allocate(allocate.allocation(), heap);
    } else if (instruction instanceof Instruction.Free free) {
      free(free.allocation());
    } else if (instruction instanceof Instruction.Copy copy) {
      pace.beforeWork();
      copy(copy, heap);
    } else if (instruction instanceof Instruction.Kernel kernel) {
      pace.beforeWork();
      compute(kernel, (KernelWork) job.work().work().orElseThrow());
    } else if (instruction instanceof Instruction.Clear) {
      throw new AssertionError(instruction);
    }
  }

  private synchronized void allocate(Allocation allocation, HeapArrays heap) {
    BufferId buffer = allocation.buffer().id();
    Optional<Object> array = array(buffer, heap);
    if (array.isPresent() && array.get() instanceof Object[] rows) {
      held.merge(
          buffer, new Held(rows, 1), (old, one) -> new Held(old.rows(), old.allocations() + 1));
    }
    int from = (int) allocation.box().min0();
    int to = (int) allocation.box().max0();
    memories.put(
        allocation.id(),
        array.map(like -> Elements.garbage(Elements.part(like, from, to))).orElse(NOTHING));
  }

  private synchronized void free(Allocation allocation) {
    memories.remove(allocation.id());
    held.computeIfPresent(
        allocation.buffer().id(),
        (id, old) -> old.allocations() == 1 ? null : new Held(old.rows(), old.allocations() - 1));
  }

  private synchronized Optional<Object> array(BufferId buffer, HeapArrays heap) {
    Held rows = held.get(buffer);
    return rows != null ? Optional.of(rows.rows()) : heap.array(buffer);
  }

  private Optional<Object> memory(Allocation allocation, HeapArrays heap) {
    return allocation.memory().equals(MemoryId.HEAP)
        ? array(allocation.buffer().id(), heap)
        : Optional.of(known(allocation)).filter(memory -> memory != NOTHING);
  }

  private Object known(Allocation allocation) {
    Object memory = memories.get(allocation.id());
    if (memory == null) {
      throw new AssertionError(allocation + " is not there");
    }
    return memory;
  }

  private void copy(Instruction.Copy copy, HeapArrays heap) {
    Optional<Object> from = memory(copy.source(), heap);
    Optional<Object> to = memory(copy.destination(), heap);
    if (from.isPresent() && to.isPresent()) {
      for (Box box : copy.region().boxes()) {
        Elements.copy(
            from.get(),
            (int) (box.min0() - copy.source().box().min0()),
            to.get(),
            (int) (box.min0() - copy.destination().box().min0()),
            (int) box.area());
      }
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
    work.kernel().run(launch.space(), arguments);
    move(kernel, launch, arguments, /* toKernel= */ false);
    kernels.incrementAndGet();
  }

  /** There is one binding for each access that reads, and then one if it writes. */
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
    Object memory = known(allocation);
    for (Box box : binding.region().boxes()) {
      int index = (int) box.min0();
      int place = (int) (box.min0() - allocation.box().min0());
      if (toKernel) {
        Elements.copy(memory, place, argument, index, (int) box.area());
      } else {
        Elements.copy(argument, index, memory, place, (int) box.area());
      }
    }
  }
}
