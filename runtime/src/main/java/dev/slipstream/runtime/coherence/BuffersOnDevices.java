package dev.slipstream.runtime.coherence;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntConsumer;

/**
 * The buffers of which devices hold something, and the length of the shortest array among them.
 * Guarded by the lock of {@link Coherence}.
 */
final class BuffersOnDevices {
  private final Set<TrackedBuffer> buffers = new LinkedHashSet<>();
  private final IntConsumer shortest;
  private int told = Integer.MAX_VALUE;

  /**
   * @param shortest is called with the length whenever it changes; with the greatest int if there
   *     is no array
   */
  BuffersOnDevices(IntConsumer shortest) {
    this.shortest = shortest;
  }

  boolean isEmpty() {
    return buffers.isEmpty();
  }

  boolean has(TrackedBuffer buffer) {
    return buffers.contains(buffer);
  }

  /** All of them at this moment: devices may fail meanwhile, and buffers leave. */
  List<TrackedBuffer> all() {
    return List.copyOf(buffers);
  }

  /** Those of which some elements may not be in their arrays. */
  List<TrackedBuffer> stale() {
    List<TrackedBuffer> stale = new ArrayList<>();
    for (TrackedBuffer buffer : buffers) {
      if (buffer.isStale()) {
        stale.add(buffer);
      }
    }
    return stale;
  }

  void add(TrackedBuffer buffer) {
    buffers.add(buffer);
    if (buffer.shortest() < told) {
      tell(buffer.shortest());
    }
  }

  void remove(TrackedBuffer buffer) {
    if (buffers.remove(buffer) && buffer.shortest() <= told) {
      int least = Integer.MAX_VALUE;
      for (TrackedBuffer other : buffers) {
        least = Math.min(least, other.shortest());
      }
      if (least != told) {
        tell(least);
      }
    }
  }

  private void tell(int length) {
    told = length;
    shortest.accept(length);
  }
}
