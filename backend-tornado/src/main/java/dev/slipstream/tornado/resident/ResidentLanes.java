package dev.slipstream.tornado.resident;

import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.KernelFallback;
import dev.slipstream.runtime.execution.InlineWork;
import dev.slipstream.runtime.execution.LaneBackend;
import dev.slipstream.runtime.execution.LaneGroup;
import dev.slipstream.runtime.execution.Lanes;
import dev.slipstream.runtime.execution.Placement;
import dev.slipstream.runtime.instruction.Allocation;
import dev.slipstream.runtime.instruction.Binding;
import dev.slipstream.runtime.instruction.Instruction;
import dev.slipstream.runtime.kernel.Launch;
import dev.slipstream.runtime.memory.HostAllocations;
import dev.slipstream.runtime.memory.MemoryStore;
import dev.slipstream.runtime.scheduling.DeviceLanes;
import dev.slipstream.runtime.scheduling.DeviceWork;
import dev.slipstream.runtime.scheduling.HeapArrays;
import dev.slipstream.runtime.scheduling.Step;
import dev.slipstream.runtime.scheduling.Work;
import dev.slipstream.tornado.binding.TornadoException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The lane of one device: one thread that allocates, copies, computes and frees. */
public final class ResidentLanes implements DeviceLanes {
  /** So many jobs wait for the thread, which goes from one to the next without the executor. */
  private static final int DEPTH = 16;

  private final String device;
  private final ResidentSession session;
  private final KernelFallback fallback;
  private final MemoryStore store;
  private final LaneGroup group;
  private final Placement placement;

  /**
   * @param device what messages call the device
   * @param session the device in use, which the lanes close at their end
   * @param fallback hears which kernels the host ran instead
   * @param store gives host memory
   */
  public ResidentLanes(
      String device, ResidentSession session, KernelFallback fallback, MemoryStore store) {
    this.device = device;
    this.session = session;
    this.fallback = fallback;
    this.store = store;
    this.group = LaneGroup.of(device, 1, DEPTH);
    this.placement = Placement.on(group);
  }

  @Override
  public Placement placement(Instruction instruction) {
    return placement;
  }

  @Override
  public Lanes<Step> open(HeapArrays heap) {
    return new Lanes<>(new InlineWork<>(job -> {}), open(heap, new HostAllocations(store)));
  }

  @Override
  public Map<LaneGroup, LaneBackend<Step>> open(HeapArrays heap, HostAllocations host) {
    ArraysOnDevice arrays = new ArraysOnDevice(session.blocks(), session.copies(), heap);
    Copies copies = new Copies(arrays, session.copies(), heap, host);
    HostForm hostForm = new HostForm(device, arrays, session.copies(), heap, fallback);
    OneLane lane =
        new OneLane(
            group,
            job -> session.use(() -> run(job.work(), heap, host, arrays, copies, hostForm)),
            () -> close(hostForm));
    session.copies().beforeEnds(lane::soon);
    return Map.of(group, lane);
  }

  private void close(HostForm hostForm) {
    hostForm.close();
    try {
      session.closeIfIdle();
    } catch (TornadoException e) {
      System.getLogger(ResidentLanes.class.getName())
          .log(System.Logger.Level.DEBUG, "closing " + device, e);
    }
  }

  @Override
  public void copy(Instruction.Copy copy, DeviceLanes to) {
    throw new UnsupportedOperationException(
        "copies between TornadoVM's devices go by way of host memory");
  }

  private void run(
      Step step,
      HeapArrays heap,
      HostAllocations host,
      ArraysOnDevice arrays,
      Copies copies,
      HostForm hostForm)
      throws TornadoException, DeviceException {
    Instruction instruction = step.instruction();
    if (instruction instanceof Instruction.Kernel kernel) {
      Work any = step.work().orElseThrow();
      Work own = any instanceof DeviceWork shared ? shared.at(kernel.device()) : any;
      compute(kernel, (ResidentWork) own, heap, arrays, hostForm);
    } else if (instruction instanceof Instruction.Copy copy) {
      copies.copy(copy);
    } else if (instruction instanceof Instruction.Allocate allocate) {
      if (allocate.allocation().memory().isDevice()) {
        arrays.allocate(allocate.allocation());
      } else {
        // Rows differ in length: what the planner counts is their mean.
        host.allocate(
            new Instruction.Allocate(
                allocate.id(), allocate.allocation(), arrays.bytes(allocate.allocation())),
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

  private void compute(
      Instruction.Kernel kernel,
      ResidentWork work,
      HeapArrays heap,
      ArraysOnDevice arrays,
      HostForm hostForm)
      throws TornadoException, DeviceException {
    Launch launch = work.launch(kernel.chunk());
    @Nullable KeptArray[] found = found(kernel.bindings(), launch.arguments(), heap, arrays);
    try {
      work.kernel().run(launch, Arrays.asList(found), arrays, session.nothing(), work.isShared());
    } catch (TornadoException e) {
      if (!work.kernel().isRefused()) {
        throw e;
      }
      hostForm.run(kernel, work.kernel(), launch, e);
    }
  }

  /** Where the arrays are that a kernel touches, by its parameters. */
  private static @Nullable KeptArray[] found(
      List<Binding> bindings, Object[] arguments, HeapArrays heap, ArraysOnDevice arrays) {
    @Nullable KeptArray[] found = new KeptArray[arguments.length];
    for (Binding binding : bindings) {
      if (binding.allocation().isPresent()) {
        Allocation allocation = binding.allocation().get();
        Object array = heap.array(binding.access().buffer().id()).orElse(binding);
        boolean used = false;
        for (int p = 0; p < arguments.length; p++) {
          if (arguments[p] == array) {
            used = true;
            found[p] = arrays.array(allocation);
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
}
