package dev.slipstream.runtime.scheduling;

import dev.slipstream.runtime.graph.BufferId;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The program's arrays, by their buffers; they are held weakly. Thread-safe. */
public final class HeapArrays {
  private final Map<BufferId, WeakReference<Object>> arrays = new ConcurrentHashMap<>();

  void add(BufferId buffer, Object array) {
    arrays.put(buffer, new WeakReference<>(array));
  }

  void remove(BufferId buffer) {
    arrays.remove(buffer);
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
