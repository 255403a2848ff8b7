package dev.slipstream.opencl.resident;

import dev.slipstream.opencl.driver.ClException;
import dev.slipstream.opencl.launch.DeviceArray;
import dev.slipstream.opencl.launch.DeviceSession;
import dev.slipstream.opencl.memory.DeviceBuffer;
import dev.slipstream.opencl.memory.DeviceLayout;
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
import dev.slipstream.runtime.instruction.Binding;
import dev.slipstream.runtime.instruction.Instruction;
import dev.slipstream.runtime.instruction.MemoryId;
import dev.slipstream.runtime.region.Box;
import dev.slipstream.runtime.scheduling.HeapArrays;
import dev.slipstream.runtime.scheduling.Step;
import dev.slipstream.runtime.scheduling.StepLanes;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * One lane that does everything on one OpenCL device, one step after the other: it allocates,
 * copies and computes in the order of the jobs. A buffer always begins with the first element of
 * its array, so that kernels find elements at their own indices. An array of arrays is a buffer
 * with one element for each row (or plane) of the outermost dimension; {@link DeviceLayout} says
 * what must hold of it while it has memory on the device.
 */
public final class ResidentLane implements StepLanes {
  private final LaneGroup group;
  private final DeviceSession session;
  private final Lock lock;

  /** Belongs to the lane's thread. */
  private final Map<AllocationId, DeviceBuffer> buffers = new HashMap<>();

  /** Belongs to the lane's thread, too. */
  private final Map<BufferId, RowsOnDevice> rows = new HashMap<>();

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
        allocate(allocate, arrays);
      } else if (instruction instanceof Instruction.Free free) {
        session.giveBack(buffer(free.allocation()));
        buffers.remove(free.allocation().id());
        release(free.allocation().buffer().id());
      } else if (instruction instanceof Instruction.Copy copy) {
        for (Box box : copy.region().boxes()) {
          copy(copy, Math.toIntExact(box.min0()), Math.toIntExact(box.max0()), arrays);
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

  private void allocate(Instruction.Allocate allocate, HeapArrays arrays) throws ClException {
    Allocation allocation = allocate.allocation();
    BufferId id = allocation.buffer().id();
    int end = Math.toIntExact(allocation.box().max0());
    Optional<Object> array = arrays.array(id);
    RowsOnDevice known = rows.get(id);
    if (known == null && array.orElse(id) instanceof Object[] outer) {
      known = RowsOnDevice.of(DeviceLayout.of(outer), session);
      rows.put(id, known);
    }
    long bytes;
    if (known != null) {
      known.allocations++;
      bytes = known.layout.offset(end);
    } else {
      // Of an array that is gone nobody will look at anything.
      bytes = array.map(there -> DeviceLayout.of(there).offset(end)).orElse(1L);
    }
    buffers.put(allocation.id(), session.take(Math.max(1, bytes)));
  }

  private void release(BufferId id) throws ClException {
    RowsOnDevice known = rows.get(id);
    if (known != null && --known.allocations == 0) {
      rows.remove(id);
      for (DeviceBuffer table : known.tables) {
        session.giveBack(table);
      }
    }
  }

  private DeviceBuffer buffer(Allocation allocation) {
    DeviceBuffer buffer = buffers.get(allocation.id());
    if (buffer == null) {
      throw new IllegalStateException(allocation + " is not there");
    }
    return buffer;
  }

  private void copy(Instruction.Copy copy, int from, int to, HeapArrays arrays) throws ClException {
    Optional<DeviceLayout> known = layout(copy.source().buffer().id(), arrays);
    if (known.isEmpty()) {
      return;
    }
    DeviceLayout layout = known.get();
    long bytes = layout.offset(to) - layout.offset(from);
    if (bytes == 0) {
      return;
    }
    if (copy.source().memory().equals(MemoryId.HEAP)) {
      session.copy(layout.upload(from, to, buffer(copy.destination())), true);
      bytesIn.addAndGet(bytes);
    } else if (copy.destination().memory().equals(MemoryId.HEAP)) {
      session.copy(layout.download(from, to, buffer(copy.source())), false);
      bytesOut.addAndGet(bytes);
    } else {
      session.copy(buffer(copy.source()), buffer(copy.destination()), layout.offset(from), bytes);
    }
  }

  private Optional<DeviceLayout> layout(BufferId buffer, HeapArrays arrays) {
    RowsOnDevice known = rows.get(buffer);
    return known != null ? Optional.of(known.layout) : arrays.array(buffer).map(DeviceLayout::of);
  }

  private void compute(Instruction.Kernel kernel, ResidentKernel work, HeapArrays arrays)
      throws ClException, DeviceException {
    IdentityHashMap<Object, DeviceArray> held = new IdentityHashMap<>();
    for (Binding binding : kernel.bindings()) {
      Optional<Object> array = arrays.array(binding.access().buffer().id());
      if (binding.allocation().isPresent() && array.isPresent()) {
        RowsOnDevice known = rows.get(binding.access().buffer().id());
        DeviceBuffer buffer = buffer(binding.allocation().get());
        held.put(
            array.get(),
            known == null
                ? DeviceArray.of(DeviceLayout.of(array.get()), buffer, List.of())
                : DeviceArray.of(known.layout, buffer, known.tables));
      }
    }
    session.run(work.kernel(), work.parameters(), work.launch(), array -> orUntouched(array, held));
  }

  private static DeviceArray orUntouched(
      @Nullable Object array, IdentityHashMap<Object, DeviceArray> held) {
    DeviceArray known = held.get(array);
    if (known != null) {
      return known;
    }
    return DeviceArray.untouched(array == null ? 0 : Array.getLength(array));
  }

  /** An array of arrays that has buffers. */
  private static final class RowsOnDevice {
    final DeviceLayout layout;
    final List<DeviceBuffer> tables;
    int allocations;

    private RowsOnDevice(DeviceLayout layout, List<DeviceBuffer> tables) {
      this.layout = layout;
      this.tables = tables;
    }

    static RowsOnDevice of(DeviceLayout layout, DeviceSession session) throws ClException {
      List<DeviceBuffer> tables = new ArrayList<>();
      for (long[] table : layout.tables()) {
        DeviceBuffer buffer = session.take(8L * table.length);
        session.copy(DeviceLayout.of(table).upload(0, table.length, buffer), true);
        tables.add(buffer);
      }
      return new RowsOnDevice(layout, tables);
    }
  }
}
