package dev.slipstream.runtime.scheduling;

import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.kernel.ArrayBytes;
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The program's arrays, by their buffers; they are held weakly. Thread-safe. */
public final class HeapArrays {
  private final Map<BufferId, WeakReference<Object>> arrays = new ConcurrentHashMap<>();
  private final Map<BufferId, Long> elementBytes = new ConcurrentHashMap<>();

  void add(BufferId buffer, Object array) {
    elementBytes.computeIfAbsent(buffer, id -> bytes(array));
    arrays.put(buffer, new WeakReference<>(array));
  }

  void remove(BufferId buffer) {
    arrays.remove(buffer);
    elementBytes.remove(buffer);
  }

  /** Rounded up, of an element or a row. */
  private static long bytes(Object array) {
    int length = Math.max(1, Array.getLength(array));
    return array instanceof Object[]
        ? Math.max(1, (ArrayBytes.of(array) + length - 1) / length)
        : ArrayBytes.ofElement(array.getClass().getComponentType());
  }

  /**
   * Returns the size of an element of a buffer.
   *
   * @param buffer its identifier
   * @return in bytes; of an array of arrays the mean size of its rows
   */
  public long elementBytes(BufferId buffer) {
    return elementBytes.getOrDefault(buffer, 1L);
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
