package dev.slipstream.runtime.coherence;

import dev.slipstream.model.SlipstreamException;
import dev.slipstream.runtime.device.FailureReason;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.execution.StackSafeLock;
import dev.slipstream.runtime.execution.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import java.util.function.Predicate;

/**
 * Tracks where the elements of arrays are fresh, so that host code and loops see what the other has
 * written. Elements are copied only when code accesses them, except for prefetched arrays. Host
 * code announces its accesses; an array that code without guards may access is {@link
 * #synchronous}.
 *
 * <p>Thread-safe. A program without data races sees the same as if each loop ran at its place in
 * the program. A thread that reads an element written by a loop is ordered after the loop's
 * submission by the program's own synchronisation, and therefore finds the array marked.
 *
 * <p>The rules are those of caches with write-back and invalidation, with arrays of primitives as
 * cache lines. The rows of an array of arrays are one buffer while loops use it with the same rows,
 * but the host may settle a few of them alone.
 */
public final class Coherence {
  /** The fraction of the heap that may hold what is needed to recompute results of lost nodes. */
  private static final int PART_OF_HEAP = 4;

  private final FailStopBufferStream stream;
  private final TrackedBuffers buffers;
  private final LoopLog log = new LoopLog();
  private final Journal journal;
  private final int leastLength;
  private Runnable journalEnds = () -> {};
  private final HostVisits visits;
  private final CopiedArrays copies;
  private final DistinctLeaves distinct = new DistinctLeaves();
  private final ArrayHolds holds;
  private final StackSafeLock lock = new StackSafeLock();

  /**
   * @param stream copies buffers back to the host
   */
  public Coherence(BufferStream stream) {
    this(Coherence::ignore, new ArrayHolds(), 0, Replication.none());
    connect(stream);
  }

  /**
   * Creates rules that are connected to a stream before the first loop is submitted.
   *
   * @param shortest gets the length of the shortest array on devices whenever it changes, or the
   *     greatest int if there is none. What follows a submission is ordered after this call
   * @param holds the arrays that code without guards uses at the moment
   * @param leastLength loops over arrays of arrays with shorter rows are launched immediately
   * @param replication gives the heap's size; a part keeps rows that the program may still read
   */
  Coherence(IntConsumer shortest, ArrayHolds holds, int leastLength, Replication replication) {
    this.holds = holds;
    long heapBytes = replication.heapBytes();
    this.stream = new FailStopBufferStream(this::computeAgain);
    this.buffers = new TrackedBuffers(stream, shortest, heapBytes);
    this.journal = new Journal(heapBytes / PART_OF_HEAP, Ticker.SYSTEM, this::tellThatJournalEnds);
    this.leastLength = leastLength;
    this.visits = new HostVisits(lock, stream, buffers, log, journal, replication.isOn());
    this.copies = new CopiedArrays(lock, stream, buffers, log, journal, this::reads);
  }

  private static void ignore(long figure) {
    // The figure is not needed.
  }

  /** Connects the stream that copies buffers back to the host. Called once. */
  void connect(BufferStream home) {
    lock.lock();
    try {
      stream.connect(home);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Starts to keep everything that is needed to recompute what other nodes have computed. Called
   * before the first loop is submitted; each loop then needs a {@linkplain Repetition repetition}.
   *
   * @param ends called when that takes too much memory, so that results may be lost from then on
   */
  void keepsJournal(Runnable ends) {
    lock.lock();
    try {
      journalEnds = ends;
      journal.start();
    } finally {
      lock.unlock();
    }
  }

  private void tellThatJournalEnds() {
    journalEnds.run();
  }

  /** Recomputes what can be recomputed after the run has failed. */
  public void fails(ExecutionFailedException failure) {
    lock.lock();
    try {
      stream.fails(failure);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Continues after a failure, with no array on any device.
   *
   * @param home copies buffers back to the host from now on
   * @param keepsJournal whether results of this stream may be lost, too; see {@link #keepsJournal}
   * @return false if results are lost, or loops have to be launched immediately anyway; nothing has
   *     changed then
   */
  boolean goOnWith(BufferStream home, boolean keepsJournal) {
    lock.lock();
    try {
      if (!buffers.stale().isEmpty() || !stream.goOnWith(home)) {
        return false;
      }
      buffers.dissolveAll();
      log.clear();
      if (keepsJournal) {
        journal.start();
      } else {
        journal.end();
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Submits a loop.
   *
   * @param used its arrays and what it does with them; an array that occurs twice counts as one
   * @param submission submits the loop, given the buffer of each array; called at most once, with a
   *     lock held
   * @return what the submission returned; empty if the loop has to be launched immediately, since
   *     rows occur twice or are too short or too many, or devices have failed
   * @throws SlipstreamException if results are lost that the loop needs immediately
   */
  public <T> Optional<T> submit(List<LoopArray> used, Function<ArrayBuffers, T> submission) {
    return submit(used, Coherence::ignore, Optional.empty(), buffers -> true, submission);
  }

  /**
   * Submits a loop if a condition holds, and reports how long threads wait for its arrays until
   * another loop uses them.
   *
   * @param waited is called with the duration of each wait, in nanoseconds, by any thread
   * @param repetition runs the loop again if devices fail; without it, results are lost then, and
   *     the loop may work on the arrays themselves
   * @param condition checks the contents of the arrays as the loop would find them; called at most
   *     once, with a lock held
   * @return also empty if the condition does not hold
   * @see #submit(List, Function)
   */
  public <T> Optional<T> submit(
      List<LoopArray> used,
      LongConsumer waited,
      Optional<Repetition> repetition,
      Predicate<ArrayBuffers> condition,
      Function<ArrayBuffers, T> submission) {
    if (!LoopArray.readRows(used, leastLength, distinct)) {
      return Optional.empty();
    }
    List<Object> immediate = new ArrayList<>();
    List<TrackedBuffer> surplus = new ArrayList<>();
    Optional<T> result;
    lock.lock();
    try {
      buffers.removeCollected();
      for (Set<TrackedBuffer> others = buffers.others(used);
          !others.isEmpty();
          others = buffers.others(used)) {
        separate(others);
      }
      if (stream.isClosed()) {
        return Optional.empty();
      }
      result =
          stream.submit(
              () -> {
                Optional<T> submitted =
                    submit(used, waited, repetition, condition, submission, immediate);
                surplus.addAll(buffers.kept().takeSurplus());
                return submitted;
              });
    } finally {
      lock.unlock();
    }
    if (!surplus.isEmpty() || !immediate.isEmpty()) {
      afterSubmission(
          () -> {
            surplus.forEach(this::release);
            immediate.forEach(this::writes);
          });
    }
    return result;
  }

  private <T> Optional<T> submit(
      List<LoopArray> arrays,
      LongConsumer waited,
      Optional<Repetition> repetition,
      Predicate<ArrayBuffers> condition,
      Function<ArrayBuffers, T> submission,
      List<Object> immediate) {
    journal.advance(stream);
    for (LoopArray use : arrays) {
      TrackedBuffer buffer = track(use);
      use.submit(buffer, buffers.view(buffer, use.array()));
    }
    ArrayBuffers used = new ArrayBuffers(arrays);
    if (!condition.test(used)) {
      return Optional.empty();
    }
    // This precedes the copies to devices: from now on other threads announce their writes to these
    // arrays.
    for (LoopArray use : arrays) {
      journal.hold(use.buffer(), use.view());
      buffers.addOnDevices(use.buffer());
    }
    long before = stream.lastTask();
    T result = submission.apply(used);
    LoopLog.Tasks tasks = new LoopLog.Tasks(before, stream.lastTask());
    buffers.kept().nextLoop();
    visits.loop();
    // This follows the marking of the arrays: code that takes hold of one from now on sees the
    // mark.
    boolean allHeld = holds.areAllHeld();
    for (LoopArray use : arrays) {
      TrackedBuffer buffer = use.buffer();
      buffer.used(use.writes(), use.view(), waited);
      buffer.rememberRows(use.view());
      if (use.writes()) {
        buffers.changed(buffer);
      }
      if (use.isOfArrays()) {
        buffers.kept().used(buffer);
      }
      if (allHeld || buffer.isSynchronous() || holds.isAnyHeld(use.shape().leaves())) {
        immediate.add(use.array());
      }
    }
    if (journal.isStarted()) {
      journal.ran(arrays, repetition.orElseThrow());
    } else {
      log.ran(arrays, repetition, tasks);
    }
    return Optional.of(result);
  }

  private TrackedBuffer track(LoopArray use) {
    TrackedBuffer buffer = buffers.track(use);
    if (!buffer.onDevices()) {
      // The host wrote without notice while no device held it.
      buffers.changed(buffer);
    }
    return buffer;
  }

  /** Settles buffers on the host and forgets them. The lock is held, except while waiting. */
  private void separate(Set<TrackedBuffer> parted) {
    List<Visit> pending = visits.leaveToHost(parted);
    lock.unlock();
    try {
      visits.await(pending);
    } finally {
      lock.lockAgain();
    }
    for (TrackedBuffer buffer : parted) {
      if (buffer.hasLeftDevices()) {
        buffers.dissolve(buffer);
      }
    }
  }

  /**
   * The calling thread is going to read elements: waits until those that loops have written are in
   * the array.
   *
   * @param array an array of primitives, or of references, which stands for all that can be reached
   *     through it; any other object does no harm
   * @throws SlipstreamException if results are lost
   */
  public void reads(Object array) {
    visits.visit(array, TrackedBuffer.ANY, /* toWrite= */ false);
  }

  /**
   * The calling thread is going to write elements, or has written some. Waits until the elements
   * that loops have written are in the array and loops do not need the array's elements any more;
   * later loops do not use what devices hold of it.
   *
   * <p>Code that writes many elements without a call for each calls this when it begins and again
   * when it ends, since a loop of another thread may have read elements in between.
   *
   * @param array as for {@link #reads}
   * @throws SlipstreamException if results are lost
   */
  public void writes(Object array) {
    visits.visit(array, TrackedBuffer.ANY, /* toWrite= */ true);
  }

  /**
   * As {@link #reads} and {@link #writes}, for one element.
   *
   * @param array an array of primitives
   * @param index less than its length; if it is negative, all elements are meant
   * @param toWrite whether the element is written
   * @throws SlipstreamException if results are lost
   */
  public void visits(Object array, int index, boolean toWrite) {
    visits.visit(array, Math.max(index, TrackedBuffer.ANY), toWrite);
  }

  /** Copies arrays as they are once the loops submitted before have run. */
  CopiedArrays copies() {
    return copies;
  }

  /** Copies rows back to the host so that the runtime need not keep them from being collected. */
  private void release(TrackedBuffer buffer) {
    try {
      lock.lock();
      try {
        buffer.release();
      } finally {
        lock.unlock();
      }
      visits.copyBack(buffer);
    } catch (SlipstreamException lost) {
      // The program probably does not need them. If it does, the error is thrown where it reads
      // them.
    }
  }

  /**
   * Runs what follows the submission of a loop. Whatever happens then, the loop must not be
   * launched a second time, since it may change what it reads.
   *
   * @throws SlipstreamException if the action fails with anything but a full stack
   */
  public static void afterSubmission(Runnable action) {
    try {
      action.run();
    } catch (SlipstreamException | StackOverflowError known) {
      // The program itself has filled the stack.
      throw known;
    } catch (RuntimeException | Error failure) {
      // Memory may be short, so the message is a constant.
      throw new SlipstreamException(
          "a loop has run, but its results could not be copied back. If memory was short, use a"
              + " larger heap (-Xmx) or slipstream.deferred=false.",
          failure);
    }
  }

  /** Starts all loops that are held back until more is submitted. */
  public void flush() {
    lock.lock();
    try {
      stream.flush();
    } finally {
      lock.unlock();
    }
  }

  /** Makes every later loop be launched immediately. Pending loops stay pending. */
  public void stop() {
    lock.lock();
    try {
      stream.close();
    } finally {
      lock.unlock();
    }
  }

  /**
   * The calling thread is going to run code that may read and write any array.
   *
   * @throws SlipstreamException if results are lost
   */
  public void fence() {
    visits.visitAll(/* toWrite= */ true, /* allButLost= */ false);
  }

  /** What waits until the host can access all arrays or one of them. */
  HostVisits hostVisits() {
    return visits;
  }

  /**
   * Makes an array readable and writable without notice, so that loops leave nothing of it on
   * devices. Waits as {@link #writes(Object)} does.
   *
   * @param array an array of primitives, or of references, which stands for all that can be reached
   *     through it; any other object does no harm
   * @throws SlipstreamException if results are lost
   */
  public void synchronous(Object array) {
    lock.lock();
    try {
      buffers.removeCollected();
      if (array instanceof Object[] references) {
        for (Object leaf : LeafShape.reachedFrom(references)) {
          buffers.trackLeaf(leaf).makeSynchronous();
        }
      } else if (array.getClass().isArray()) {
        buffers.trackLeaf(array).makeSynchronous();
      }
    } finally {
      lock.unlock();
    }
    writes(array);
  }

  /** Whether the host would have to wait before it reads this array, or its first row. */
  public boolean isStale(Object array) {
    return is(array, TrackedBuffer::isStale);
  }

  /** Whether a loop has used this array, or its first row, since the host has written it all. */
  public boolean isUsedByLoops(Object array) {
    return is(array, buffer -> !buffer.hasLeftDevices());
  }

  private boolean is(Object array, Predicate<TrackedBuffer> kind) {
    Object leaf = LeafShape.first(array);
    if (leaf == null || !buffers.mayKnow(leaf)) {
      return false;
    }
    lock.lock();
    try {
      TrackedBuffer buffer = buffers.of(leaf);
      return buffer != null && kind.test(buffer);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Whether devices hold something of an array of primitives, for callers that must not wait long.
   *
   * @param patience the longest time to wait
   * @return empty if this is not known within that time
   * @throws InterruptedException if the calling thread is interrupted
   */
  Optional<Boolean> isOnDevices(Object leaf, Duration patience) throws InterruptedException {
    return visits.isOnDevices(leaf, patience);
  }

  /** Runs the loops whose results are lost with the devices again on the host, if possible. */
  private void computeAgain(ExecutionFailedException failure) {
    List<TrackedBuffer> stale = buffers.stale();
    for (TrackedBuffer buffer : stale) {
      Visit ahead = buffer.ahead();
      if (ahead != null) {
        ahead.noteIfThere();
      }
    }
    if (failure.mayStillWrite()) {
      stream.leftOnDevice().close();
    } else {
      String said = failure.reason().getMessage();
      String why = said == null ? FailureReason.of(failure.reason()) : said;
      why = "its results were lost: " + why;
      if (journal.isStarted()) {
        journal.restore(stale, why);
      } else {
        log.noteArrivals();
        new Recovery(log.entries(), stream, why).run(stale);
      }
    }
    log.clear();
    journal.stop();
    for (TrackedBuffer buffer : stale) {
      if (!buffer.isStale()) {
        buffers.removeFromDevices(buffer);
        buffers.kept().remove(buffer);
      }
    }
  }
}
