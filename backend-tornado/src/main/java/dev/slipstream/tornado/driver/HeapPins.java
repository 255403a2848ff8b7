package dev.slipstream.tornado.driver;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Arrays on the Java heap that the device reads and writes by itself, where they are. Pages are
 * pinned for as long as it is certain that the array has been in them all the time: the heap keeps
 * the memory of what lives there, while that of what has moved away may be given back and replaced,
 * without the driver's knowing. Used by one thread at a time.
 */
final class HeapPins {
  /** Pinning takes as long as some copies save. */
  private static final int USES = 8;

  /** So many arrays are known, and those by which copies are rehearsed. */
  private static final int MOST = 64 + 3;

  /** An array that has to be pinned anew so often moves too often. */
  private static final int MOST_LOSSES = 6;

  private final CopyDriver driver;
  private final HeapMoves moves;

  /** The most recently used ones are last. */
  private final List<Known> arrays = new ArrayList<>();

  private long collections;
  private long compactions;

  /**
   * The part of an array that is pinned, in bytes from its first element on.
   *
   * @param from the first
   * @param to the end
   */
  record Range(long from, long to) {}

  /** What is copied while arrays are where they are known to be. */
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

    /** Whether only a compaction moves it. */
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
   * An array is about to be copied, in large part. Pins it if that has happened often.
   *
   * @param bytes how many its elements have
   * @return which part of it is pinned; empty if none is
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
    // What lies beside it in its first and last page may be pinned already, with these pages.
    for (int way = 0; way < 4 && !known.isPinned; way++) {
      pin(known, begins[way & 1], ends[way >> 1]);
    }
    if (!known.isPinned) {
      known.losses++;
      return;
    }
    if (moves.collections() != collections) {
      // Where it was at some moment in between nobody knows.
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
        // Other pages may do.
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

  /** Pins no array any more that may have been elsewhere since it was pinned, or is gone. */
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
      // Which collection was a compaction, or has left an array where it is, nobody can tell now.
      for (Known known : arrays) {
        lose(known);
      }
    }
  }

  /**
   * Copies from or to pinned parts of an array that {@link #use} has just found.
   *
   * @return whether nothing has moved meanwhile; otherwise what was copied may be anything
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
      // It was somewhere else by then.
      return false;
    }
    return moves.collections() == collections;
  }

  /** Whether a pinned array is where it was at the last look, and has been there all the time. */
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
   * Pins nothing any more.
   *
   * @throws DriverException if that failed for some arrays, after it was done for all others
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
