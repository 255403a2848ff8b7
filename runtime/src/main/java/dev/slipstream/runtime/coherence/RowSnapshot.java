package dev.slipstream.runtime.coherence;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The arrays of arrays whose rows are kept from being collected, because loops have written them
 * and the program may still read a row. The program may also have dropped all of them. So when they
 * are too many, the ones that loops have not used for the longest time are copied back to the host
 * and released. Rows that a loop uses after that were no garbage; they are released only after all
 * others the next time. Guarded by the lock of {@link Coherence}.
 */
final class RowSnapshot {
  /** One part in this many of the heap may be kept. */
  private static final int PART_OF_HEAP = 8;

  /** How many times as much may be kept of rows that turned out to be in use after a release. */
  private static final int TIMES_IN_USE = 4;

  /** Rows that one of this many last loops has used are always kept. */
  private static final int LAST_LOOPS = 4;

  /**
   * Bytes of heap for an array of arrays besides its rows: the buffer, and its copies, loops and
   * allocations in the graphs (measured: 4,800 for an array of two rows).
   */
  static final long FOR_BUFFER = 4_096;

  /** Bytes of heap for a row besides its elements: its header and its entry in the table. */
  static final long FOR_ROW = 192;

  private final long limit;
  private final Map<TrackedBuffer, Kept> kept = new LinkedHashMap<>();
  private long bytes;
  private long bytesNotInUse;
  private long loops;

  private record Kept(long bytes, boolean inUse, long lastLoop) {}

  /**
   * @param heapBytes the maximum size of the heap
   */
  RowSnapshot(long heapBytes) {
    this.limit = heapBytes / PART_OF_HEAP;
  }

  /** Another loop was submitted; {@link #used} is called next for each of its arrays of arrays. */
  void nextLoop() {
    loops++;
  }

  /** The loop uses an array of arrays, whose rows may be kept. */
  void used(TrackedBuffer buffer) {
    remove(buffer);
    if (buffer.isKept()) {
      long size = buffer.bytes() + FOR_BUFFER + FOR_ROW * buffer.rows();
      Kept added = new Kept(size, buffer.wasReleased(), loops);
      kept.put(buffer, added);
      bytes += added.bytes();
      bytesNotInUse += added.inUse() ? 0 : added.bytes();
    }
  }

  /** Notes that the rows of an array of arrays are not kept any more. */
  void remove(TrackedBuffer buffer) {
    Kept known = kept.remove(buffer);
    if (known != null) {
      bytes -= known.bytes();
      bytesNotInUse -= known.inUse() ? 0 : known.bytes();
    }
  }

  /**
   * Removes and returns the buffers that have to be copied back to the host, so that few enough
   * remain.
   */
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
      // Goes down to half of the limit, so that this is rare.
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
