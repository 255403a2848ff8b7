package dev.slipstream.runtime.coherence;

import dev.slipstream.runtime.configuration.Log;
import java.lang.reflect.Array;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Receives what host code announces about arrays, from the start of the program, even before any
 * device exists. Code of host tasks never waits: the arrays that a task declares are settled, and
 * it must not access other arrays of loops. Thread-safe.
 */
public class HostArrays {
  /**
   * Arrays with fewer elements are never left on devices, so that host code that works on small
   * arrays is not slowed down.
   */
  public static final int LEAST_LENGTH = 64;

  /** The reason if deferral is switched off. */
  private static final String NOT_GUARDED = "host code is not guarded";

  /** The index that stands for all elements. */
  private static final int ALL = -1;

  /** A program should end within 5 seconds. */
  private static final Duration LONGEST_END = Duration.ofSeconds(3);

  private final IntConsumer shortest;
  private final ProgramThreads threads = new ProgramThreads();
  private final ArrayHolds holds = new ArrayHolds();
  private final Replication replication;
  private final Log log;

  /** Created when an array is first tracked: most programs need none. */
  private volatile @Nullable Coherence coherence;

  private volatile @Nullable ArraySnapshots snapshots;
  private volatile @Nullable String unguarded;
  private volatile boolean over;

  /**
   * @param shortest is called with the length of the shortest array of which devices hold
   *     something; see {@link Coherence}
   */
  public HostArrays(IntConsumer shortest, Log log) {
    this(shortest, Replication.none(), log);
  }

  /**
   * @param shortest as above
   * @param replication whether other processes do the same
   */
  public HostArrays(IntConsumer shortest, Replication replication, Log log) {
    this.shortest = shortest;
    this.replication = replication;
    this.log = log;
  }

  /** The arrays of a program whose code announces nothing. */
  public static HostArrays unguarded(Log log) {
    HostArrays arrays = new HostArrays(HostArrays::ignore, log);
    arrays.unguarded = NOT_GUARDED;
    return arrays;
  }

  private static void ignore(int length) {
    // Host code announces nothing, whatever is on devices.
  }

  /** The rules by which loops use arrays. */
  public Coherence coherence() {
    Coherence known = coherence;
    return known == null ? follow() : known;
  }

  private synchronized Coherence follow() {
    Coherence made = coherence;
    if (made == null) {
      made = new Coherence(shortest, holds, LEAST_LENGTH, replication);
      coherence = made;
      // A concurrent call of {@link #unguarded} either finds this object or has set the reason
      // before.
      if (unguarded != null) {
        made.stop();
      }
    }
    return made;
  }

  /**
   * The calling thread is going to read elements.
   *
   * @see Coherence#reads
   */
  public void reads(Object array) {
    visits(array, ALL, /* toWrite= */ false);
  }

  /**
   * The calling thread is going to write elements, or has written some.
   *
   * @see Coherence#writes
   */
  public void writes(Object array) {
    visits(array, ALL, true);
  }

  /**
   * The calling thread is going to use an array, or one element of it.
   *
   * @see Coherence#visits
   */
  public void visits(Object array, int index, boolean toWrite) {
    Coherence known = coherence;
    if (known != null) {
      HostTaskThread task = HostTaskThread.current();
      if (task == null) {
        known.visits(array, index, toWrite);
      } else {
        task.touches(array, known);
      }
    }
  }

  /**
   * The calling thread is going to run code that may read and write any array.
   *
   * @see Coherence#fence
   */
  public void fence() {
    Coherence known = coherence;
    if (known != null && !HostTaskThread.isCurrent()) {
      known.fence();
    }
  }

  /**
   * As {@link #fence}, for code that may reach arrays through an object: the error for a lost array
   * is thrown only when code accesses that array.
   */
  public void fenceAllButLost() {
    Coherence known = coherence;
    if (known != null && !HostTaskThread.isCurrent()) {
      known.hostVisits().visitAll(/* toWrite= */ true, /* allButLost= */ true);
    }
  }

  /**
   * The calling thread is going to run code that may read any array, and writes to none without
   * notice. Waits for all loops that were submitted before.
   *
   * @param allButLost whether the error for a lost array is thrown only when code accesses it
   * @throws SlipstreamException otherwise, if results are lost
   */
  public void readsAll(boolean allButLost) {
    Coherence known = coherence;
    if (known != null && !HostTaskThread.isCurrent()) {
      known.hostVisits().visitAll(/* toWrite= */ false, allButLost);
    }
  }

  /**
   * Copies an array as it is once the loops submitted before have run. Waits for them only while
   * too much is pending.
   *
   * @param array an array; of an array of arrays, every array that its static type reaches is
   *     copied, and one that occurs twice is copied once
   * @param from the first element that is needed, of an array of primitives
   * @param to the index after the last one; the copy is as long as the array and need not contain
   *     other elements
   * @return completes with the copy, or with a {@code SlipstreamException} if results are lost.
   *     Actions that depend on it may be any code of the program
   */
  public CompletableFuture<Object> snapshot(Object array, int from, int to) {
    ArraySnapshots known = snapshots;
    return (known == null ? takeSnapshots() : known).of(array, from, to);
  }

  private synchronized ArraySnapshots takeSnapshots() {
    ArraySnapshots made = snapshots;
    if (made == null) {
      made = new ArraySnapshots(coherence(), () -> over, log);
      snapshots = made;
    }
    return made;
  }

  /** Runs what depends on snapshots before the JVM ends, if the program ends normally. */
  public void awaitSnapshots() {
    ArraySnapshots known = snapshots;
    if (known != null) {
      known.awaitDependents(LONGEST_END);
    }
  }

  /**
   * Makes the array readable and writable without notice.
   *
   * @see Coherence#synchronous
   */
  public void synchronous(Object array) {
    boolean isSmall =
        array.getClass().isArray()
            && !(array instanceof Object[])
            && Array.getLength(array) < LEAST_LENGTH;
    if (!isSmall && !HostTaskThread.isCurrent()) {
      coherence().synchronous(array);
    }
  }

  /**
   * Code without guards is going to use an array until {@link #release} is called, and may wait or
   * run code of the program meanwhile. Until then, loops that use the array end before the program
   * goes on. Does not wait for what is pending.
   *
   * @param array an array of primitives
   */
  public void hold(Object array) {
    if (Array.getLength(array) >= LEAST_LENGTH && !HostTaskThread.isCurrent()) {
      holds.hold(array);
    }
  }

  /** The code that was given an array with {@link #hold} has returned or thrown. */
  public void release(Object array) {
    if (Array.getLength(array) >= LEAST_LENGTH && !HostTaskThread.isCurrent()) {
      holds.release(array);
    }
  }

  /** As {@link #hold}, for code that may use any array. */
  public void holdAll() {
    if (!HostTaskThread.isCurrent()) {
      holds.holdAll();
    }
  }

  /** The same thread has returned from code that may use any array. */
  public void releaseAll() {
    if (!HostTaskThread.isCurrent()) {
      holds.releaseAll();
    }
  }

  /**
   * Makes each later loop end before the program goes on, because the program has code that does
   * not announce its accesses, or will have as soon as this returns.
   *
   * @param reason which code, and why
   */
  public void unguarded(String reason) {
    if (HostTaskThread.isCurrent()) {
      // The arrays that the task declares are settled, whichever thread accesses them.
      return;
    }
    boolean first = unguarded == null || unguarded.equals(NOT_GUARDED);
    if (first) {
      unguarded = reason;
      log.info(() -> "each loop ends before the program continues: " + reason);
    }
    Coherence known = coherence;
    if (known != null) {
      known.stop();
      known.fence();
    }
  }

  /** Why deferral has ended; empty if it has not, or was switched off from the start. */
  public Optional<String> endOfDeferral() {
    return reasonToWait().filter(reason -> !reason.equals(NOT_GUARDED));
  }

  /** Why each loop ends before the program goes on; empty if loops may be deferred. */
  public Optional<String> reasonToWait() {
    return Optional.ofNullable(unguarded);
  }

  /**
   * Whether threads other than the calling one may write to arrays now. Then a loop that skips
   * elements between those that it writes must be launched immediately. Otherwise the skipped
   * elements would be copied back with the others, and overwrite what another thread has written to
   * them meanwhile. Those writes need no order with the loop.
   *
   * <p>If other processes run the same program this does not depend on threads, since they may
   * differ: there, no other thread may write to arrays of a loop while it runs.
   */
  public boolean othersMayWrite() {
    return !replication.isOn() && threads.mayWrite();
  }

  /** Whether a signal such as SIGTERM has made the JVM end. */
  public static boolean endsBySignal() {
    return ProgramThreads.endBySignal();
  }

  /** Whether a host task has made the JVM end. */
  public static boolean endsByHostTask() {
    return ProgramThreads.endByHostTask();
  }

  /** The JVM is ending: devices are released, and nothing needs what is on them. */
  public void over() {
    over = true;
  }

  /**
   * Blocks a thread whose results are lost because the JVM is ending; otherwise its error would be
   * the program's last message. Returns if the JVM goes on.
   */
  public void awaitEnd() {
    while (over) {
      LockSupport.park();
    }
  }

  /**
   * Starts to keep what is needed to recompute results of other nodes. Called before {@link
   * #connect}.
   */
  public void keepsJournal() {
    coherence().keepsJournal(this::journalEnds);
  }

  private void journalEnds() {
    log.warn(
        "if another rank is lost now, results may be lost: computing them again takes more than a"
            + " quarter of the heap, or memory that the program needs. A larger heap helps (-Xmx)");
  }

  /**
   * Connects the stream that copies buffers back to the host. Called once, before the first loop is
   * submitted.
   *
   * @param stream the stream
   * @param names the prefixes of the names of threads that work for the devices
   */
  public void connect(BufferStream stream, List<String> names) {
    threads.addDevice(names);
    coherence().connect(stream);
  }

  /**
   * Continues after a failure, with no array on any device.
   *
   * @param stream copies buffers back to the host from now on
   * @param names the prefixes of the names of threads that work for the devices
   * @param keepsJournal whether results of other nodes have to be recomputable here
   * @return false if that is not possible; nothing has changed then
   */
  public boolean goOnWith(BufferStream stream, List<String> names, boolean keepsJournal) {
    threads.addDevice(names);
    return coherence().goOnWith(stream, keepsJournal);
  }

  /** Whether the calling thread works for a device, and so uses no array of the program. */
  public boolean isDeviceAtWork() {
    return threads.isOfDevice(Thread.currentThread());
  }
}
