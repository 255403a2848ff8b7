package dev.slipstream.tornado.resident;

import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.KernelFallback;
import dev.slipstream.runtime.execution.HostWork;
import dev.slipstream.runtime.execution.InlineWork;
import dev.slipstream.runtime.execution.JobPlacement;
import dev.slipstream.runtime.execution.LaneBackend;
import dev.slipstream.runtime.execution.LaneGroup;
import dev.slipstream.runtime.execution.Lanes;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.memory.HostAllocations;
import dev.slipstream.runtime.memory.MemoryStore;
import dev.slipstream.runtime.scheduling.DeviceLanes;
import dev.slipstream.runtime.scheduling.HeapArrays;
import dev.slipstream.runtime.scheduling.Step;
import dev.slipstream.tornado.binding.TornadoException;
import java.util.Map;

/** The lane of one device: one thread that allocates, copies, computes and frees. */
public final class ResidentLanes implements DeviceLanes {
  /** So many jobs wait for the thread, which goes from one to the next without the executor. */
  private static final int DEPTH = 16;

  private final String device;
  private final ResidentSession session;
  private final KernelFallback fallback;
  private final MemoryStore store;
  private final LaneGroup group;
  private final JobPlacement placement;

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
    this.placement = JobPlacement.on(group);
  }

  @Override
  public JobPlacement placement(Instruction instruction) {
    return placement;
  }

  @Override
  public Lanes<Step> open(HeapArrays heap) {
    return new Lanes<>(new InlineWork<>(job -> {}), open(heap, new HostAllocations(store)));
  }

  @Override
  public Map<LaneGroup, LaneBackend<Step>> open(HeapArrays heap, HostAllocations host) {
    ArraysOnDevice arrays = new ArraysOnDevice(session.blocks(), session.copies(), heap);
    HostForm hostForm = new HostForm(device, arrays, session.copies(), heap, fallback);
    HostWork<Step> work = work(heap, host, arrays, hostForm);
    return Map.of(group, new OneLane(group, work, () -> close(hostForm)));
  }

  /** What the lane's thread does, which has been rehearsed where that is possible. */
  HostWork<Step> work(
      HeapArrays heap, HostAllocations host, ArraysOnDevice arrays, HostForm hostForm) {
    Copies copies = new Copies(arrays, session.copies(), heap, host);
    LaneWork work = new LaneWork(session, heap, host, arrays, copies, hostForm, session.windows());
    try {
      RehearsedCopies rehearsed = new RehearsedCopies(session, host, hostForm);
      rehearsed.untilCompiled();
      return new PreparedWork(work, rehearsed);
    } catch (TornadoException | DeviceException | RuntimeException | LinkageError unprepared) {
      // The first job fails, too, or is slow.
      return work;
    }
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
}
