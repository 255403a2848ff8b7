package dev.slipstream.runtime.coherence;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The last loops that were submitted, and what the host has looked at or written since, in their
 * order: what is needed to compute again what devices have lost. Of what is older, only which
 * elements it has left on devices alone is known. Keeps no array from being collected. Guarded by
 * the lock of {@link Coherence}.
 */
final class LoopLog {
  /** To run more loops again would take long; programs look at results now and then. */
  static final int MOST_ENTRIES = 256;

  /** The elements have been asked for before, so that some may have come. */
  static final long UNKNOWN = -1;

  private final Deque<Entry> entries = new ArrayDeque<>();

  /** Something that has happened. */
  sealed interface Entry {}

  /**
   * A loop.
   *
   * @param buffers in the order of its accesses
   * @param repetition empty if it cannot be run again
   * @param tasks those that it has become
   */
  record Ran(List<Written> buffers, Optional<Repetition> repetition, Tasks tasks) implements Entry {
    private boolean isNeeded() {
      for (Written use : buffers) {
        if (use.writes() && use.buffer().isStale()) {
          return true;
        }
      }
      return false;
    }

    /** What it may read of an array; also what is between the elements that it writes. */
    Region reads(int use) {
      if (repetition.isEmpty()) {
        return buffers.get(use).buffer().whole();
      }
      ArrayAccess access = repetition.get().accesses().get(use);
      Region read = region(access.readFrom(), access.readTo());
      return access.writesAll() ? read : read.union(writes(use));
    }

    /** What it may write of an array. */
    Region writes(int use) {
      Written written = buffers.get(use);
      if (repetition.isEmpty()) {
        return written.writes() ? written.buffer().whole() : Region.EMPTY;
      }
      ArrayAccess access = repetition.get().accesses().get(use);
      return region(access.writtenFrom(), access.writtenTo());
    }

    private static Region region(int from, int to) {
      return to > from ? Region.of(Box.of(from, to)) : Region.EMPTY;
    }
  }

  /**
   * Tasks of a stream, by their numbers.
   *
   * @param after the last one before them
   * @param last the last of them
   */
  record Tasks(long after, long last) {
    /** Whether a task is one of them. */
    boolean include(long task) {
      return task > after && task <= last;
    }
  }

  /** A buffer that a loop uses. */
  record Written(TrackedBuffer buffer, boolean writes) {}

  /** Elements of a buffer are wanted on the host as they are here. */
  abstract static sealed class Wish implements Entry {
    private final TrackedBuffer buffer;
    private final Region part;
    private volatile boolean done;

    private Wish(TrackedBuffer buffer, Region part, boolean done) {
      this.buffer = buffer;
      this.part = part;
      this.done = done;
    }

    TrackedBuffer buffer() {
      return buffer;
    }

    Region part() {
      return part;
    }

    /** Whether all elements are there; if not, some may be. From any thread. */
    boolean isDone() {
      return done;
    }

    /** All elements are there. By any thread. */
    void done() {
      done = true;
    }
  }

  /** The host has looked at a part of a buffer, or is about to, and perhaps writes there. */
  static final class Look extends Wish {
    private final long stores;
    private List<BufferStream.Arrival> arrivals = List.of();

    private Look(TrackedBuffer buffer, Region part, boolean done, long stores) {
      super(buffer, part, done);
      this.stores = stores;
    }

    /** Its elements are there once all of these are over; of several lists the first counts. */
    void comesWith(List<BufferStream.Arrival> all) {
      if (arrivals.isEmpty()) {
        arrivals = List.copyOf(all);
      }
    }

    /** Notes that its elements are there, if they are. Does not wait. */
    private void noteIfThere() {
      for (BufferStream.Arrival arrival : arrivals) {
        if (!arrival.isOver()) {
          return;
        }
      }
      try {
        arrivals.forEach(BufferStream.Arrival::await);
      } catch (ExecutionFailedException failed) {
        // Then some of them may be there, and some not.
        return;
      }
      if (!arrivals.isEmpty()) {
        done();
      }
    }

    /**
     * Whether some of its elements may be there although not all are.
     *
     * @param now how many copies may have changed the buffer's array so far
     */
    boolean isTorn(long now) {
      return !isDone() && stores != now;
    }
  }

  /** The program wants a copy of a part of a buffer. */
  static final class Taken extends Wish {
    private final Runnable copy;

    private Taken(TrackedBuffer buffer, Region part, Runnable copy) {
      super(buffer, part, /* done= */ false);
      this.copy = copy;
    }

    /** Makes the copy of the host's array, which has all elements as they are here. */
    void fromHost() {
      copy.run();
      done();
    }
  }

  /**
   * A loop was submitted.
   *
   * @param repetition without one, the loop may also work on the arrays themselves, so that nobody
   *     knows what they hold from then on
   * @param tasks those that it has become
   */
  void ran(List<LoopArray> arrays, Optional<Repetition> repetition, Tasks tasks) {
    List<Written> buffers = new ArrayList<>(arrays.size());
    for (LoopArray use : arrays) {
      buffers.add(new Written(use.buffer(), use.writes()));
    }
    add(new Ran(buffers, repetition, tasks));
    if (repetition.isEmpty()) {
      for (Written written : buffers) {
        if (written.writes()) {
          looks(written.buffer(), written.buffer().whole(), false, UNKNOWN);
        }
      }
    }
  }

  /**
   * The host is going to look at elements, or to write them.
   *
   * @param there whether they are in the array already
   * @param stores how many copies may have changed the array before its elements were asked for, or
   *     {@link #UNKNOWN}
   */
  Look looks(TrackedBuffer buffer, Region part, boolean there, long stores) {
    Look look = new Look(buffer, part, there, stores);
    add(look);
    return look;
  }

  /**
   * The program wants a copy.
   *
   * @param copy makes it of the host's array
   */
  Taken takes(TrackedBuffer buffer, Region part, Runnable copy) {
    Taken taken = new Taken(buffer, part, copy);
    add(taken);
    return taken;
  }

  /** Whether a loop that could be run again reads what it writes of a buffer. */
  boolean changesInPlace(TrackedBuffer buffer) {
    for (Entry entry : entries) {
      if (entry instanceof Ran ran && ran.repetition().isPresent() && changes(ran, buffer)) {
        return true;
      }
    }
    return false;
  }

  private static boolean changes(Ran ran, TrackedBuffer buffer) {
    for (int u = 0; u < ran.buffers().size(); u++) {
      if (ran.buffers().get(u).buffer() == buffer && ran.reads(u).intersects(ran.writes(u))) {
        return true;
      }
    }
    return false;
  }

  private void add(Entry entry) {
    removeUnneeded();
    if (entries.size() == MOST_ENTRIES) {
      leave(entries.remove());
    }
    entries.add(entry);
  }

  /** What comes first is not needed any more once its results are there. */
  private void removeUnneeded() {
    for (Entry first = entries.peek(); first != null; first = entries.peek()) {
      if (isNeeded(first)) {
        return;
      }
      if (first instanceof Look look) {
        leave(look);
      }
      entries.remove();
    }
  }

  private static boolean isNeeded(Entry first) {
    if (first instanceof Ran ran) {
      return ran.isNeeded();
    }
    return !((Wish) first).isDone();
  }

  /** An entry is too old. */
  private static void leave(Entry entry) {
    if (entry instanceof Ran ran) {
      for (int u = 0; u < ran.buffers().size(); u++) {
        Written use = ran.buffers().get(u);
        use.buffer().onlyOnDevices(ran.writes(u));
        if (use.writes()) {
          use.buffer().leftBy(ran.tasks().last());
        }
      }
    } else if (entry instanceof Look look && look.isDone()) {
      look.buffer().notOnlyOnDevices(look.part());
    }
  }

  /** The host has got elements in another way. */
  static Look fetched(TrackedBuffer buffer, Region part) {
    return new Look(buffer, part, /* done= */ true, UNKNOWN);
  }

  /** Notes which elements have come that somebody wanted, whether he knows it yet or not. */
  void noteArrivals() {
    for (Entry entry : entries) {
      if (entry instanceof Look look && !look.isDone()) {
        look.noteIfThere();
      }
    }
  }

  /** All that is known, the oldest first. */
  List<Entry> entries() {
    return List.copyOf(entries);
  }

  /** Forgets everything. */
  void clear() {
    entries.clear();
  }
}
