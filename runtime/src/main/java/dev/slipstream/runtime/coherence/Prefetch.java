package dev.slipstream.runtime.coherence;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
    Optional<TrackedBuffer> next = buffer.next();
    for (int count = 0; count < MOST && next.isPresent(); count++) {
      TrackedBuffer each = next.get();
      Optional<Visit> asked = each.ahead();
      if (asked.isPresent() && !asked.get().isUpToDate()) {
        // It has not been looked at since it was last asked for.
        break;
      }
      if (asked.isEmpty() && each != buffer && each.isStale() && !found.contains(each)) {
        found.add(each);
      }
      next = each.next();
    }
    return found;
  }
}
