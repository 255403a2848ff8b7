package dev.slipstream.runtime.coherence;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which arrays the host looks at next, as it did the last time: they are asked for together, so
 * that they are on their way while it waits for the first. What it does not look at after all is
 * not asked for again before it does. Known as prefetching by correlation, from caches. Guarded by
 * the lock of {@link Coherence}.
 */
final class Prefetch {
  /** So many arrays are asked for with one. */
  private static final int MOST = 8;

  private WeakReference<@Nullable TrackedBuffer> last = new WeakReference<>(null);

  /**
   * A loop was submitted: what the host looks at from now on has nothing to do with that before.
   */
  void loop() {
    if (last.get() != null) {
      last = new WeakReference<>(null);
    }
  }

  /** The host looks at all of an array of primitives, which was not there. */
  void looked(TrackedBuffer buffer) {
    TrackedBuffer before = last.get();
    if (before != buffer) {
      if (before != null) {
        before.next(buffer);
      }
      last = new WeakReference<>(buffer);
    }
  }

  /** What it will look at next, if it does as it did, and has not been asked for. */
  static List<TrackedBuffer> after(TrackedBuffer buffer) {
    List<TrackedBuffer> found = new ArrayList<>();
    TrackedBuffer each = buffer.next();
    for (int count = 0; count < MOST && each != null; count++) {
      Visit asked = each.ahead();
      if (asked != null && !asked.isUpToDate()) {
        // It has not been looked at since it was last asked for.
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
