package dev.slipstream.runtime.lanes;

import dev.slipstream.model.kernel.ArrayRows;
import dev.slipstream.runtime.device.DeviceArray;
import dev.slipstream.runtime.device.DeviceBuffer;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.DeviceMemory;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.instruction.Allocation;
import dev.slipstream.runtime.graph.instruction.AllocationId;
import dev.slipstream.runtime.graph.instruction.Binding;
import dev.slipstream.runtime.scheduling.HeapArrays;
import dev.slipstream.runtime.transfer.ArrayLayout;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The memory of arrays, or of parts of them, on one device. A buffer begins with the first element
 * of its allocation; kernels are told how much of the array precedes it. One thread allocates and
 * frees, any thread may read.
 */
final class ArraysOnDevice {
  private final DeviceSession session;
  private final HeapArrays heap;
  private final Map<AllocationId, Part> parts = new ConcurrentHashMap<>();
  private final Map<BufferId, Rows> rows = new ConcurrentHashMap<>();

  /**
   * Memory on the device for a part of an array, which begins at some element of the outermost
   * array.
   */
  static final class Part {
    private final DeviceBuffer buffer;
    private final long before;

    /** The array as kernels get it, kept so that it is not created for each kernel. */
    private volatile @Nullable DeviceArray array;

    /**
     * @param buffer contains the part
     * @param before how many bytes the elements that precede it would take
     */
    Part(DeviceBuffer buffer, long before) {
      this.buffer = buffer;
      this.before = before;
    }

    DeviceBuffer buffer() {
      return buffer;
    }

    /** How many bytes the elements that precede it would take. */
    long before() {
      return before;
    }

    /**
     * The position of an element in the buffer, in bytes.
     *
     * @param offset its position if the buffer contained the whole array, in bytes
     */
    long at(long offset) {
      return offset - before;
    }
  }

  /**
   * The tables of an array of arrays that has memory on the device. Holds neither the array nor its
   * rows.
   */
  private static final class Rows {
    final int length;
    final List<Integer> heights;
    final int rowLength;
    final List<DeviceBuffer> tables;
    int allocations;

    Rows(ArrayLayout layout, List<DeviceBuffer> tables) {
      this.length = layout.length();
      this.heights = layout.heights();
      this.rowLength = layout.rowLength();
      this.tables = tables;
    }
  }

  ArraysOnDevice(DeviceSession session, HeapArrays heap) {
    this.session = session;
    this.heap = heap;
  }

  /** Allocates memory. */
  void allocate(Allocation allocation) throws DeviceException {
    BufferId id = allocation.buffer().id();
    Rows known = rows.get(id);
    if (known == null && heap.array(id).orElse(id) instanceof Object[] outer) {
      known = rows(outer);
      rows.put(id, known);
    }
    if (known != null) {
      known.allocations++;
    }
    Optional<ArrayLayout> layout = layout(id);
    // The array was collected: its elements will never be read.
    long before = layout.isPresent() ? layout.get().offset(first(allocation)) : 0;
    DeviceBuffer buffer = session.take(Math.max(1, bytes(allocation)));
    parts.put(allocation.id(), new Part(buffer, before));
  }

  /** Places an allocation of an array of primitives in memory that the caller keeps. */
  void place(Allocation allocation, DeviceBuffer buffer) {
    parts.put(allocation.id(), new Part(buffer, 0));
  }

  /** The size of the elements of an allocation. */
  private long bytes(Allocation allocation) {
    int to = Math.toIntExact(allocation.box().max0());
    Optional<ArrayLayout> layout = layout(allocation.buffer().id());
    return layout.isPresent()
        ? layout.get().offset(to) - layout.get().offset(first(allocation))
        : 0;
  }

  private static int first(Allocation allocation) {
    return Math.toIntExact(allocation.box().min0());
  }

  private Rows rows(Object[] outer) throws DeviceException {
    ArrayLayout layout = ArrayLayout.of(outer);
    Optional<ArrayRows> all = layout.rows();
    List<DeviceBuffer> tables = new ArrayList<>();
    if (all.isPresent()) {
      for (ByteBuffer table : session.memory().tables(all.get())) {
        DeviceBuffer buffer = session.take(table.remaining());
        tables.add(buffer);
        session.write(buffer, 0, table);
      }
    }
    return new Rows(layout, tables);
  }

  /** Frees memory that is unused. */
  void free(Allocation allocation) throws DeviceException {
    DeviceMemory memory = session.memory();
    memory.giveBack(part(allocation).buffer());
    parts.remove(allocation.id());
    Rows known = rows.get(allocation.buffer().id());
    if (known != null && --known.allocations == 0) {
      rows.remove(allocation.buffer().id());
      for (DeviceBuffer table : known.tables) {
        memory.giveBack(table);
      }
    }
  }

  /** Frees all memory, even if kernels still use it because the device was given up. */
  void freeAll() {
    List<DeviceBuffer> all = new ArrayList<>();
    for (Part part : parts.values()) {
      all.add(part.buffer());
    }
    for (Rows known : rows.values()) {
      all.addAll(known.tables);
    }
    parts.clear();
    rows.clear();
    for (DeviceBuffer buffer : all) {
      DeviceSession.release(() -> session.memory().discard(buffer));
    }
  }

  /**
   * The memory of an allocation.
   *
   * @throws IllegalStateException if it has no memory
   */
  Part part(Allocation allocation) {
    Part part = parts.get(allocation.id());
    if (part == null) {
      throw new IllegalStateException(allocation + " has no memory on the device");
    }
    return part;
  }

  /** The program's arrays. */
  HeapArrays heap() {
    return heap;
  }

  /**
   * The layout of an array in memory.
   *
   * @return empty if the array was collected, so that no code can read it
   */
  Optional<ArrayLayout> layout(BufferId buffer) {
    Optional<Object> array = heap.array(buffer);
    return array.isPresent() ? Optional.of(ArrayLayout.of(array.get())) : Optional.empty();
  }

  /** The array of a binding as a kernel gets it. */
  DeviceArray array(Binding binding, Object array) {
    Part part = part(binding.allocation().orElseThrow());
    DeviceArray known = part.array;
    if (known == null) {
      known = array(part, rows.get(binding.access().buffer().id()), Array.getLength(array));
      part.array = known;
    }
    return known;
  }

  private static DeviceArray array(Part part, @Nullable Rows rows, int length) {
    Optional<DeviceBuffer> buffer = Optional.of(part.buffer);
    return rows == null
        ? new DeviceArray(buffer, List.of(), List.of(), 1, length, part.before)
        : new DeviceArray(
            buffer, rows.tables, rows.heights, rows.rowLength, rows.length, part.before);
  }
}
