package dev.slipstream.opencl.resident;

import dev.slipstream.model.kernel.Launch;
import dev.slipstream.opencl.driver.ClException;
import dev.slipstream.opencl.kernel.BuiltKernel;
import dev.slipstream.opencl.launch.DeviceArray;
import dev.slipstream.opencl.launch.ResidentSession;
import dev.slipstream.opencl.memory.DeviceLayout;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.KernelFallback;
import dev.slipstream.runtime.execution.HostLanes;
import dev.slipstream.runtime.execution.HostWork;
import dev.slipstream.runtime.execution.InlineWork;
import dev.slipstream.runtime.execution.JobPlacement;
import dev.slipstream.runtime.execution.LaneBackend;
import dev.slipstream.runtime.execution.LaneGroup;
import dev.slipstream.runtime.execution.Lanes;
import dev.slipstream.runtime.graph.instruction.Allocation;
import dev.slipstream.runtime.graph.instruction.Binding;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.graph.instruction.MemoryId;
import dev.slipstream.runtime.memory.HostAllocations;
import dev.slipstream.runtime.memory.MemoryStore;
import dev.slipstream.runtime.scheduling.DeviceLanes;
import dev.slipstream.runtime.scheduling.DeviceWork;
import dev.slipstream.runtime.scheduling.HeapArrays;
import dev.slipstream.runtime.scheduling.Step;
import dev.slipstream.runtime.scheduling.Work;
import java.lang.reflect.Array;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of one OpenCL device: one that computes, one for copies in each direction, which run
 * beside each other, and one that allocates and frees. An array of arrays is a buffer with one
 * element for each element of the outermost array; {@link DeviceLayout} says what must hold of it.
 */
public final class ResidentLanes implements DeviceLanes {
  /** Enough kernels that do not follow from each other to keep a device busy. */
  private static final int COMPUTE_DEPTH = 16;

  private static final int COPY_DEPTH = 4;

  private final String device;
  private final ResidentSession session;
  private final KernelFallback fallback;
  private final MemoryStore store;
  private final LaneGroup memory;
  private final LaneGroup upload;
  private final LaneGroup download;
  private final LaneGroup compute;
  private final JobPlacement onMemory;
  private final JobPlacement onUpload;
  private final JobPlacement onDownload;
  private final JobPlacement onCompute;
  private volatile @Nullable Copies opened;

  /**
   * Creates the lanes.
   *
   * @param device what messages call the device
   * @param session the device in use, which the lanes close at their end
   * @param fallback hears which kernels the host ran instead
   * @param store gives host memory, unless there are other devices
   */
  public ResidentLanes(
      String device, ResidentSession session, KernelFallback fallback, MemoryStore store) {
    this.device = device;
    this.session = session;
    this.fallback = fallback;
    this.store = store;
    this.memory = LaneGroup.of(device + "-memory", 1, COPY_DEPTH);
    this.upload = LaneGroup.of(device + "-upload", 1, COPY_DEPTH);
    this.download = LaneGroup.of(device + "-download", 1, COPY_DEPTH);
    this.compute = LaneGroup.of(device + "-compute", 1, COMPUTE_DEPTH);
    this.onMemory = JobPlacement.on(memory);
    this.onUpload = JobPlacement.on(upload);
    this.onDownload = JobPlacement.on(download);
    this.onCompute = JobPlacement.on(compute);
  }

  @Override
  public JobPlacement placement(Instruction instruction) {
    if (instruction instanceof Instruction.Kernel) {
      return onCompute;
    } else if (instruction instanceof Instruction.Copy copy) {
      boolean from = copy.source().memory().isDevice();
      boolean to = copy.destination().memory().isDevice();
      boolean toHeap = copy.destination().memory().equals(MemoryId.HEAP);
      return from && to ? onCompute : from || toHeap ? onDownload : onUpload;
    }
    return onMemory;
  }

  @Override
  public Lanes<Step> open(HeapArrays heap) {
    return new Lanes<>(new InlineWork<>(job -> {}), open(heap, new HostAllocations(store)));
  }

  @Override
  public Map<LaneGroup, LaneBackend<Step>> open(HeapArrays heap, HostAllocations host) {
    ArraysOnDevice arrays = new ArraysOnDevice(session, heap);
    HostForm hostForm = new HostForm(device, session, arrays, heap, fallback);
    Copies copies = new Copies(session, arrays, host);
    opened = copies;
    session.beforeRelease(
        () -> {
          hostForm.close();
          arrays.freeAll();
        });
    HostWork<Step> allocating = used(instruction -> allocateOrFree(instruction, arrays, host));
    HostWork<Step> copying = used(instruction -> copies.copy((Instruction.Copy) instruction));
    Map<LaneGroup, LaneBackend<Step>> groups = new LinkedHashMap<>();
    groups.put(memory, new HostLanes<>(memory, allocating));
    groups.put(upload, new HostLanes<>(upload, copying));
    groups.put(download, new HostLanes<>(download, copying));
    groups.put(
        compute,
        new ComputeLane(device, session, job -> start(job.work(), heap, arrays, copies, hostForm)));
    return groups;
  }

  @Override
  public void copy(Instruction.Copy copy, DeviceLanes to) throws ClException, DeviceException {
    if (!(to instanceof ResidentLanes other)) {
      throw new IllegalArgumentException(device + " cannot copy to " + to);
    }
    use(() -> other.use(() -> copies().copy(copy, other.copies())));
  }

  private Copies copies() {
    Copies known = opened;
    if (known == null) {
      throw new IllegalStateException("the lanes of " + device + " are not open");
    }
    return known;
  }

  /** The bytes that were copied to the device from the host. */
  public long bytesIn() {
    return copies().bytesIn();
  }

  /** The bytes that were copied from the device to the host. */
  public long bytesOut() {
    return copies().bytesOut();
  }

  /** The bytes that were copied to other devices. */
  public long bytesToPeers() {
    return copies().bytesToPeers();
  }

  /** What a thread does with an instruction. */
  @FunctionalInterface
  private interface Execution {
    void run(Instruction instruction) throws ClException;
  }

  private HostWork<Step> used(Execution execution) {
    return job -> use(() -> execution.run(job.work().instruction()));
  }

  /** What a thread does with the session. */
  @FunctionalInterface
  private interface Use {
    void run() throws ClException, DeviceException;
  }

  private void use(Use use) throws ClException, DeviceException {
    if (!session.begin()) {
      throw new DeviceException(device + " has been closed");
    }
    try {
      use.run();
    } finally {
      session.end();
    }
  }

  private static void allocateOrFree(
      Instruction instruction, ArraysOnDevice arrays, HostAllocations host) throws ClException {
    if (instruction instanceof Instruction.Allocate allocate) {
      Allocation allocation = allocate.allocation();
      if (allocation.memory().isDevice()) {
        arrays.allocate(allocation);
      } else {
        // Rows differ in length: what the planner counts is their mean.
        host.allocate(
            new Instruction.Allocate(allocate.id(), allocation, arrays.bytes(allocation)),
            MemoryStore.Purpose.SPILL);
      }
    } else if (instruction instanceof Instruction.Free free) {
      if (free.allocation().memory().isDevice()) {
        arrays.free(free.allocation());
      } else {
        host.free(free);
      }
    } else {
      throw new IllegalStateException("a device is not asked for " + instruction);
    }
  }

  private void start(
      Step step, HeapArrays heap, ArraysOnDevice arrays, Copies copies, HostForm hostForm)
      throws ClException, DeviceException {
    if (step.instruction() instanceof Instruction.Copy copy) {
      copies.copy(copy);
      return;
    }
    Instruction.Kernel kernel = (Instruction.Kernel) step.instruction();
    Work any = step.work().orElseThrow();
    ResidentKernel work =
        (ResidentKernel) (any instanceof DeviceWork shared ? shared.at(kernel.device()) : any);
    DeviceKernel form = work.kernel();
    Launch launch = work.launch(kernel.chunk());
    @Nullable DeviceArray[] found = found(kernel.bindings(), launch.arguments(), heap, arrays);
    BuiltKernel built;
    try {
      built = takesParts(found) ? form.forParts() : form.built();
    } catch (DeviceException refusal) {
      hostForm.run(kernel, form, launch, refusal);
      return;
    }
    session.launch(
        built,
        form.source().parameters(),
        launch,
        p -> orUntouched(found[p], launch.arguments()[p]),
        (iterations, refusal) -> hostForm.run(kernel, form, iterations, refusal));
  }

  private static boolean takesParts(@Nullable DeviceArray[] arrays) {
    for (DeviceArray array : arrays) {
      if (array != null && array.before() != 0) {
        return true;
      }
    }
    return false;
  }

  /** The arrays that a kernel touches, by its parameters. */
  private static @Nullable DeviceArray[] found(
      List<Binding> bindings, Object[] arguments, HeapArrays heap, ArraysOnDevice arrays) {
    @Nullable DeviceArray[] found = new DeviceArray[arguments.length];
    for (int b = 0; b < bindings.size(); b++) {
      Binding binding = bindings.get(b);
      if (binding.allocation().isPresent()) {
        Object array = heap.array(binding.access().buffer().id()).orElse(binding);
        boolean used = false;
        for (int p = 0; p < arguments.length; p++) {
          if (arguments[p] == array) {
            used = true;
            found[p] = found[p] == null ? arrays.array(binding, array) : found[p];
          }
        }
        if (!used) {
          throw new IllegalStateException(
              binding.access().buffer().name() + " is none of the kernel's arrays any more");
        }
      }
    }
    return found;
  }

  private static DeviceArray orUntouched(@Nullable DeviceArray array, @Nullable Object argument) {
    return array != null
        ? array
        : DeviceArray.untouched(argument == null ? 0 : Array.getLength(argument));
  }
}
