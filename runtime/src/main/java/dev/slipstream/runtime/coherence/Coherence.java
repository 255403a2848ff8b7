package dev.slipstream.runtime.coherence;

import dev.slipstream.model.SlipstreamException;
import dev.slipstream.runtime.device.FailureReason;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.execution.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import java.util.function.Predicate;

/**
 * Follows where the elements of arrays are, so that the host's code sees what loops have written
 * and loops see what the host's code has written, while copies are made only where somebody looks
 * (and of what somebody looked at next the last time). The host's code says what it is going to do
 * before it does it; what it may not say (code that cannot be followed) makes an array {@linkplain
 * #synchronous synchronous}.
 *
 * <p>Thread-safe. A program without data races sees what it would see if loops ran at their places:
 * whoever reads an element that a loop has written is ordered behind the loop's submission by the
 * program's own synchronisation, and so finds the array marked.
 *
 * <p>The rules are those of caches that are kept coherent by write-back and invalidation, with
 * arrays of primitives as lines; which elements of them are copied is decided where copies are
 * planned. The rows of an array of arrays are one buffer for as long as loops use it with the same
 * rows, but the host may look at a few of them alone.
 */
public final class Coherence {
  /** So much of the heap is for what has to be computed again where other nodes are lost. */
  private static final int PART_OF_HEAP = 4;

  private final FailStopBufferStream stream;
  private final TrackedBuffers buffers;
  private final LoopLog log = new LoopLog();
  private final Journal journal;
  private final int leastLength;
  private final ReentrantLock lock = new ReentrantLock();
  private Runnable journalEnds = () -> {};
  private final HostVisits visits;
  private final CopiedArrays copies;
  private final ArrayHolds holds;
  private final StackRoom room = new StackRoom();

  /**
   * @param stream where buffers are brought home
   */
  public Coherence(BufferStream stream) {
    this(Coherence::ignore, new ArrayHolds(), 0, Replication.none());
    connect(stream);
  }

  /**
   * Connected to a stream before the first loop is submitted.
   *
   * @param shortest is called with the length of the shortest array of which devices hold
   *     something, whenever it changes; with the greatest int if there is none. Who is ordered
   *     behind the submission of a loop is ordered behind the call
   * @param holds what code without guards has in its hands
   * @param leastLength loops over arrays of arrays with shorter rows are launched at once
   * @param replication rows of arrays that somebody may still look at are kept in a part of the
   *     heap
   */
  Coherence(IntConsumer shortest, ArrayHolds holds, int leastLength, Replication replication) {
    this.holds = holds;
    long heapBytes = replication.heapBytes();
    this.stream = new FailStopBufferStream(this::computeAgain);
    this.buffers = new TrackedBuffers(stream, room, shortest, heapBytes);
    this.journal = new Journal(heapBytes / PART_OF_HEAP, Ticker.SYSTEM, this::tellThatJournalEnds);
    this.leastLength = leastLength;
    this.visits = new HostVisits(lock, stream, buffers, log, journal, room, replication.isOn());
    this.copies = new CopiedArrays(lock, stream, buffers, log, journal, room, this::reads);
  }

  private static void ignore(long figure) {
    // No one listens.
  }

  /** Says where buffers are brought home. Called once. */
  void connect(BufferStream home) {
    lock.lock();
    try {
      stream.connect(home);
    } finally {
      lock.unlock();
    }
  }

  /**
   * From now on all is kept that is needed to compute again what other nodes have computed. Called
   * before the first loop is submitted; each loop has a {@linkplain Repetition repetition} then.
   *
   * @param ends called where that takes too much memory, so that results may be lost from then on
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

  /** The run has failed: what can be computed again is there when this returns. */
  public void fails(ExecutionFailedException failure) {
    lock.lock();
    try {
      stream.fails(failure);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Goes on after a failure, with no array on any device.
   *
   * @param home where buffers are brought home from now on
   * @param keepsJournal whether that may be lost, too, as with {@link #keepsJournal}
   * @return false if results are lost, or loops have to be launched at once anyway; nothing has
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
   * @param used what it does with its arrays; an array that occurs twice counts as one
   * @param submission submits the loop, given the buffer of each array; called at most once, with a
   *     lock held
   * @return what the submission returned; empty if the loop has to be launched at once, since rows
   *     occur twice or are too short or too many, or devices have failed
   * @throws SlipstreamException if results that must be there at once are lost
   */
  public <T> Optional<T> submit(List<LoopArray> used, Function<ArrayBuffers, T> submission) {
    return submit(used, Coherence::ignore, Optional.empty(), buffers -> true, submission);
  }

  /**
   * Submits a loop if a condition holds, and says how long others wait for its arrays until another
   * loop uses them.
   *
   * @param waited is called with the time of each wait, in nanoseconds, by any thread
   * @param repetition runs it again where devices fail; without it, results are lost then, and the
   *     loop may work on the arrays themselves
   * @param condition looks at the contents of the arrays as the loop would find them; called at
   *     most once, with a lock held
   * @return also empty if it does not hold
   * @see #submit(List, Function)
   */
  public <T> Optional<T> submit(
      List<LoopArray> used,
      LongConsumer waited,
      Optional<Repetition> repetition,
      Predicate<ArrayBuffers> condition,
      Function<ArrayBuffers, T> submission) {
    if (!LoopArray.look(used, leastLength)) {
      return Optional.empty();
    }
    room.require();
    List<Object> atOnce = new ArrayList<>();
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
                    submit(used, waited, repetition, condition, submission, atOnce);
                surplus.addAll(buffers.kept().takeSurplus());
                return submitted;
              });
    } finally {
      lock.unlock();
    }
    if (!surplus.isEmpty() || !atOnce.isEmpty()) {
      afterSubmission(
          () -> {
            surplus.forEach(this::letGo);
            atOnce.forEach(this::writes);
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
      List<Object> atOnce) {
    journal.advance(stream);
    for (LoopArray use : arrays) {
      TrackedBuffer buffer = track(use);
      use.submit(buffer, buffers.view(buffer, use.array()));
    }
    ArrayBuffers used = new ArrayBuffers(arrays);
    if (!condition.test(used)) {
      return Optional.empty();
    }
    // Before elements are copied in: what other threads write there from now on is said.
    for (LoopArray use : arrays) {
      journal.hold(use.buffer(), use.view());
      buffers.addOnDevices(use.buffer());
    }
    long before = stream.lastTask();
    T result = submission.apply(used);
    LoopLog.Tasks tasks = new LoopLog.Tasks(before, stream.lastTask());
    buffers.kept().nextLoop();
    visits.loop();
    // Once its arrays are marked: who takes one into his hands from now on sees that.
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
        atOnce.add(use.array());
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
      // Nobody has said what the host wrote in the meantime.
      buffers.changed(buffer);
    }
    return buffer;
  }

  /** Brings buffers home and forgets them. The lock is held, but not while waiting. */
  private void separate(Set<TrackedBuffer> parted) {
    List<Visit> pending = visits.leaveToHost(parted);
    lock.unlock();
    try {
      visits.await(pending);
    } finally {
      lock.lock();
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
   * The calling thread is going to write elements, or has written some: waits until those that
   * loops have written are in the array and loops need its elements no more, and keeps loops to
   * come from what devices hold of it.
   *
   * <p>A stretch of code that writes without saying so each time calls this when it begins and
   * again when it ends: a loop of another thread may have read other elements of the array
   * meanwhile, and copied more than it needed.
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

  /** Copies arrays as they are where the loops that are submitted have run. */
  CopiedArrays copies() {
    return copies;
  }

  /** Brings home rows so that they need not be kept. */
  private void letGo(TrackedBuffer buffer) {
    try {
      lock.lock();
      try {
        buffer.letGo();
      } finally {
        lock.unlock();
      }
      visits.bringHome(buffer);
    } catch (SlipstreamException lost) {
      // Probably nobody misses them. Whoever does gets the error where they look.
    }
  }

  /**
   * Does what comes once a loop is submitted. Whatever happens then, the loop must not be launched
   * a second time: it may change what it reads.
   *
   * @throws SlipstreamException if it fails, whatever the failure is but a full stack
   */
  public static void afterSubmission(Runnable action) {
    try {
      action.run();
    } catch (SlipstreamException | StackOverflowError known) {
      // A full stack is the program's own.
      throw known;
    } catch (RuntimeException | Error failure) {
      // Memory may be short: nothing is put together here.
      throw new SlipstreamException(
          "a loop has run, but its results could not be fetched. If the memory was full, more"
              + " of it helps (-Xmx), or slipstream.deferred=false.",
          failure);
    }
  }

  /** Lets all loops go on their way that wait for what is submitted after them. */
  public void flush() {
    lock.lock();
    try {
      stream.flush();
    } finally {
      lock.unlock();
    }
  }

  /** From now on every loop has to be launched at once. Those that are pending stay so. */
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
    visits.visitAll(/* allButLost= */ false);
  }

  /** The same for code that says so before it looks at an array: what is lost is left out. */
  void fenceAllButLost() {
    visits.visitAll(/* allButLost= */ true);
  }

  /**
   * From now on the array may be read and written without notice, so that loops leave nothing of it
   * on devices. Waits as {@link #writes(Object)} does.
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

  /** Whether the host would have to wait before it reads this array; of rows, one is looked at. */
  public boolean isStale(Object array) {
    lock.lock();
    try {
      Object leaf = array;
      while (leaf instanceof Object[] rows) {
        leaf = rows.length == 0 ? null : rows[0];
      }
      TrackedBuffer buffer = buffers.of(leaf);
      return buffer != null && buffer.isStale();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Whether devices hold something of an array of primitives, for who may not wait for those that
   * submit loops.
   *
   * @param patience waits no longer than that
   * @return empty if that cannot be said in that time
   * @throws InterruptedException if the calling thread is interrupted
   */
  Optional<Boolean> isOnDevices(Object leaf, Duration patience) throws InterruptedException {
    return visits.isOnDevices(leaf, patience);
  }

  /** Devices have failed: the host runs again what it can of the loops whose results are lost. */
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
