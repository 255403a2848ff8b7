package dev.slipstream.runtime.coherence;

import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What a thread waits for that looks at an array.
 *
 * @param part which elements, or rows, of it
 * @param loops how many loops had used the array
 * @param waited is called with the time that takes
 * @param toWrite whether devices hold nothing of the part afterwards
 * @param looks are done once it is there
 */
record Visit(
    TrackedBuffer buffer,
    Region part,
    long loops,
    @Nullable LongConsumer waited,
    boolean toWrite,
    List<BufferStream.Arrival> arrivals,
    List<LoopLog.Look> looks) {
  Visit {
    for (LoopLog.Look look : looks) {
      look.comesWith(arrivals);
    }
  }

  Visit(
      TrackedBuffer buffer,
      Region part,
      boolean toWrite,
      List<BufferStream.Arrival> arrivals,
      LoopLog.Look look) {
    this(buffer, part, buffer.loops(), buffer.lastUser(), toWrite, arrivals, List.of(look));
  }

  /** The same for somebody who waits for another one, too, which began before it. */
  Visit after(Visit before) {
    return new Visit(
        buffer,
        part,
        loops,
        waited,
        toWrite,
        both(before.arrivals, arrivals),
        both(before.looks, looks));
  }

  private static <T> List<T> both(List<T> first, List<T> second) {
    List<T> both = new ArrayList<>(first);
    both.addAll(second);
    return both;
  }

  /** Notes that what it is about is there, if it is. Does not wait. */
  void noteIfThere() {
    for (BufferStream.Arrival arrival : arrivals) {
      if (!arrival.isOver()) {
        return;
      }
    }
    try {
      arrive();
    } catch (ExecutionFailedException failed) {
      // Then some of it may be there, and some not.
    }
  }

  /** Whether all of a part is in the array afterwards. */
  boolean has(Region other) {
    return part.contains(other);
  }

  /** Whether no other loop has used the array meanwhile. */
  boolean isUpToDate() {
    return buffer.loops() == loops;
  }

  /**
   * Waits, and says how long. Called without a lock.
   *
   * @throws dev.slipstream.runtime.execution.ExecutionFailedException if devices have failed
   */
  void await() {
    long began = System.nanoTime();
    try {
      arrive();
    } finally {
      if (waited != null) {
        waited.accept(System.nanoTime() - began);
      }
    }
  }

  private void arrive() {
    for (BufferStream.Arrival arrival : arrivals) {
      arrival.await();
    }
    for (LoopLog.Look look : looks) {
      look.done();
    }
  }
}
