package dev.slipstream.runtime.coherence;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Predicts which arrays the host will read next, from its last order of reads. They are requested
 * together with the first, so that they are copied while the host waits for that. A prefetched
 * array that the host does not read is not prefetched again until it does. Caches call this
 * correlation prefetching. Guarded by the lock of {@link Coherence}.
 */
final class Prefetch {
  /** The most arrays that are prefetched with one array. */
  private static final int MOST = 8;

  private WeakReference<@Nullable TrackedBuffer> last = new WeakReference<>(null);

  /** The thread that read it. Reads of other threads have nothing to do with it. */
  private long lastThread;

  /** The calling thread has submitted a loop: its next read starts a new sequence. */
  void loop() {
    if (last.get() != null && lastThread == Thread.currentThread().getId()) {
      last = new WeakReference<>(null);
    }
  }

  /** The calling thread reads a whole array of primitives that was stale. */
  void looked(TrackedBuffer buffer) {
    long thread = Thread.currentThread().getId();
    TrackedBuffer before = thread == lastThread ? last.get() : null;
    if (before != buffer) {
      if (before != null) {
        before.next(buffer);
      }
      last = new WeakReference<>(buffer);
      lastThread = thread;
    }
  }

  /**
   * The stale buffers that the host is expected to read next, and that have not been requested yet.
   */
  static List<TrackedBuffer> after(TrackedBuffer buffer) {
    List<TrackedBuffer> found = new ArrayList<>();
    TrackedBuffer each = buffer.next();
    for (int count = 0; count < MOST && each != null; count++) {
      Visit asked = each.ahead();
      if (asked != null && !asked.isUpToDate()) {
        // The host has not read it since it was last prefetched.
        break;
      }
      if (asked == null && each != buffer && each.isStale() && !found.contains(each)) {
        found.add(each);
      }
      each = each.next();
    }
    return found;
  }
}
