package dev.slipstream.runtime.coherence;

import dev.slipstream.model.SlipstreamException;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.device.FailureReason;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
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
  private final FailStopBufferStream stream;
  private final TrackedBuffers buffers;
  private final LoopLog log = new LoopLog();
  private final int leastLength;
  private final ReentrantLock lock = new ReentrantLock();
  private final CopiedArrays copies;
  private final Prefetch prefetch = new Prefetch();

  /**
   * @param stream where buffers are brought home
   */
  public Coherence(BufferStream stream) {
    this(stream, length -> {}, 0);
  }

  /**
   * @param stream where buffers are brought home
   * @param shortest hears the length of the shortest array of which devices hold something,
   *     whenever it changes; the greatest int if there is none. Who is ordered behind the
   *     submission of a loop is ordered behind the call
   * @param leastLength loops over arrays of arrays with shorter rows are launched at once
   */
  public Coherence(BufferStream stream, IntConsumer shortest, int leastLength) {
    this(stream, shortest, leastLength, Runtime.getRuntime().maxMemory());
  }

  /**
   * @param heapBytes the most bytes that the heap can have; rows of arrays that somebody may still
   *     look at are kept in a part of it
   */
  Coherence(BufferStream stream, IntConsumer shortest, int leastLength, long heapBytes) {
    this.stream = new FailStopBufferStream(stream, this::computeAgain);
    this.buffers = new TrackedBuffers(this.stream, shortest, heapBytes);
    this.leastLength = leastLength;
    this.copies = new CopiedArrays(lock, this.stream, buffers, log);
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
    return submit(used, nanos -> {}, submission);
  }

  /**
   * Submits a loop, and says how long others wait for its arrays until another loop uses them.
   *
   * @param waited hears of each wait, in nanoseconds; called by any thread
   * @see #submit(List, Function)
   */
  public <T> Optional<T> submit(
      List<LoopArray> used, LongConsumer waited, Function<ArrayBuffers, T> submission) {
    return submit(used, waited, Optional.empty(), buffers -> true, submission);
  }

  /**
   * Submits a loop if a condition holds.
   *
   * @param repetition runs it again where devices fail; without it, results are lost then, and the
   *     loop may work on the arrays themselves
   * @param condition looks at the contents of the arrays as the loop would find them; called at
   *     most once, with a lock held
   * @return also empty if it does not hold
   * @see #submit(List, LongConsumer, Function)
   */
  public <T> Optional<T> submit(
      List<LoopArray> used,
      LongConsumer waited,
      Optional<Repetition> repetition,
      Predicate<ArrayBuffers> condition,
      Function<ArrayBuffers, T> submission) {
    Optional<List<UsedArray>> uses = UsedArray.of(used, leastLength);
    if (uses.isEmpty()) {
      return Optional.empty();
    }
    List<Object> atOnce = new ArrayList<>();
    List<TrackedBuffer> surplus = new ArrayList<>();
    Optional<T> result;
    lock.lock();
    try {
      buffers.removeCollected();
      for (Set<TrackedBuffer> others = buffers.others(uses.get());
          !others.isEmpty();
          others = buffers.others(uses.get())) {
        separate(others);
      }
      if (stream.isClosed()) {
        return Optional.empty();
      }
      result =
          stream.submit(
              () -> {
                Optional<T> submitted =
                    submit(uses.get(), waited, repetition, condition, submission, atOnce);
                surplus.addAll(buffers.kept().takeSurplus());
                return submitted;
              });
    } finally {
      lock.unlock();
    }
    AfterSubmission.run(
        () -> {
          surplus.forEach(this::letGo);
          atOnce.forEach(this::writes);
        });
    return result;
  }

  private <T> Optional<T> submit(
      List<UsedArray> uses,
      LongConsumer waited,
      Optional<Repetition> repetition,
      Predicate<ArrayBuffers> condition,
      Function<ArrayBuffers, T> submission,
      List<Object> atOnce) {
    UsedBuffers used = new UsedBuffers();
    for (UsedArray use : uses) {
      used.add(use, this::track, buffer -> buffers.view(buffer, use.array()));
    }
    if (!condition.test(used)) {
      return Optional.empty();
    }
    // Before elements are copied in: what other threads write there from now on is said.
    used.forEach(buffers.onDevices()::add);
    T result = submission.apply(used);
    buffers.kept().nextLoop();
    prefetch.loop();
    for (UsedArray use : uses) {
      TrackedBuffer buffer = used.tracked(use.array());
      buffer.used(use.writes(), used.view(use.array()), waited);
      buffer.rememberRows(used.view(use.array()));
      if (use.writes()) {
        buffers.changed(buffer);
      }
      if (use.isOfArrays()) {
        buffers.kept().used(buffer);
      }
      if (buffer.isSynchronous()) {
        atOnce.add(use.array());
      }
    }
    log.ran(uses, used, repetition);
    return Optional.of(result);
  }

  private TrackedBuffer track(UsedArray use) {
    TrackedBuffer buffer = buffers.track(use);
    if (!buffer.onDevices()) {
      // Nobody has said what the host wrote in the meantime.
      buffers.changed(buffer);
    }
    return buffer;
  }

  /** Brings buffers home and forgets them. The lock is held, but not while waiting. */
  private void separate(Set<TrackedBuffer> parted) {
    List<Visit> visits = new ArrayList<>();
    for (TrackedBuffer buffer : parted) {
      leaveToHost(buffer, buffer.whole()).ifPresent(visits::add);
    }
    lock.unlock();
    try {
      visits.forEach(this::await);
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
    visit(array, OptionalInt.empty(), this::bringHomeWithNext);
  }

  /**
   * As {@link #reads(Object)}, for one element.
   *
   * @param array an array of primitives
   * @param index less than its length
   * @throws SlipstreamException if results are lost
   */
  public void reads(Object array, int index) {
    visit(array, OptionalInt.of(index), this::bringHome);
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
   * @param array an array of primitives, or of references, which stands for all that can be reached
   *     through it; any other object does no harm
   * @throws SlipstreamException if results are lost
   */
  public void writes(Object array) {
    visit(array, OptionalInt.empty(), this::leaveToHost);
  }

  /**
   * As {@link #writes(Object)}, for one element.
   *
   * @param array an array of primitives
   * @param index less than its length
   * @throws SlipstreamException if results are lost
   */
  public void writes(Object array, int index) {
    visit(array, OptionalInt.of(index), this::leaveToHost);
  }

  /**
   * Makes copies of arrays as they are now, where the loops that are submitted have run. Does not
   * wait for them, but while too much is pending.
   *
   * @param leaves arrays of primitives
   * @throws SlipstreamException if results are lost
   */
  PendingCopies copy(Iterable<?> leaves) {
    return copies.copy(leaves, this::reads);
  }

  /** Brings home rows so that they need not be kept. */
  private void letGo(TrackedBuffer buffer) {
    try {
      Optional<Visit> visit;
      lock.lock();
      try {
        buffer.letGo();
        visit = bringHome(buffer, buffer.whole());
      } finally {
        lock.unlock();
      }
      visit.ifPresent(this::await);
    } catch (SlipstreamException lost) {
      // Probably nobody misses them. Who does hears of it where they are looked at.
    }
  }

  private void visit(
      Object array, OptionalInt index, BiFunction<TrackedBuffer, Region, Optional<Visit>> begin) {
    List<Visit> visits = new ArrayList<>(1);
    lock.lock();
    try {
      if (buffers.onDevices().isEmpty()) {
        return;
      }
      buffers.removeCollected();
      if (array instanceof Object[] references) {
        ReachedArrays.of(references).stream()
            .flatMap(leaf -> buffers.of(leaf).stream())
            .distinct()
            .forEach(buffer -> begin.apply(buffer, buffer.whole()).ifPresent(visits::add));
      } else {
        Optional<TrackedLeaf> leaf = buffers.leaf(array);
        buffers
            .of(array)
            .flatMap(buffer -> begin.apply(buffer, buffer.part(leaf.get(), index)))
            .ifPresent(visits::add);
      }
    } finally {
      lock.unlock();
    }
    visits.forEach(this::await);
  }

  /** Whether an error of the stack or the heap has come in the middle of a change. */
  boolean mayBeLost() {
    lock.lock();
    try {
      return stream.isBroken();
    } finally {
      lock.unlock();
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
    List<Visit> visits = new ArrayList<>();
    lock.lock();
    try {
      buffers.removeCollected();
      buffers
          .onDevices()
          .forEach(
              buffer -> {
                // What only a finalizer may still reach comes home when that looks at it.
                if (!buffer.isFlat() || buffer.view().isPresent()) {
                  leaveToHost(buffer, buffer.whole()).ifPresent(visits::add);
                }
              });
    } finally {
      lock.unlock();
    }
    visits.forEach(this::await);
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
        ReachedArrays.of(references).forEach(leaf -> buffers.trackLeaf(leaf).makeSynchronous());
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
      return buffers.of(leaf).filter(TrackedBuffer::isStale).isPresent();
    } finally {
      lock.unlock();
    }
  }

  private Optional<Visit> bringHome(TrackedBuffer buffer, Region part) {
    if (!buffer.isStale(part)) {
      return Optional.empty();
    }
    if (buffer.ahead().filter(asked -> asked.isUpToDate() && asked.has(part)).isPresent()) {
      // The old look may be too old for the log.
      Region all = buffer.whole();
      LoopLog.Look look = log.looks(buffer, all, /* there= */ false);
      return Optional.of(behindAhead(new Visit(buffer, all, false, List.of(), look), part));
    }
    Region wanted = buffer.wanted(part);
    List<BufferStream.Arrival> arrivals = fetch(buffer, wanted);
    LoopLog.Look look = log.looks(buffer, wanted, arrivals.isEmpty());
    return Optional.of(behindAhead(new Visit(buffer, wanted, false, arrivals, look), part));
  }

  /** Asks also for what the host looked at next the last time. */
  private Optional<Visit> bringHomeWithNext(TrackedBuffer buffer, Region part) {
    Optional<Visit> visit = bringHome(buffer, part);
    if (visit.isPresent() && buffer.isFlat()) {
      prefetch.looked(buffer);
      Prefetch.after(buffer).stream().filter(buffers.onDevices()::has).forEach(this::bringAhead);
    }
    return visit;
  }

  /** Not what loops change in place: half copied, it could not be computed again. */
  private void bringAhead(TrackedBuffer buffer) {
    Region whole = buffer.whole();
    Optional<Object> array = buffer.view();
    if (array.isEmpty() || log.changesInPlace(buffer)) {
      return;
    }
    stream
        .bringHomeAhead(buffer.buffer(), whole, array.get())
        .ifPresent(
            arrival -> {
              LoopLog.Look look = log.looks(buffer, whole, /* there= */ false);
              buffer.ahead(new Visit(buffer, whole, false, List.of(arrival), look));
            });
  }

  /** Has a visit of somebody who looks at a part wait also for what was asked for ahead. */
  private static Visit behindAhead(Visit visit, Region part) {
    // Who looks at single elements has not asked for all: it is not to be asked for ahead again.
    boolean all = part.equals(visit.buffer().whole());
    Optional<Visit> ahead = all ? visit.buffer().takeAhead() : visit.buffer().ahead();
    return ahead.map(visit::after).orElse(visit);
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
    return arrival.map(List::of).orElseGet(List::of);
  }

  private Optional<Visit> leaveToHost(TrackedBuffer buffer, Region part) {
    if (!buffer.isOnDevices(part)) {
      return Optional.empty();
    }
    buffers.changed(buffer);
    Region wanted = buffer.wanted(part);
    List<BufferStream.Arrival> arrivals = new ArrayList<>();
    if (buffer.isStale(wanted)) {
      arrivals.addAll(fetch(buffer, wanted));
    }
    // A copy may be cut off if devices fail now; the host overwrites nothing before this returns.
    Optional<LoopLog.Look> copied =
        arrivals.isEmpty()
            ? Optional.empty()
            : Optional.of(log.looks(buffer, wanted, /* there= */ false));
    stream.hostWrites(buffer.buffer(), wanted).ifPresent(arrivals::add);
    LoopLog.Look look = copied.orElseGet(() -> log.looks(buffer, wanted, /* there= */ true));
    return Optional.of(behindAhead(new Visit(buffer, wanted, true, arrivals, look), part));
  }

  /** Devices have failed: the host runs again what it can of the loops whose results are lost. */
  private void computeAgain(ExecutionFailedException failure) {
    Set<TrackedBuffer> stale = buffers.onDevices().stale();
    stale.forEach(buffer -> buffer.ahead().ifPresent(Visit::noteIfThere));
    if (!failure.mayStillWrite()) {
      String said = failure.reason().getMessage();
      String why = said == null ? FailureReason.of(failure.reason()) : said;
      new Replay(log.entries(), "its results were lost: " + why).run(stale);
    }
    log.clear();
    for (TrackedBuffer buffer : stale) {
      if (!buffer.isStale()) {
        buffers.onDevices().remove(buffer);
        buffers.kept().remove(buffer);
      }
    }
  }

  /**
   * Other threads may submit further loops meanwhile. The calling thread is not ordered behind
   * those and need not wait for them, but the array stays marked.
   */
  private void await(Visit visit) {
    Optional<ExecutionFailedException> failure = Optional.empty();
    try {
      visit.await();
    } catch (ExecutionFailedException failed) {
      failure = Optional.of(failed);
    }
    lock.lock();
    try {
      failure.ifPresent(stream::fails);
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
    if (visit.toWrite()) {
      buffer.isOnHostAlone(visit.part());
      if (buffer.hasLeftDevices()) {
        buffers.onDevices().remove(buffer);
      }
    } else {
      buffer.isHome(visit.part());
    }
    if (!buffer.isKept()) {
      buffers.kept().remove(buffer);
    }
  }
}
