package dev.slipstream.agent.coherence;

import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceBackend;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.Finding;
import dev.slipstream.runtime.device.KernelFallback;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.device.SharingCost;
import dev.slipstream.runtime.device.cpu.CpuDevice;
import dev.slipstream.runtime.memory.MemoryStore;
import dev.slipstream.runtime.scheduling.DeviceLanes;
import dev.slipstream.runtime.scheduling.OwnLanes;
import dev.slipstream.runtime.scheduling.Work;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** A device whose memory is arrays of the test, and which works when its pace lets it. */
final class SimulatedDevice implements Device, OwnLanes {
  /** The device's name for users; the runtime knows the names of devices. */
  static final String KIND = "opencl";

  /** The kind that refuses every second loop. */
  static final String CHOOSY = "tornado";

  /** Sharing pays for loops of any size, but each device has whole arrays. */
  private static final SharingCost WHOLE_ARRAYS = new SharingCost(0, 0, 0, Long.MAX_VALUE);

  private final Pace pace;
  private final long bytes;
  private final CpuDevice host = new CpuDevice(1);
  private final String kind;
  private final int place;
  private final FuzzMemory memory;
  private final AtomicLong kernels = new AtomicLong();

  /**
   * @param bytes the device's memory
   * @param kind the name of its kind for users
   * @param place its place among those of its kind
   * @param memory the allocations of all devices
   */
  SimulatedDevice(Pace pace, long bytes, String kind, int place, FuzzMemory memory) {
    this.pace = pace;
    this.bytes = bytes;
    this.kind = kind;
    this.place = place;
    this.memory = memory;
  }

  /**
   * One execution of a kernel.
   *
   * @param loops which of the nested loops each axis of a chunk is; none if the kernel runs them
   *     all
   */
  record KernelWork(BackwardKernel kernel, Launch launch, List<Integer> loops) implements Work {
    /** Returns the iterations of a chunk. */
    IterationSpace space(Box chunk) {
      IterationSpace space = launch.space();
      int axes = loops.size();
      if (axes == 0) {
        return space;
      }
      int[] starts = new int[axes];
      int[] steps = new int[axes];
      int[] counts = new int[axes];
      for (int axis = 0; axis < axes; axis++) {
        int loop = loops.get(axis);
        starts[loop] = space.value(loop, (int) chunk.min(axis));
        steps[loop] = space.step(loop);
        counts[loop] = (int) chunk.extent(axis);
      }
      return new IterationSpace(starts, steps, counts);
    }
  }

  /** Returns a backend with some devices of one kind. */
  static DeviceBackend backend(List<SimulatedDevice> devices) {
    String kind = devices.get(0).kind;
    return new DeviceBackend() {
      @Override
      public String name() {
        return kind;
      }

      @Override
      public List<Device> open() {
        return List.copyOf(devices);
      }

      @Override
      public List<Finding> diagnose() {
        return List.of();
      }
    };
  }

  @Override
  public String id() {
    return kind + ":" + place;
  }

  @Override
  public String description() {
    return "a simulated device";
  }

  @Override
  public boolean leavesLoopsToOthers() {
    return kind.equals(CHOOSY);
  }

  @Override
  public PreparedKernel prepare(RangeKernel kernel) throws DeviceException {
    if (leavesLoopsToOthers() && kernel.loop().hashCode() % 2 == 0) {
      throw new DeviceException("it does not like " + kernel.loop());
    }
    return new BackwardKernel(kernel, host.prepare(kernel));
  }

  @Override
  public boolean keepsArrays() {
    return true;
  }

  @Override
  public long memoryBytes() {
    return bytes;
  }

  @Override
  public long largestArrayBytes() {
    return bytes;
  }

  @Override
  public DeviceLanes lanes(KernelFallback fallback, MemoryStore store) {
    return new FuzzLanes(pace, id(), kernels, memory);
  }

  @Override
  public Optional<Work> work(PreparedKernel kernel, Launch launch, List<Integer> loops) {
    return Optional.of(new KernelWork((BackwardKernel) kernel, launch, loops));
  }

  @Override
  public boolean sharesWith(Device other) {
    return other instanceof SimulatedDevice device && device.kind.equals(kind);
  }

  @Override
  public boolean sharesWithHost() {
    return !leavesLoopsToOthers();
  }

  @Override
  public boolean copiesToPeers() {
    return !leavesLoopsToOthers();
  }

  @Override
  public SharingCost sharingCost() {
    return leavesLoopsToOthers() ? WHOLE_ARRAYS : SharingCost.NOTHING;
  }

  /** Returns how many kernels ran on arrays that stay. */
  long kernels() {
    return kernels.get();
  }

  @Override
  public void close() {
    pace.hurry();
    host.close();
  }
}
