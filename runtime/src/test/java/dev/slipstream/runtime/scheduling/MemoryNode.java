package dev.slipstream.runtime.scheduling;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.execution.HostLanes;
import dev.slipstream.runtime.execution.InlineWork;
import dev.slipstream.runtime.execution.Job;
import dev.slipstream.runtime.execution.JobPlacement;
import dev.slipstream.runtime.execution.LaneBackend;
import dev.slipstream.runtime.execution.LaneGroup;
import dev.slipstream.runtime.execution.Lanes;
import dev.slipstream.runtime.graph.instruction.Allocation;
import dev.slipstream.runtime.graph.instruction.AllocationId;
import dev.slipstream.runtime.graph.instruction.Binding;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.graph.instruction.MemoryId;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * Devices whose memories are arrays of the test, with a thread for each device and two for copies.
 * Kernels can only access elements that their accesses declare.
 */
final class MemoryNode implements StepLanes {
  /** A loop over one axis of arrays of ints. */
  interface IntWork extends Work {
    void run(long iteration, List<View> arrays);
  }

  private static final int GARBAGE = 0x5EED;

  private final List<LaneGroup> devices;
  private final LaneGroup copies = LaneGroup.of("copies", 2, 1);
  private final Map<AllocationId, int[]> memories = new ConcurrentHashMap<>();
  private final AtomicLong uploaded = new AtomicLong();
  private final AtomicLong downloaded = new AtomicLong();
  private final AtomicLong allocations = new AtomicLong();
  private volatile Class<?> breaks = Void.class;
  private volatile HeapArrays heap = new HeapArrays();

  MemoryNode(int devices) {
    this.devices =
        IntStream.range(0, devices).mapToObj(d -> LaneGroup.of("device-" + d, 1, 4)).toList();
  }

  /** An array as a kernel can access it through one access. */
  static final class View {
    private final int[] memory;
    private final Binding binding;

    View(int[] memory, Binding binding) {
      this.memory = memory;
      this.binding = binding;
    }

    int get(long index) {
      return memory[place(index, binding.access().mode().consumes())];
    }

    void set(long index, int value) {
      memory[place(index, binding.access().mode().produces())] = value;
    }

    private int place(long index, boolean allowed) {
      boolean named = binding.region().contains(Region.of(Box.of(index, index + 1)));
      if (!allowed || !named) {
        throw new AssertionError("element " + index + " is outside of " + binding);
      }
      return (int) (index - binding.allocation().orElseThrow().box().min0());
    }
  }

  /** Makes all instructions of a kind fail. */
  void breakAll(Class<? extends Instruction> kind) {
    breaks = kind;
  }

  @Override
  public JobPlacement placement(Instruction instruction) {
    if (instruction instanceof Instruction.Kernel kernel) {
      return JobPlacement.on(devices.get(kernel.device()));
    }
    return instruction instanceof Instruction.Copy ? JobPlacement.on(copies) : JobPlacement.NO_LANE;
  }

  /** The program's arrays, as lanes know them. */
  HeapArrays heap() {
    return heap;
  }

  @Override
  public Lanes<Step> open(HeapArrays arrays) {
    heap = arrays;
    Map<LaneGroup, LaneBackend<Step>> groups = new LinkedHashMap<>();
    devices.forEach(group -> groups.put(group, new HostLanes<>(group, job -> run(job, arrays))));
    groups.put(copies, new HostLanes<>(copies, job -> run(job, arrays)));
    return new Lanes<>(new InlineWork<>(job -> run(job, arrays)), groups);
  }

  private void run(Job<Step> job, HeapArrays arrays) {
    Instruction instruction = job.work().instruction();
    if (breaks.isInstance(instruction)) {
      throw new IllegalStateException("the cable is cut");
    }
    if (instruction instanceof Instruction.Allocate allocate) {
      int[] memory = new int[Math.toIntExact(allocate.allocation().box().area())];
      Arrays.fill(memory, GARBAGE);
      memories.put(allocate.allocation().id(), memory);
      allocations.incrementAndGet();
    } else if (instruction instanceof Instruction.Free free) {
      memories.remove(free.allocation().id());
    } else if (instruction instanceof Instruction.Copy copy) {
      copy(copy, arrays);
    } else if (instruction instanceof Instruction.Kernel kernel) {
      compute(kernel, (IntWork) job.work().work().orElseThrow());
    } else if (instruction instanceof Instruction.Clear) {
      throw new AssertionError(instruction);
    }
  }

  private void copy(Instruction.Copy copy, HeapArrays arrays) {
    for (Box box : copy.region().boxes()) {
      int count = Math.toIntExact(box.area());
      memory(copy.source(), arrays)
          .ifPresent(
              from ->
                  memory(copy.destination(), arrays)
                      .ifPresent(
                          to ->
                              System.arraycopy(
                                  from,
                                  (int) (box.min0() - copy.source().box().min0()),
                                  to,
                                  (int) (box.min0() - copy.destination().box().min0()),
                                  count)));
      count(copy, count);
    }
  }

  private void count(Instruction.Copy copy, int elements) {
    if (copy.source().memory().equals(MemoryId.HEAP)) {
      uploaded.addAndGet(elements);
    } else if (copy.destination().memory().equals(MemoryId.HEAP)) {
      downloaded.addAndGet(elements);
    }
  }

  private Optional<int[]> memory(Allocation allocation, HeapArrays arrays) {
    return allocation.memory().equals(MemoryId.HEAP)
        ? arrays.array(allocation.buffer().id()).map(int[].class::cast)
        : Optional.of(memories.get(allocation.id()));
  }

  private void compute(Instruction.Kernel kernel, IntWork work) {
    List<View> views =
        kernel.bindings().stream()
            .map(
                binding ->
                    new View(
                        binding
                            .allocation()
                            .map(allocation -> memories.get(allocation.id()))
                            .orElse(new int[0]),
                        binding))
            .toList();
    for (long i = kernel.chunk().min0(); i < kernel.chunk().max0(); i++) {
      work.run(i, views);
    }
  }

  long uploaded() {
    return uploaded.get();
  }

  long downloaded() {
    return downloaded.get();
  }

  long allocations() {
    return allocations.get();
  }

  int memories() {
    return memories.size();
  }
}
