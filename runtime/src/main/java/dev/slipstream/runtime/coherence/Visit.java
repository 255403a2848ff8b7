package dev.slipstream.runtime.coherence;

import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An access of the host to an array that has to wait.
 *
 * @param part which elements, or rows, of it
 * @param loops how many loops had used the array
 * @param waited is called with the duration of the wait
 * @param toWrite whether devices hold nothing valid of the part afterwards
 * @param accesses the entries of the log that are done once the elements are fresh
 */
record Visit(
    TrackedBuffer buffer,
    Region part,
    long loops,
    @Nullable LongConsumer waited,
    boolean toWrite,
    List<BufferStream.Arrival> arrivals,
    List<LoopLog.AccessedPart> accesses) {
  Visit {
    for (LoopLog.AccessedPart access : accesses) {
      access.comesWith(arrivals);
    }
  }

  Visit(
      TrackedBuffer buffer,
      Region part,
      boolean toWrite,
      List<BufferStream.Arrival> arrivals,
      LoopLog.AccessedPart access) {
    this(buffer, part, buffer.loops(), buffer.lastUser(), toWrite, arrivals, List.of(access));
  }

  /** Creates an access after which devices hold nothing valid of the part. */
  static Visit toWrite(
      TrackedBuffer buffer,
      Region part,
      List<BufferStream.Arrival> arrivals,
      List<LoopLog.AccessedPart> accesses) {
    return new Visit(
        buffer, part, buffer.loops(), buffer.lastUser(), /* toWrite= */ true, arrivals, accesses);
  }

  /** Returns a visit that also waits for another one, which began before. */
  Visit after(Visit before) {
    return new Visit(
        buffer,
        part,
        loops,
        waited,
        toWrite,
        both(before.arrivals, arrivals),
        both(before.accesses, accesses));
  }

  private static <T> List<T> both(List<T> first, List<T> second) {
    List<T> both = new ArrayList<>(first);
    both.addAll(second);
    return both;
  }

  /** Notes that its elements are fresh if they are. Does not wait. */
  void noteIfThere() {
    for (BufferStream.Arrival arrival : arrivals) {
      if (!arrival.isOver()) {
        return;
      }
    }
    try {
      arrive();
    } catch (ExecutionFailedException failed) {
      // After a failure some elements may have been copied, and some not.
    }
  }

  /** Whether all of a part is fresh on the host afterwards. */
  boolean has(Region other) {
    return part.contains(other);
  }

  /** Whether no other loop has used the array meanwhile. */
  boolean isUpToDate() {
    return buffer.loops() == loops;
  }

  /**
   * Waits, and reports for how long. Called without a lock.
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
    for (LoopLog.AccessedPart access : accesses) {
      access.done();
    }
  }
}
