package dev.slipstream.runtime.coherence;

import dev.slipstream.model.SlipstreamException;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.execution.StackSafeLock;
import dev.slipstream.runtime.graph.BufferId;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The host's reads and writes of arrays that devices hold: has elements copied back to the host,
 * waits for them without the lock, and then notes which are fresh. Thread-safe unless a method says
 * otherwise.
 */
final class HostVisits {
  /** One access in this many frees the buffers of collected arrays, if it need not wait. */
  private static final int LOOKS_FOR_COLLECTED = 64;

  /** The same for accesses to arrays that no loop uses. */
  private static final int SKIPS_FOR_COLLECTED = 4096;

  private final StackSafeLock lock;
  private final FailStopBufferStream stream;
  private final TrackedBuffers buffers;
  private final LoopLog log;
  private final Journal journal;
  private final Prefetch prefetch = new Prefetch();
  private final boolean replicated;

  private int looks;

  /** How many accesses took no lock, about: it is counted without one. */
  private int skipped;

  /** Whether a loop was submitted since all arrays were last settled on the host. */
  private boolean anyLoop;

  /**
   * @param lock the lock of {@link Coherence}, which guards the other objects
   * @param replicated whether other processes have to submit the same
   */
  HostVisits(
      StackSafeLock lock,
      FailStopBufferStream stream,
      TrackedBuffers buffers,
      LoopLog log,
      Journal journal,
      boolean replicated) {
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
    boolean unused = isUsedByNoLoop(array, index, toWrite);
    if (unused && ++skipped % SKIPS_FOR_COLLECTED != 0) {
      return;
    }
    List<Visit> visits = List.of();
    lock.lockToLook();
    try {
      if (!buffers.areAnyOnDevices()) {
        return;
      }
      if (unused || ++looks % LOOKS_FOR_COLLECTED == 0) {
        lock.requireRoom();
        buffers.removeCollected();
      }
      if (array instanceof Object[] references) {
        lock.requireRoom();
        visits = visitReached(references, index, toWrite);
      } else {
        TrackedLeaf leaf = buffers.leaf(array);
        TrackedBuffer buffer = leaf == null ? null : leaf.buffer();
        // Most elements that the program accesses one by one need nothing.
        if (leaf != null && buffer != null && isOfConcern(buffer, leaf, index, toWrite)) {
          lock.requireRoom();
          buffers.removeCollected();
          visits = new ArrayList<>(1);
          buffers.isReached(buffer, array);
          begin(buffer, buffer.part(leaf, index), index, toWrite, visits);
        }
      }
    } finally {
      lock.unlock();
    }
    await(visits);
  }

  /** Sorts out most arrays without the lock. */
  private boolean isUsedByNoLoop(Object array, int index, boolean toWrite) {
    if (array instanceof Object[]) {
      return false;
    }
    if (toWrite || index == TrackedBuffer.ANY) {
      // What was written, or that the array is held, has to be seen before the question, as with
      // the
      // lock: a loop of another thread notes that it uses the array, and then copies its elements.
      VarHandle.fullFence();
    }
    return !buffers.mayKnow(array);
  }

  private static boolean isOfConcern(
      TrackedBuffer buffer, TrackedLeaf leaf, int index, boolean toWrite) {
    return toWrite
        ? !buffer.hasLeftDevices() && buffer.isOnDevices(buffer.part(leaf, index))
        : buffer.isStale() && buffer.isStale(buffer.part(leaf, index));
  }

  private List<Visit> visitReached(Object[] references, int index, boolean toWrite) {
    buffers.removeCollected();
    List<Visit> visits = new ArrayList<>(1);
    Set<TrackedBuffer> reached = new LinkedHashSet<>();
    for (Object leaf : LeafShape.reachedFrom(references)) {
      TrackedBuffer buffer = buffers.of(leaf);
      if (buffer != null && reached.add(buffer)) {
        begin(buffer, buffer.whole(), index, toWrite, visits);
      }
    }
    return visits;
  }

  private void begin(
      TrackedBuffer buffer, Region part, int index, boolean toWrite, List<Visit> visits) {
    Visit visit;
    if (toWrite) {
      visit = leaveToHost(buffer, part);
    } else if (index == TrackedBuffer.ANY) {
      visit = copyBackWithNext(buffer, part);
    } else {
      visit = copyBack(buffer, part);
    }
    if (visit != null) {
      visits.add(visit);
    }
  }

  /**
   * Waits until the host can access every array.
   *
   * @param toWrite whether it may write to them; otherwise devices keep what they hold
   * @param allButLost whether arrays whose elements are lost are left out; an access to one throws
   *     later
   */
  void visitAll(boolean toWrite, boolean allButLost) {
    if (replicated) {
      visitAllThatAllKnow();
      return;
    }
    List<Visit> visits = new ArrayList<>();
    lock.lock();
    try {
      for (TrackedBuffer buffer : reachedOnDevices()) {
        try {
          begin(buffer, buffer.whole(), TrackedBuffer.ANY, toWrite, visits);
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

  /** An array that only a finalizer may still reach is copied back when the finalizer reads it. */
  private List<TrackedBuffer> reachedOnDevices() {
    buffers.removeCollected();
    List<TrackedBuffer> reached = new ArrayList<>();
    for (TrackedBuffer buffer : buffers.onDevices()) {
      if (!buffer.isFlat() || buffer.view() != null) {
        reached.add(buffer);
      }
    }
    return reached;
  }

  /**
   * As {@link #visitAll}, if there are other processes: each notices at another time which arrays
   * were collected, so they agree on the buffers that all of them know.
   */
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

  /** Gives these buffers to the host alone. The lock is held. */
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

  /** Waits until all elements of a buffer are fresh on the host. */
  void copyBack(TrackedBuffer buffer) {
    Visit visit;
    lock.lock();
    try {
      visit = copyBack(buffer, buffer.whole());
    } finally {
      lock.unlock();
    }
    await(visit == null ? List.of() : List.of(visit));
  }

  private @Nullable Visit copyBack(TrackedBuffer buffer, Region part) {
    if (!buffer.isStale(part)) {
      return null;
    }
    Visit same = pending(buffer, part, /* toWrite= */ false);
    if (same != null) {
      return same;
    }
    Visit asked = buffer.ahead();
    if (asked != null && asked.isUpToDate() && asked.has(part)) {
      // The old entry may be too old for the log.
      Region all = buffer.whole();
      LoopLog.AccessedPart access =
          log.accessed(buffer, all, /* writes= */ false, /* there= */ false, LoopLog.UNKNOWN);
      return behindAhead(new Visit(buffer, all, false, List.of(), access), part);
    }
    Region wanted = buffer.wanted(part);
    long stores = stores(buffer);
    List<BufferStream.Arrival> arrivals = fetch(buffer, wanted);
    LoopLog.AccessedPart access =
        log.accessed(buffer, wanted, /* writes= */ false, arrivals.isEmpty(), stores);
    return begun(behindAhead(new Visit(buffer, wanted, false, arrivals, access), part));
  }

  /**
   * The visit that another thread already waits for, if each process has to submit the same: the
   * number of threads that ask before the elements are fresh may differ between processes. Null if
   * the elements have to be requested.
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

  /** Also requests the arrays that the host read next the last time. */
  private @Nullable Visit copyBackWithNext(TrackedBuffer buffer, Region part) {
    Visit visit = copyBack(buffer, part);
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

  /**
   * Prefetches a buffer, unless loops change it in place: if it was copied only in part, it could
   * not be recomputed.
   */
  private void bringAhead(TrackedBuffer buffer) {
    Region whole = buffer.whole();
    Object array = buffer.view();
    if (array == null || log.changesInPlace(buffer)) {
      return;
    }
    long stores = stores(buffer);
    Optional<BufferStream.Arrival> arrival = stream.copyBackAhead(buffer.buffer(), whole, array);
    if (arrival.isPresent()) {
      LoopLog.AccessedPart access =
          log.accessed(buffer, whole, /* writes= */ false, /* there= */ false, stores);
      buffer.ahead(new Visit(buffer, whole, false, List.of(arrival.get()), access));
    }
  }

  /** Makes a visit also wait for the prefetch of the same buffer. */
  private static Visit behindAhead(Visit visit, Region part) {
    // An access to single elements has not requested all of them; the buffer is not prefetched
    // again because of it.
    boolean all = part.equals(visit.buffer().whole());
    Visit ahead = all ? visit.buffer().takeAhead() : visit.buffer().ahead();
    return ahead == null ? visit : visit.after(ahead);
  }

  /**
   * Requests elements that may be stale on the host.
   *
   * @return empty if they turn out to be fresh
   * @throws SlipstreamException if they are lost
   */
  private List<BufferStream.Arrival> fetch(TrackedBuffer buffer, Region wanted) {
    Optional<BufferStream.Arrival> arrival = stream.copyBack(buffer.buffer(), wanted);
    if (arrival.isEmpty() && buffer.isStale(wanted)) {
      throw stream.lostResults();
    }
    return arrival.isEmpty() ? List.of() : List.of(arrival.get());
  }

  /**
   * The number of copies before elements are requested: copies after that may have been made in
   * part.
   */
  private long stores(TrackedBuffer buffer) {
    return stream.stores(buffer.buffer().id());
  }

  private @Nullable Visit leaveToHost(TrackedBuffer buffer, Region part) {
    if (!buffer.isOnDevices(part)) {
      return null;
    }
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
    List<LoopLog.AccessedPart> accesses = new ArrayList<>();
    if (!arrivals.isEmpty()) {
      // A copy may be incomplete if devices fail now; the host overwrites nothing before this
      // method returns.
      LoopLog.AccessedPart copied =
          log.accessed(buffer, wanted, /* writes= */ false, /* there= */ false, stores);
      copied.comesWith(arrivals);
      accesses.add(copied);
    }
    Optional<BufferStream.Arrival> left = stream.hostWrites(buffer.buffer(), wanted);
    if (left.isPresent()) {
      arrivals.add(left.get());
    }
    // Until then loops may have to run again with the elements that the host still has.
    LoopLog.AccessedPart written =
        log.accessed(buffer, wanted, /* writes= */ true, left.isEmpty(), stores);
    written.comesWith(arrivals);
    accesses.add(written);
    return begun(behindAhead(Visit.toWrite(buffer, wanted, arrivals, accesses), part));
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
        // If it could be recomputed, it is fresh, whatever had been copied by then.
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
    if (!buffers.mayKnow(leaf)) {
      return Optional.of(false);
    }
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
