package dev.slipstream.runtime.coherence;

import dev.slipstream.model.SlipstreamException;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.graph.BufferId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * The host's reads and writes of arrays that devices hold: has elements brought home, waits for
 * them outside of the lock, and notes then what is there. Thread-safe where it says nothing else.
 */
final class HostVisits {
  private final Lock lock;
  private final FailStopBufferStream stream;
  private final TrackedBuffers buffers;
  private final LoopLog log;
  private final Journal journal;
  private final StackRoom room;
  private final Prefetch prefetch = new Prefetch();
  private final boolean replicated;

  /** Whether a loop was submitted since the host had all arrays for itself. */
  private boolean anyLoop;

  /**
   * @param lock the lock of {@link Coherence}, which guards the others
   * @param room looked at before anything is changed
   * @param replicated whether other processes have to submit the same
   */
  HostVisits(
      Lock lock,
      FailStopBufferStream stream,
      TrackedBuffers buffers,
      LoopLog log,
      Journal journal,
      StackRoom room,
      boolean replicated) {
    this.room = room;
    this.lock = lock;
    this.stream = stream;
    this.buffers = buffers;
    this.log = log;
    this.journal = journal;
    this.replicated = replicated;
  }

  /** A loop was submitted. The lock is held. */
  void loop() {
    anyLoop = true;
    prefetch.loop();
  }

  /**
   * Waits until the host can read or write elements.
   *
   * @param array as for {@link Coherence#reads(Object)}
   * @param index of the only element of an array of primitives, or {@link TrackedBuffer#ANY}
   */
  void visit(Object array, int index, boolean toWrite) {
    List<Visit> visits = new ArrayList<>(1);
    lock.lock();
    try {
      if (!buffers.areAnyOnDevices()) {
        return;
      }
      buffers.removeCollected();
      if (array instanceof Object[] references) {
        Set<TrackedBuffer> reached = new LinkedHashSet<>();
        for (Object leaf : LeafShape.reachedFrom(references)) {
          TrackedBuffer buffer = buffers.of(leaf);
          if (buffer != null && reached.add(buffer)) {
            begin(buffer, buffer.whole(), index, toWrite, visits);
          }
        }
      } else {
        TrackedBuffer buffer = buffers.of(array);
        TrackedLeaf leaf = buffers.leaf(array);
        if (buffer != null && leaf != null) {
          begin(buffer, buffer.part(leaf, index), index, toWrite, visits);
        }
      }
    } finally {
      lock.unlock();
    }
    await(visits);
  }

  private void begin(
      TrackedBuffer buffer, Region part, int index, boolean toWrite, List<Visit> visits) {
    Visit visit;
    if (toWrite) {
      visit = leaveToHost(buffer, part);
    } else if (index == TrackedBuffer.ANY) {
      visit = bringHomeWithNext(buffer, part);
    } else {
      visit = bringHome(buffer, part);
    }
    if (visit != null) {
      visits.add(visit);
    }
  }

  /**
   * Waits until the host can write to every array.
   *
   * @param allButLost whether arrays whose elements are lost are left out; who looks at one is told
   */
  void visitAll(boolean allButLost) {
    if (replicated) {
      visitAllThatAllKnow();
      return;
    }
    List<TrackedBuffer> all = new ArrayList<>();
    List<Visit> visits = new ArrayList<>();
    lock.lock();
    try {
      buffers.removeCollected();
      for (TrackedBuffer buffer : buffers.onDevices()) {
        // What only a finalizer may still reach comes home when that looks at it.
        if (!buffer.isFlat() || buffer.view() != null) {
          all.add(buffer);
        }
      }
      for (TrackedBuffer buffer : all) {
        try {
          visits.addAll(leaveToHost(List.of(buffer)));
        } catch (SlipstreamException lost) {
          if (!allButLost) {
            throw lost;
          }
        }
      }
    } finally {
      lock.unlock();
    }
    for (Visit visit : visits) {
      try {
        await(visit);
      } catch (SlipstreamException lost) {
        if (!allButLost) {
          throw lost;
        }
      }
    }
  }

  /** Which arrays were collected each process finds out at a time of its own. */
  private void visitAllThatAllKnow() {
    Set<BufferId> mine = new LinkedHashSet<>();
    BufferStream others;
    lock.lock();
    try {
      if (!anyLoop) {
        return;
      }
      anyLoop = false;
      others = stream.stream();
      buffers.removeCollected();
      for (TrackedBuffer buffer : buffers.onDevices()) {
        mine.add(buffer.buffer().id());
      }
    } finally {
      lock.unlock();
    }
    Set<BufferId> known = others.knownToAll(mine);
    List<TrackedBuffer> all = new ArrayList<>();
    List<Visit> visits;
    lock.lock();
    try {
      for (TrackedBuffer buffer : buffers.onDevices()) {
        if (known.contains(buffer.buffer().id())) {
          all.add(buffer);
        }
      }
      visits = leaveToHost(all);
    } finally {
      lock.unlock();
    }
    await(visits);
  }

  /** Has all of these left to the host. The lock is held. */
  List<Visit> leaveToHost(Iterable<TrackedBuffer> all) {
    List<Visit> visits = new ArrayList<>();
    for (TrackedBuffer buffer : all) {
      Visit visit = leaveToHost(buffer, buffer.whole());
      if (visit != null) {
        visits.add(visit);
      }
    }
    return visits;
  }

  /** Waits until all elements of a buffer are in its array. */
  void bringHome(TrackedBuffer buffer) {
    Visit visit;
    lock.lock();
    try {
      visit = bringHome(buffer, buffer.whole());
    } finally {
      lock.unlock();
    }
    await(visit == null ? List.of() : List.of(visit));
  }

  private @Nullable Visit bringHome(TrackedBuffer buffer, Region part) {
    if (!buffer.isStale(part)) {
      return null;
    }
    room.require();
    Visit same = pending(buffer, part, /* toWrite= */ false);
    if (same != null) {
      return same;
    }
    Visit asked = buffer.ahead();
    if (asked != null && asked.isUpToDate() && asked.has(part)) {
      // The old look may be too old for the log.
      Region all = buffer.whole();
      LoopLog.Look look = log.looks(buffer, all, /* there= */ false, LoopLog.UNKNOWN);
      return behindAhead(new Visit(buffer, all, false, List.of(), look), part);
    }
    Region wanted = buffer.wanted(part);
    long stores = stores(buffer);
    List<BufferStream.Arrival> arrivals = fetch(buffer, wanted);
    LoopLog.Look look = log.looks(buffer, wanted, arrivals.isEmpty(), stores);
    return begun(behindAhead(new Visit(buffer, wanted, false, arrivals, look), part));
  }

  /**
   * What another thread waits for already, where each process has to submit the same: how many
   * threads come before the elements may differ. Null if it is to be asked for.
   */
  private @Nullable Visit pending(TrackedBuffer buffer, Region part, boolean toWrite) {
    Visit begun = buffer.begun();
    return begun != null && begun.isUpToDate() && begun.toWrite() == toWrite && begun.has(part)
        ? begun
        : null;
  }

  private Visit begun(Visit visit) {
    if (replicated) {
      visit.buffer().begun(visit);
    }
    return visit;
  }

  /** Asks also for what the host looked at next the last time. */
  private @Nullable Visit bringHomeWithNext(TrackedBuffer buffer, Region part) {
    Visit visit = bringHome(buffer, part);
    if (visit != null && buffer.isFlat() && !replicated) {
      prefetch.looked(buffer);
      for (TrackedBuffer next : Prefetch.after(buffer)) {
        if (buffers.isOnDevices(next)) {
          bringAhead(next);
        }
      }
    }
    return visit;
  }

  /** Not what loops change in place: half copied, it could not be computed again. */
  private void bringAhead(TrackedBuffer buffer) {
    Region whole = buffer.whole();
    Object array = buffer.view();
    if (array == null || log.changesInPlace(buffer)) {
      return;
    }
    long stores = stores(buffer);
    Optional<BufferStream.Arrival> arrival = stream.bringHomeAhead(buffer.buffer(), whole, array);
    if (arrival.isPresent()) {
      LoopLog.Look look = log.looks(buffer, whole, /* there= */ false, stores);
      buffer.ahead(new Visit(buffer, whole, false, List.of(arrival.get()), look));
    }
  }

  /** Has a visit of somebody who looks at a part wait also for what was asked for ahead. */
  private static Visit behindAhead(Visit visit, Region part) {
    // Who looks at single elements has not asked for all: it is not to be asked for ahead again.
    boolean all = part.equals(visit.buffer().whole());
    Visit ahead = all ? visit.buffer().takeAhead() : visit.buffer().ahead();
    return ahead == null ? visit : visit.after(ahead);
  }

  /**
   * Has elements brought home that may not be there.
   *
   * @return empty if they are there after all
   * @throws SlipstreamException if they are lost
   */
  private List<BufferStream.Arrival> fetch(TrackedBuffer buffer, Region wanted) {
    Optional<BufferStream.Arrival> arrival = stream.bringHome(buffer.buffer(), wanted);
    if (arrival.isEmpty() && buffer.isStale(wanted)) {
      throw stream.lostResults();
    }
    return arrival.isEmpty() ? List.of() : List.of(arrival.get());
  }

  /** Is asked before elements are: what comes after that may have come in part. */
  private long stores(TrackedBuffer buffer) {
    return stream.stores(buffer.buffer().id());
  }

  private @Nullable Visit leaveToHost(TrackedBuffer buffer, Region part) {
    if (!buffer.isOnDevices(part)) {
      return null;
    }
    room.require();
    Visit same = pending(buffer, part, /* toWrite= */ true);
    if (same != null) {
      return same;
    }
    buffers.changed(buffer);
    Region wanted = buffer.wanted(part);
    journal.hostWrites(buffer, wanted);
    List<BufferStream.Arrival> arrivals = new ArrayList<>();
    long stores = stores(buffer);
    if (buffer.isStale(wanted)) {
      arrivals.addAll(fetch(buffer, wanted));
    }
    // A copy may be cut off if devices fail now; the host overwrites nothing before this returns.
    LoopLog.Look copied =
        arrivals.isEmpty() ? null : log.looks(buffer, wanted, /* there= */ false, stores);
    if (copied != null) {
      copied.comesWith(arrivals);
    }
    Optional<BufferStream.Arrival> left = stream.hostWrites(buffer.buffer(), wanted);
    if (left.isPresent()) {
      arrivals.add(left.get());
    }
    LoopLog.Look look =
        copied == null ? log.looks(buffer, wanted, /* there= */ true, stores) : copied;
    return begun(behindAhead(new Visit(buffer, wanted, true, arrivals, look), part));
  }

  /**
   * Waits, without the lock. Other threads may submit further loops meanwhile. The calling thread
   * is not ordered behind those and need not wait for them, but the array stays marked.
   */
  void await(List<Visit> visits) {
    for (Visit visit : visits) {
      await(visit);
    }
  }

  private void await(Visit visit) {
    ExecutionFailedException failure = null;
    try {
      visit.await();
    } catch (ExecutionFailedException failed) {
      failure = failed;
    }
    lock.lock();
    try {
      if (failure != null) {
        stream.fails(failure);
      }
      if (visit.toWrite()) {
        // Loops may have been submitted since it began to wait.
        journal.hostWrites(visit.buffer(), visit.part());
      }
      if (stream.hasFailed() && visit.buffer().isStale(visit.part())) {
        // Whatever was copied by then: what could be computed again is there.
        throw stream.lostResults();
      }
      if (stream.hasFailed() || visit.isUpToDate()) {
        hasEnded(visit);
      }
    } finally {
      lock.unlock();
    }
  }

  private void hasEnded(Visit visit) {
    TrackedBuffer buffer = visit.buffer();
    buffer.hasEnded(visit);
    if (visit.toWrite()) {
      buffer.isOnHostAlone(visit.part());
      if (buffer.hasLeftDevices()) {
        buffers.removeFromDevices(buffer);
      }
    } else {
      buffer.isHome(visit.part());
    }
    if (!buffer.isKept()) {
      buffers.kept().remove(buffer);
    }
  }

  /** As {@link Coherence#isOnDevices}. */
  Optional<Boolean> isOnDevices(Object leaf, Duration patience) throws InterruptedException {
    if (!lock.tryLock(patience.toNanos(), TimeUnit.NANOSECONDS)) {
      return Optional.empty();
    }
    try {
      TrackedBuffer buffer = buffers.of(leaf);
      return Optional.of(buffer != null && buffers.isOnDevices(buffer));
    } finally {
      lock.unlock();
    }
  }
}
