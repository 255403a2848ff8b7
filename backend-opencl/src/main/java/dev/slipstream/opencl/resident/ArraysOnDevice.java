package dev.slipstream.opencl.resident;

import dev.slipstream.opencl.driver.ClException;
import dev.slipstream.opencl.launch.DeviceArray;
import dev.slipstream.opencl.launch.ResidentSession;
import dev.slipstream.opencl.memory.ArrayMemory;
import dev.slipstream.opencl.memory.DeviceBuffer;
import dev.slipstream.opencl.memory.DeviceLayout;
import dev.slipstream.opencl.memory.DeviceShape;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.instruction.Allocation;
import dev.slipstream.runtime.graph.instruction.AllocationId;
import dev.slipstream.runtime.graph.instruction.Binding;
import dev.slipstream.runtime.scheduling.HeapArrays;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.lwjgl.system.MemoryUtil;

/**
 * Where arrays, or parts of them, lie on one device. A buffer begins with the first element of its
 * allocation; kernels are told how much of the array is missing in front of it. One thread
 * allocates and frees, any may look.
 */
final class ArraysOnDevice {
  private final ResidentSession session;
  private final HeapArrays heap;
  private final Map<AllocationId, ArrayMemory> memories = new ConcurrentHashMap<>();
  private final Map<BufferId, Rows> rows = new ConcurrentHashMap<>();

  /** An array of arrays that has memory on the device. */
  private static final class Rows {
    final DeviceShape shape;
    final List<DeviceBuffer> tables;
    int allocations;

    Rows(DeviceShape shape, List<DeviceBuffer> tables) {
      this.shape = shape;
      this.tables = tables;
    }
  }

  ArraysOnDevice(ResidentSession session, HeapArrays heap) {
    this.session = session;
    this.heap = heap;
  }

  /** Allocates memory. */
  void allocate(Allocation allocation) throws ClException {
    BufferId id = allocation.buffer().id();
    Rows known = rows.get(id);
    if (known == null && heap.array(id).orElse(id) instanceof Object[] outer) {
      known = rows(outer);
      rows.put(id, known);
    }
    if (known != null) {
      known.allocations++;
    }
    int from = Math.toIntExact(allocation.box().min0());
    int to = Math.toIntExact(allocation.box().max0());
    Optional<DeviceLayout> layout = layout(id);
    // Of an array that is gone nobody will look at anything.
    long before = layout.map(there -> there.offset(from)).orElse(0L);
    long bytes = layout.map(there -> there.offset(to) - before).orElse(0L);
    memories.put(allocation.id(), new ArrayMemory(session.take(Math.max(1, bytes)), before));
  }

  /** The size of the elements of an allocation. */
  long bytes(Allocation allocation) {
    int from = Math.toIntExact(allocation.box().min0());
    int to = Math.toIntExact(allocation.box().max0());
    return layout(allocation.buffer().id())
        .map(layout -> layout.offset(to) - layout.offset(from))
        .orElse(0L);
  }

  private Rows rows(Object[] outer) throws ClException {
    DeviceLayout layout = DeviceLayout.of(outer);
    List<DeviceBuffer> tables = new ArrayList<>();
    for (long[] entries : layout.tables()) {
      DeviceBuffer buffer = session.take((long) Long.BYTES * entries.length);
      tables.add(buffer);
      write(entries, buffer);
    }
    return new Rows(layout.shape(), tables);
  }

  private void write(long[] entries, DeviceBuffer buffer) throws ClException {
    long bytes = (long) Long.BYTES * entries.length;
    long address = MemoryUtil.nmemAllocChecked(bytes);
    try {
      DeviceLayout.of(entries).load(0, entries.length, address);
      session.write(buffer, 0, bytes, address);
    } finally {
      MemoryUtil.nmemFree(address);
    }
  }

  /** Frees memory that nobody uses any more. */
  void free(Allocation allocation) throws ClException {
    session.giveBack(memory(allocation).buffer());
    memories.remove(allocation.id());
    Rows known = rows.get(allocation.buffer().id());
    if (known != null && --known.allocations == 0) {
      rows.remove(allocation.buffer().id());
      for (DeviceBuffer table : known.tables) {
        session.giveBack(table);
      }
    }
  }

  /** Frees everything. */
  void freeAll() {
    List<DeviceBuffer> all = new ArrayList<>();
    memories.values().forEach(memory -> all.add(memory.buffer()));
    rows.values().forEach(known -> all.addAll(known.tables));
    memories.clear();
    rows.clear();
    session.giveBackAll(all);
  }

  /**
   * The memory of an allocation.
   *
   * @throws IllegalStateException if there is none
   */
  ArrayMemory memory(Allocation allocation) {
    ArrayMemory memory = memories.get(allocation.id());
    if (memory == null) {
      throw new IllegalStateException(allocation + " is not there");
    }
    return memory;
  }

  /** The program's arrays. */
  HeapArrays heap() {
    return heap;
  }

  /**
   * How an array lies in its memory.
   *
   * @return empty if the array is gone, and with it everybody who could look at it
   */
  Optional<DeviceLayout> layout(BufferId buffer) {
    return heap.array(buffer).map(DeviceLayout::of);
  }

  /** The array of a binding as a kernel gets it. */
  DeviceArray array(Binding binding, Object array) {
    ArrayMemory memory = memory(binding.allocation().orElseThrow());
    Rows known = rows.get(binding.access().buffer().id());
    DeviceArray found =
        known == null
            ? DeviceArray.flat(memory.buffer(), Array.getLength(array))
            : DeviceArray.of(known.shape, memory.buffer(), known.tables);
    return memory.before() == 0 ? found : found.startingAt(memory.before());
  }
}
