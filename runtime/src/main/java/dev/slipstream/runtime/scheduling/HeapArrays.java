package dev.slipstream.runtime.scheduling;

import dev.slipstream.runtime.graph.BufferId;
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
    if (!(array instanceof Object[] rows)) {
      return sizeOf(array.getClass().getComponentType());
    }
    long sum = 0;
    for (Object row : rows) {
      sum += row == null ? 0 : Array.getLength(row) * bytes(row);
    }
    return Math.max(1, (sum + rows.length - 1) / Math.max(1, rows.length));
  }

  private static long sizeOf(Class<?> element) {
    if (element == boolean.class || element == byte.class) {
      return 1;
    } else if (element == short.class || element == char.class) {
      return 2;
    }
    return element == int.class || element == float.class ? 4 : 8;
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
