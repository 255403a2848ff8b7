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
 * What the host's code says of arrays, from the start of the program on, also before there is any
 * device. Code of host tasks waits for nothing: the arrays that they declare are ready, and others
 * of loops are not to be touched. Thread-safe.
 */
public class HostArrays {
  /**
   * Arrays with fewer elements are never left on devices, so that host code which works on small
   * arrays is not held up.
   */
  public static final int LEAST_LENGTH = 64;

  /** Where nobody wants loops to be deferred. */
  private static final String NOT_GUARDED = "host code is not guarded";

  /** Instead of the index of one element. */
  private static final int ALL = -1;

  /** A program should be gone within 5 seconds. */
  private static final Duration LONGEST_END = Duration.ofSeconds(3);

  private final IntConsumer shortest;
  private final ProgramThreads threads = new ProgramThreads();
  private final ArrayHolds holds = new ArrayHolds();
  private final Replication replication;
  private final Log log;

  /** Made when an array is first followed: most programs need none. */
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

  /** Arrays of a program whose code says nothing. */
  public static HostArrays unguarded(Log log) {
    HostArrays arrays = new HostArrays(HostArrays::ignore, log);
    arrays.unguarded = NOT_GUARDED;
    return arrays;
  }

  private static void ignore(int length) {
    // Host code says nothing, whatever is on devices.
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
      // Whoever says so at this moment finds it, or has said so before.
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
    visits(array, ALL, /* toWrite= */ true);
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
   * The same for code that may reach arrays through an object: it is told of an array that is lost
   * only if it looks at that.
   */
  public void fenceAllButLost() {
    Coherence known = coherence;
    if (known != null && !HostTaskThread.isCurrent()) {
      known.fenceAllButLost();
    }
  }

  /**
   * Copies an array as it is now, where the loops that are submitted have run. Does not wait for
   * them, but while too much is pending.
   *
   * @param array an array; of an array of arrays all are copied that its type names, and one that
   *     occurs twice is copied once
   * @param from the first element that is wanted, of an array of primitives
   * @param to behind the last one; the copy is as long as the array and need not hold others
   * @return has the copy later; or a {@code SlipstreamException}, if results are lost. What depends
   *     on it may be any code of the program
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

  /**
   * The JVM is about to end: what depends on snapshots is done first if the program ends by itself.
   */
  public void awaitSnapshots() {
    ArraySnapshots known = snapshots;
    if (known != null) {
      known.awaitDependents(LONGEST_END);
    }
  }

  /**
   * From now on the array may be read and written without notice.
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
   * Code without guards is going to have an array in its hands until {@link #letGo} is called, and
   * may wait or run code of the program meanwhile: loops that use the array end before the program
   * goes on. What is pending is not waited for.
   *
   * @param array an array of primitives
   */
  public void hold(Object array) {
    if (Array.getLength(array) >= LEAST_LENGTH && !HostTaskThread.isCurrent()) {
      holds.hold(array);
    }
  }

  /** The code that was given an array with {@link #hold} has returned or thrown. */
  public void letGo(Object array) {
    if (Array.getLength(array) >= LEAST_LENGTH && !HostTaskThread.isCurrent()) {
      holds.letGo(array);
    }
  }

  /** As {@link #hold}, for code that may use any array. */
  public void holdAll() {
    if (!HostTaskThread.isCurrent()) {
      holds.holdAll();
    }
  }

  /** The same thread has come back from such code. */
  public void letGoOfAll() {
    if (!HostTaskThread.isCurrent()) {
      holds.letGoOfAll();
    }
  }

  /**
   * There is code of the program that does not say what it does, or will be as soon as this
   * returns: from now on each loop ends before the program goes on.
   *
   * @param reason what code, and why
   */
  public void unguarded(String reason) {
    if (HostTaskThread.isCurrent()) {
      // What the task declares is ready, whoever touches it.
      return;
    }
    boolean first = unguarded == null || unguarded.equals(NOT_GUARDED);
    if (first) {
      unguarded = reason;
      log.info(() -> "each loop ends before the program goes on: " + reason);
    }
    Coherence known = coherence;
    if (known != null) {
      known.stop();
      known.fence();
    }
  }

  /** Why loops are not deferred any more, though they were to be; empty where that is not so. */
  public Optional<String> endOfDeferral() {
    return reasonToWait().filter(reason -> !reason.equals(NOT_GUARDED));
  }

  /** Why each loop ends before the program goes on; empty if loops may be deferred. */
  public Optional<String> reasonToWait() {
    return Optional.ofNullable(unguarded);
  }

  /**
   * Whether other threads than the calling one may write to arrays now. A loop that leaves out some
   * elements of those between which it writes must not wait then: they would come home with the
   * others, over what another thread has written to them in the meantime, as it may without any
   * order between the two.
   *
   * <p>Where other processes run the same program it is not asked which threads there are, since
   * that may differ: there no other thread may write to arrays of a loop while it runs.
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

  /** The JVM ends: devices are given back, and what is on them will be missed by nobody. */
  public void over() {
    over = true;
  }

  /**
   * Holds a thread whose results are lost because the JVM ends; its last messages would be ours.
   * Returns if the JVM goes on.
   */
  public void awaitEnd() {
    while (over) {
      LockSupport.park();
    }
  }

  /**
   * From now on what other nodes compute can be computed again here. Called before {@link
   * #connect}.
   */
  public void keepsJournal() {
    coherence().keepsJournal(this::journalEnds);
  }

  private void journalEnds() {
    log.warn(
        "if another rank is lost now, results may be lost: to compute them again takes more than a"
            + " quarter of the heap, or the program needs the memory; more of it helps (-Xmx)");
  }

  /**
   * Says where buffers are brought home. Called once, before the first loop is submitted.
   *
   * @param stream where
   * @param names how the names of threads begin that work for the devices
   */
  public void connect(BufferStream stream, List<String> names) {
    threads.addDevice(names);
    coherence().connect(stream);
  }

  /**
   * Goes on after a failure, with no array on any device.
   *
   * @param stream where buffers are brought home from now on
   * @param names how the names of threads begin that work for the devices
   * @param keepsJournal whether what other nodes compute is to be computed again here if need be
   * @return false if that is not possible; nothing has changed then
   */
  public boolean goOnWith(BufferStream stream, List<String> names, boolean keepsJournal) {
    threads.addDevice(names);
    return coherence().goOnWith(stream, keepsJournal);
  }

  /** Whether the calling thread works for a device, and uses no array of the program. */
  public boolean isDeviceAtWork() {
    return threads.isOfDevice(Thread.currentThread());
  }
}
