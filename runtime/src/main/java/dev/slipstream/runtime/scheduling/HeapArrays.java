package dev.slipstream.runtime.scheduling;

import dev.slipstream.model.kernel.ElementSize;
import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.instruction.Instruction;
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The program's arrays, by their buffers; they are held weakly. Thread-safe. */
public final class HeapArrays {
  private final Map<BufferId, WeakReference<Object>> arrays = new ConcurrentHashMap<>();
  private final Map<BufferId, ElementSize> sizes = new ConcurrentHashMap<>();

  /**
   * Arrays that no program has.
   *
   * @param known arrays of primitives by their buffers; who calls this has to keep them
   * @return the arrays
   */
  public static HeapArrays of(Map<BufferId, Object> known) {
    HeapArrays arrays = new HeapArrays();
    known.forEach(arrays::add);
    return arrays;
  }

  void add(BufferId buffer, Object array) {
    sizes.computeIfAbsent(buffer, id -> ElementSize.of(array));
    arrays.put(buffer, new WeakReference<>(array));
  }

  void remove(BufferId buffer) {
    arrays.remove(buffer);
    sizes.remove(buffer);
  }

  /**
   * Returns the size of an element of a buffer.
   *
   * @param buffer its identifier
   * @return in bytes; of an array of arrays the mean size of its rows
   */
  public long elementBytes(BufferId buffer) {
    ElementSize size = sizes.get(buffer);
    return size == null ? 1 : size.bytes();
  }

  /** Whether the rows of an array of arrays differ in size. */
  boolean differ(BufferId buffer) {
    ElementSize size = sizes.get(buffer);
    return size != null && !size.equal();
  }

  /**
   * Copies elements from one array to another, unless one of them is gone.
   *
   * @param copy from the heap to the heap
   */
  public void copy(Instruction.Copy copy) {
    Optional<Object> from = array(copy.source().buffer().id());
    Optional<Object> to = array(copy.destination().buffer().id());
    if (from.isPresent() && to.isPresent()) {
      for (Box box : copy.region().boxes()) {
        copy(from.get(), to.get(), Math.toIntExact(box.min0()), Math.toIntExact(box.area()));
      }
    }
  }

  private static void copy(Object from, Object to, int first, int count) {
    if (from instanceof Object[] rows) {
      for (int r = first; r < first + count; r++) {
        if (rows[r] != null) {
          copy(rows[r], ((Object[]) to)[r], 0, Array.getLength(rows[r]));
        }
      }
    } else {
      System.arraycopy(from, first, to, first, count);
    }
  }

  /**
   * Finds an array.
   *
   * @param buffer its buffer
   * @return the array; empty if it is gone, and so is everybody who could look at it
   */
  public Optional<Object> array(BufferId buffer) {
    WeakReference<Object> array = arrays.get(buffer);
    return array == null ? Optional.empty() : Optional.ofNullable(array.get());
  }
}
