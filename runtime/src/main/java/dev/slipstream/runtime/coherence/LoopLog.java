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
 * The last loops that were submitted, and what the host has read or written since, in order: the
 * record from which results that are lost with devices are recomputed. For older loops it only
 * contains which elements are fresh on devices alone. Keeps no array from being collected. Guarded
 * by the lock of {@link Coherence}.
 */
final class LoopLog {
  /**
   * The most entries: to run more loops again would take long, and programs read results from time
   * to time.
   */
  static final int MOST_ENTRIES = 256;

  /** The elements were requested before, so some may have been copied. */
  static final long UNKNOWN = -1;

  private final Deque<Entry> entries = new ArrayDeque<>();

  /** The last task of the last loop that is not contained any more. */
  private long lastLeft;

  /** An event. */
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

    /** What it may read of an array, including elements between those that it writes. */
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

    /** The parts that have run separately; it may be the only one. */
    List<Repetition.Part> parts() {
      List<Repetition.Part> parts = repetition.isPresent() ? repetition.get().parts() : List.of();
      return parts.isEmpty() ? List.of(new Whole(this)) : parts;
    }

    private static Region region(int from, int to) {
      return to > from ? Region.of(Box.of(from, to)) : Region.EMPTY;
    }
  }

  /** A loop as its only part. */
  private record Whole(Ran ran) implements Repetition.Part {
    @Override
    public Region reads(int use) {
      return ran.reads(use);
    }

    @Override
    public Region writes(int use) {
      return ran.writes(use);
    }

    @Override
    public void run(List<Object> arrays, String reason) throws Exception {
      ran.repetition().orElseThrow().run(arrays, reason);
    }
  }

  /**
   * A range of tasks of a stream, by their numbers.
   *
   * @param after the number of the last task before them
   * @param last the last of them
   */
  record Tasks(long after, long last) {
    /** Whether it contains a task. */
    boolean include(long task) {
      return task > after && task <= last;
    }
  }

  /** A buffer that a loop uses. */
  record Written(TrackedBuffer buffer, boolean writes) {}

  /** A request for elements of a buffer, as they are at this place of the log. */
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

    /**
     * Whether all elements have been copied; if not, some may have been. Any thread may call this.
     */
    boolean isDone() {
      return done;
    }

    /** Notes that all elements have been copied. Any thread may call this. */
    void done() {
      done = true;
    }
  }

  /** The host has accessed a part of a buffer, or is about to. */
  static final class AccessedPart extends Wish {
    private final boolean writes;
    private final long stores;
    private List<BufferStream.Arrival> arrivals = List.of();

    private AccessedPart(
        TrackedBuffer buffer, Region part, boolean writes, boolean done, long stores) {
      super(buffer, part, done);
      this.writes = writes;
      this.stores = stores;
    }

    /** Whether the host may write there. */
    boolean writes() {
      return writes;
    }

    /** How many copies may have changed the array before; {@link #UNKNOWN} if that is not known. */
    long stores() {
      return stores;
    }

    /**
     * Sets the arrivals after which all elements are fresh on the host; only the first call counts.
     */
    void comesWith(List<BufferStream.Arrival> all) {
      if (arrivals.isEmpty()) {
        arrivals = List.copyOf(all);
      }
    }

    /** Notes that its elements are fresh if all arrivals are over. Does not wait. */
    private void noteIfThere() {
      for (BufferStream.Arrival arrival : arrivals) {
        if (!arrival.isOver()) {
          return;
        }
      }
      try {
        arrivals.forEach(BufferStream.Arrival::await);
      } catch (ExecutionFailedException failed) {
        // After a failure some elements may have been copied, and some not.
        return;
      }
      if (!arrivals.isEmpty()) {
        done();
      }
    }
  }

  /** The program asked for a copy of a part of a buffer. */
  static final class Taken extends Wish {
    private final Runnable copy;

    private Taken(TrackedBuffer buffer, Region part, Runnable copy) {
      super(buffer, part, /* done= */ false);
      this.copy = copy;
    }

    /**
     * Makes the copy from the host's array, in which all elements are as they were at this place.
     */
    void fromHost() {
      copy.run();
      done();
    }
  }

  /**
   * A loop was submitted.
   *
   * @param repetition if empty, the loop may also work on the arrays themselves, so that their
   *     contents are unknown from then on
   * @param tasks the tasks that the loop has become
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
          TrackedBuffer buffer = written.buffer();
          accessed(buffer, buffer.whole(), /* writes= */ true, /* there= */ false, UNKNOWN);
        }
      }
    }
  }

  /**
   * The host is going to read or write elements.
   *
   * @param writes whether it may write them
   * @param there whether they are fresh on the host already
   * @param stores how many copies may have changed the array before its elements were requested, or
   *     {@link #UNKNOWN}
   */
  AccessedPart accessed(
      TrackedBuffer buffer, Region part, boolean writes, boolean there, long stores) {
    AccessedPart access = new AccessedPart(buffer, part, writes, there, stores);
    add(access);
    return access;
  }

  /**
   * The program asked for a copy.
   *
   * @param copy makes it from the host's array
   */
  Taken takes(TrackedBuffer buffer, Region part, Runnable copy) {
    Taken taken = new Taken(buffer, part, copy);
    add(taken);
    return taken;
  }

  /** Whether a loop that could be run again reads elements of a buffer that it also writes. */
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

  /** Removes the oldest entries whose results are fresh on the host. */
  private void removeUnneeded() {
    for (Entry first = entries.peek(); first != null; first = entries.peek()) {
      if (isNeeded(first)) {
        return;
      }
      if (first instanceof Ran ran) {
        isWrittenBy(ran);
      } else {
        leave(first);
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

  /** Records in the buffers what is known of an entry that leaves the log. */
  private void leave(Entry entry) {
    if (entry instanceof Ran ran) {
      for (int u = 0; u < ran.buffers().size(); u++) {
        ran.buffers().get(u).buffer().onlyOnDevices(ran.writes(u));
      }
      isWrittenBy(ran);
    } else if (entry instanceof AccessedPart access) {
      if (access.isDone()) {
        access.buffer().notOnlyOnDevices(access.part());
      }
      if (access.writes()) {
        // The host has written after that loop.
        access.buffer().leftBy(lastLeft + 1, access.part());
      }
    }
  }

  private void isWrittenBy(Ran ran) {
    for (int u = 0; u < ran.buffers().size(); u++) {
      if (ran.buffers().get(u).writes()) {
        ran.buffers().get(u).buffer().leftBy(ran.tasks().last(), ran.writes(u));
      }
    }
    lastLeft = ran.tasks().last();
  }

  /** An entry for elements that the host's array contains as they are at a place of the log. */
  static AccessedPart onHost(TrackedBuffer buffer, Region part) {
    return new AccessedPart(buffer, part, /* writes= */ false, /* done= */ true, UNKNOWN);
  }

  /** Notes which requested elements have been copied, even if no thread has waited for them. */
  void noteArrivals() {
    for (Entry entry : entries) {
      if (entry instanceof AccessedPart access && !access.isDone()) {
        access.noteIfThere();
      }
    }
  }

  /** All entries, the oldest first. */
  List<Entry> entries() {
    return List.copyOf(entries);
  }

  /** Removes all entries. */
  void clear() {
    entries.clear();
  }
}
