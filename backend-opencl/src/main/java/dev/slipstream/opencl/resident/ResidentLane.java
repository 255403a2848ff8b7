package dev.slipstream.opencl.resident;

import dev.slipstream.opencl.driver.ClException;
import dev.slipstream.opencl.launch.DeviceSession;
import dev.slipstream.opencl.memory.DeviceBuffer;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.execution.HostLanes;
import dev.slipstream.runtime.execution.HostWork;
import dev.slipstream.runtime.execution.InlineWork;
import dev.slipstream.runtime.execution.Job;
import dev.slipstream.runtime.execution.LaneGroup;
import dev.slipstream.runtime.execution.Lanes;
import dev.slipstream.runtime.execution.Placement;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.instruction.Allocation;
import dev.slipstream.runtime.instruction.AllocationId;
import dev.slipstream.runtime.instruction.Instruction;
import dev.slipstream.runtime.instruction.MemoryId;
import dev.slipstream.runtime.region.Box;
import dev.slipstream.runtime.scheduling.HeapArrays;
import dev.slipstream.runtime.scheduling.Step;
import dev.slipstream.runtime.scheduling.StepLanes;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * One lane that does everything on one OpenCL device, one step after the other: it allocates,
 * copies and computes in the order of the jobs. A buffer always begins with the first element of
 * its array, so that kernels find elements at their own indices.
 */
public final class ResidentLane implements StepLanes {
  private final LaneGroup group;
  private final DeviceSession session;
  private final Lock lock;

  /** Belongs to the lane's thread. */
  private final Map<AllocationId, DeviceBuffer> buffers = new HashMap<>();

  private final AtomicLong bytesIn = new AtomicLong();
  private final AtomicLong bytesOut = new AtomicLong();

  /**
   * Creates the lane.
   *
   * @param device what messages call the device
   * @param session the device in use
   * @param lock held whenever the session is used
   */
  public ResidentLane(String device, DeviceSession session, Lock lock) {
    this.group = LaneGroup.of(device, 1, 4);
    this.session = session;
    this.lock = lock;
  }

  @Override
  public Placement placement(Instruction instruction) {
    return Placement.on(group);
  }

  @Override
  public Lanes<Step> open(HeapArrays arrays) {
    HostWork<Step> work = job -> run(job, arrays);
    return new Lanes<>(new InlineWork<>(job -> {}), Map.of(group, new HostLanes<>(group, work)));
  }

  /** The bytes that were copied to the device. */
  public long bytesIn() {
    return bytesIn.get();
  }

  /** The bytes that were copied from the device to arrays. */
  public long bytesOut() {
    return bytesOut.get();
  }

  private void run(Job<Step> job, HeapArrays arrays) throws ClException, DeviceException {
    lock.lock();
    try {
      Instruction instruction = job.work().instruction();
      if (instruction instanceof Instruction.Allocate allocate) {
        Box box = allocate.allocation().box();
        long elementBytes = allocate.bytes() / box.area();
        buffers.put(allocate.allocation().id(), session.take(elementBytes * box.max0()));
      } else if (instruction instanceof Instruction.Free free) {
        session.giveBack(buffer(free.allocation()));
        buffers.remove(free.allocation().id());
      } else if (instruction instanceof Instruction.Copy copy) {
        for (Box box : copy.region().boxes()) {
          copy(copy, box, arrays);
        }
      } else if (instruction instanceof Instruction.Kernel kernel) {
        compute(kernel, (ResidentKernel) job.work().work().orElseThrow(), arrays);
      } else {
        throw new IllegalStateException("a single device is not asked for " + instruction);
      }
    } finally {
      lock.unlock();
    }
  }

  private DeviceBuffer buffer(Allocation allocation) {
    DeviceBuffer buffer = buffers.get(allocation.id());
    if (buffer == null) {
      throw new IllegalStateException(allocation + " is not there");
    }
    return buffer;
  }

  private void copy(Instruction.Copy copy, Box box, HeapArrays arrays) throws ClException {
    boolean toDevice = copy.source().memory().equals(MemoryId.HEAP);
    if (!toDevice && !copy.destination().memory().equals(MemoryId.HEAP)) {
      long elementBytes = elementBytes(copy.source().buffer().id(), arrays);
      session.copy(
          buffer(copy.source()),
          buffer(copy.destination()),
          elementBytes * box.min0(),
          elementBytes * box.area());
      return;
    }
    Optional<Object> array = arrays.array(copy.source().buffer().id());
    if (array.isPresent()) {
      DeviceBuffer buffer = buffer(toDevice ? copy.destination() : copy.source());
      int from = Math.toIntExact(box.min0());
      int to = Math.toIntExact(box.max0());
      session.copy(array.get(), from, to, buffer, toDevice);
      long bytes = elementBytes(copy.source().buffer().id(), arrays) * box.area();
      if (toDevice) {
        bytesIn.addAndGet(bytes);
      } else {
        bytesOut.addAndGet(bytes);
      }
    }
  }

  private static long elementBytes(BufferId buffer, HeapArrays arrays) {
    return arrays.array(buffer).map(ResidentLane::elementBytes).orElse(0L);
  }

  /** The size of an element of an array of primitives on a device. */
  public static long elementBytes(Object array) {
    Class<?> type = array.getClass().getComponentType();
    if (type == boolean.class || type == byte.class) {
      return 1;
    }
    if (type == short.class || type == char.class) {
      return 2;
    }
    return type == int.class || type == float.class ? 4 : 8;
  }

  private void compute(Instruction.Kernel kernel, ResidentKernel work, HeapArrays arrays)
      throws ClException, DeviceException {
    IdentityHashMap<Object, DeviceBuffer> held = new IdentityHashMap<>();
    kernel
        .bindings()
        .forEach(
            binding ->
                binding
                    .allocation()
                    .ifPresent(
                        allocation ->
                            arrays
                                .array(binding.access().buffer().id())
                                .ifPresent(array -> held.put(array, buffer(allocation)))));
    session.run(work.kernel(), work.parameters(), work.launch(), array -> orNone(held.get(array)));
  }

  private static DeviceBuffer orNone(@Nullable DeviceBuffer buffer) {
    return buffer == null ? DeviceBuffer.NONE : buffer;
  }
}
