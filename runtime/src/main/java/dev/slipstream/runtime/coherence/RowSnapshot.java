package dev.slipstream.runtime.coherence;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The arrays of arrays whose rows are kept from being collected, because loops have written them
 * and somebody may still look at one. The program may have dropped them all; so when they are too
 * many, those that no loop has used for the longest time are brought home, and let go. What a loop
 * uses again after that was no garbage, and is not among the first to go when they are too many the
 * next time. Guarded by the lock of {@link Coherence}.
 */
final class RowSnapshot {
  /** This part of the heap may be kept. */
  private static final int PART_OF_HEAP = 8;

  /** So many times as much may be kept of what was brought home once for nothing. */
  private static final int TIMES_IN_USE = 4;

  /** What the last loops have used stays. */
  private static final int LAST_LOOPS = 4;

  private final long limit;
  private final Map<TrackedBuffer, Kept> kept = new LinkedHashMap<>();
  private long bytes;
  private long bytesNotInUse;
  private long loops;

  private record Kept(long bytes, boolean inUse, long lastLoop) {}

  /**
   * @param heapBytes the most bytes that the heap can have
   */
  RowSnapshot(long heapBytes) {
    this.limit = heapBytes / PART_OF_HEAP;
  }

  /** Another loop was submitted; {@link #used} follows for what it uses. */
  void nextLoop() {
    loops++;
  }

  /** The loop uses an array of arrays, the rows of which are perhaps kept. */
  void used(TrackedBuffer buffer) {
    remove(buffer);
    if (buffer.isKept()) {
      Kept added = new Kept(buffer.bytes(), buffer.wasLetGo(), loops);
      kept.put(buffer, added);
      bytes += added.bytes();
      bytesNotInUse += added.inUse() ? 0 : added.bytes();
    }
  }

  /** The rows of an array of arrays are kept no more. */
  void remove(TrackedBuffer buffer) {
    Kept known = kept.remove(buffer);
    if (known != null) {
      bytes -= known.bytes();
      bytesNotInUse -= known.inUse() ? 0 : known.bytes();
    }
  }

  /** Takes out what has to be brought home for there to be few enough. */
  List<TrackedBuffer> takeSurplus() {
    if (bytesNotInUse <= limit && bytes <= limit * TIMES_IN_USE) {
      return List.of();
    }
    List<TrackedBuffer> surplus = new ArrayList<>();
    long left = bytes;
    long leftNotInUse = bytesNotInUse;
    Iterator<Map.Entry<TrackedBuffer, Kept>> oldest = kept.entrySet().iterator();
    while (oldest.hasNext()) {
      Map.Entry<TrackedBuffer, Kept> next = oldest.next();
      Kept known = next.getValue();
      if (known.lastLoop() > loops - LAST_LOOPS) {
        break;
      }
      // Half of what may be kept, so that this is seldom.
      boolean goes = known.inUse() ? left > limit * TIMES_IN_USE : leftNotInUse > limit / 2;
      if (goes) {
        surplus.add(next.getKey());
        left -= known.bytes();
        leftNotInUse -= known.inUse() ? 0 : known.bytes();
      }
    }
    surplus.forEach(this::remove);
    return surplus;
  }
}
