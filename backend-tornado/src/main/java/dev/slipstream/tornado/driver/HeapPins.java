package dev.slipstream.tornado.driver;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Pins arrays on the Java heap, so that the device accesses them in place. Pages stay pinned only
 * while the array has certainly been in them the whole time. The heap keeps the memory of live
 * arrays; but when an array has moved, its old memory may be returned to the system and replaced
 * without the driver's knowledge. Used by one thread at a time.
 */
final class HeapPins {
  /**
   * An array is pinned after this many uses, because pinning costs as much as some direct copies
   * save.
   */
  private static final int USES = 8;

  /** The number of arrays that are remembered: 64, and those with which copies are rehearsed. */
  private static final int MOST = 64 + 3;

  /** An array that had to be pinned again this often moves too often. */
  private static final int MOST_LOSSES = 6;

  private final CopyDriver driver;
  private final HeapMoves moves;

  /** Ordered by use, the most recently used array last. */
  private final List<Known> arrays = new ArrayList<>();

  private long collections;
  private long compactions;

  /**
   * The pinned part of an array, in bytes from its first element.
   *
   * @param from the first byte
   * @param to the byte after the last one
   */
  record Range(long from, long to) {}

  /** A copy that runs while arrays stay at their known addresses. */
  @FunctionalInterface
  interface Copy {
    void run() throws DriverException;
  }

  /** An array that was copied. */
  private static final class Known {
    final WeakReference<Object> array;
    final long bytes;
    int uses;
    int losses;
    boolean isPinned;

    /** Whether only a compaction moves the array. */
    boolean stays;

    long address;
    long pinned;
    long pinnedBytes;

    Known(Object array, long bytes) {
      this.array = new WeakReference<>(array);
      this.bytes = bytes;
    }

    Range range() {
      long from = pinned - address;
      return new Range(Math.max(0, from), Math.min(bytes, from + pinnedBytes));
    }
  }

  HeapPins(CopyDriver driver, HeapMoves moves) {
    this.driver = driver;
    this.moves = moves;
    collections = moves.collections();
    compactions = moves.compactions();
  }

  /**
   * Called before a large part of an array is copied. Pins the array if that has happened often.
   *
   * @param bytes the size of its elements
   * @return the pinned part; empty if no part is pinned
   */
  Optional<Range> use(Object array, long bytes) throws DriverException {
    check();
    Known known = known(array, bytes);
    known.uses++;
    if (!known.isPinned && known.losses < MOST_LOSSES && known.uses >= USES << known.losses) {
      known.uses = 0;
      pin(known, array);
    }
    return known.isPinned ? Optional.of(known.range()) : Optional.empty();
  }

  private Known known(Object array, long bytes) throws DriverException {
    for (int a = arrays.size() - 1; a >= 0; a--) {
      Known known = arrays.get(a);
      if (known.array.refersTo(array)) {
        arrays.remove(a);
        arrays.add(known);
        return known;
      }
    }
    if (arrays.size() >= MOST) {
      lose(arrays.remove(0));
    }
    Known first = new Known(array, bytes);
    arrays.add(first);
    return first;
  }

  private void pin(Known known, Object array) throws DriverException {
    long page = driver.pageBytes();
    known.address = driver.address(array);
    known.stays = moves.isNeverYoung(known.bytes);
    long end = known.address + known.bytes;
    long[] begins = {known.address & -page, (known.address + page - 1) & -page};
    long[] ends = {(end + page - 1) & -page, end & -page};
    // Its first and last page may be pinned already, for neighbouring arrays; then it goes without
    // them.
    for (int way = 0; way < 4 && !known.isPinned; way++) {
      pin(known, begins[way & 1], ends[way >> 1]);
    }
    if (!known.isPinned) {
      known.losses++;
      return;
    }
    if (moves.collections() != collections) {
      // It is unknown where the array was in between.
      lose(known);
    }
  }

  private void pin(Known known, long begin, long end) {
    if (begin < end) {
      try {
        driver.pin(begin, end - begin);
        known.isPinned = true;
        known.pinned = begin;
        known.pinnedBytes = end - begin;
      } catch (DriverException refused) {
        // The driver may accept the next choice of pages.
      }
    }
  }

  private void lose(Known known) throws DriverException {
    if (known.isPinned) {
      known.isPinned = false;
      known.losses++;
      driver.unpin(known.pinned);
    }
  }

  /** Unpins arrays that were collected, or that may have moved since they were pinned. */
  void check() throws DriverException {
    long all = moves.collections();
    if (all == collections) {
      return;
    }
    long compacting = moves.compactions();
    boolean once = all - collections == 1;
    boolean compacted = compacting != compactions;
    collections = all;
    compactions = compacting;
    for (Iterator<Known> each = arrays.iterator(); each.hasNext(); ) {
      Known known = each.next();
      Object array = known.array.get();
      if (array == null) {
        each.remove();
        lose(known);
      } else if (known.isPinned) {
        if (driver.address(array) != known.address || !(once || (known.stays && !compacted))) {
          lose(known);
        } else if (once && !compacted && moves.staysOnceLeft()) {
          known.stays = true;
        }
      }
    }
    if (moves.collections() != all) {
      // It cannot be told which collection was a compaction, or left an array in its place.
      for (Known known : arrays) {
        lose(known);
      }
    }
  }

  /**
   * Runs a copy of pinned parts of an array, right after {@link #use} has returned them.
   *
   * @return whether nothing has moved meanwhile; if not, the copied elements are undefined
   */
  boolean copy(Copy copy) throws DriverException {
    if (moves.collections() != collections) {
      return false;
    }
    try {
      copy.run();
    } catch (DriverException e) {
      if (moves.collections() == collections) {
        throw e;
      }
      // The array has moved, so the failure is no error of the driver.
      return false;
    }
    return moves.collections() == collections;
  }

  /** Whether an array is still pinned after a check, so it has been in its place the whole time. */
  boolean hasStayed(Object array) throws DriverException {
    check();
    for (Known known : arrays) {
      if (known.array.refersTo(array)) {
        return known.isPinned;
      }
    }
    return false;
  }

  /**
   * Unpins everything.
   *
   * @throws DriverException if an array could not be unpinned; all others were
   */
  void close() throws DriverException {
    @Nullable DriverException failure = null;
    for (Known known : arrays) {
      try {
        lose(known);
      } catch (DriverException e) {
        failure = e;
      }
    }
    arrays.clear();
    if (failure != null) {
      throw failure;
    }
  }
}
