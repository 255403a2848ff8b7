package dev.slipstream.runtime.coherence;

import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import java.lang.reflect.Array;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What the host's code says of arrays, from the start of the program on, also before there is any
 * device. Thread-safe.
 */
public final class HostArrays {
  /**
   * Arrays with fewer elements are never left on devices, so that host code which works on small
   * arrays is not held up.
   */
  public static final int LEAST_LENGTH = 64;

  /** A program should be gone within 5 seconds. */
  private static final Duration LONGEST_END = Duration.ofSeconds(3);

  private final Later later = new Later();
  private final Coherence coherence;
  private final DeviceThreads devices = new DeviceThreads();
  private final BooleanSupplier others;
  private final Deliveries deliveries;
  private final ArraySnapshots snapshots;
  private final Log log;
  private volatile @Nullable String unguarded;
  private volatile boolean over;

  /**
   * @param shortest hears the length of the shortest array of which devices hold something; see
   *     {@link Coherence}
   */
  public HostArrays(IntConsumer shortest, Log log) {
    this(shortest, Optional.empty(), log);
  }

  /**
   * @param shortest as above
   * @param others whether other threads than the calling one may write to arrays
   */
  public HostArrays(IntConsumer shortest, BooleanSupplier others, Log log) {
    this(shortest, Optional.of(others), log);
  }

  private HostArrays(IntConsumer shortest, Optional<BooleanSupplier> others, Log log) {
    this.others = others.orElse(() -> OtherThreads.areAlive(devices));
    this.coherence = new Coherence(later, shortest, LEAST_LENGTH);
    this.deliveries = new Deliveries(() -> over, log);
    this.snapshots = new ArraySnapshots(coherence, deliveries);
    this.log = log;
  }

  /** Arrays of a program whose code says nothing. */
  public static HostArrays unguarded(Log log) {
    HostArrays arrays = new HostArrays(length -> {}, log);
    arrays.unguarded = "host code is not guarded";
    return arrays;
  }

  /**
   * The calling thread is going to read elements.
   *
   * @see Coherence#reads(Object)
   */
  public void reads(Object array) {
    coherence.reads(array);
  }

  /**
   * The calling thread is going to write elements, or has written some.
   *
   * @see Coherence#writes(Object)
   */
  public void writes(Object array) {
    coherence.writes(array);
  }

  /**
   * The calling thread is going to read one element.
   *
   * @see Coherence#reads(Object, int)
   */
  public void reads(Object array, int index) {
    coherence.reads(array, index);
  }

  /**
   * The calling thread is going to write one element, or has written it.
   *
   * @see Coherence#writes(Object, int)
   */
  public void writes(Object array, int index) {
    coherence.writes(array, index);
  }

  /**
   * The calling thread is going to run code that may read and write any array.
   *
   * @see Coherence#fence
   */
  public void fence() {
    coherence.fence();
  }

  /**
   * Copies an array as it is now, where the loops that are submitted have run. Does not wait for
   * them, but while too much is pending.
   *
   * @param array an array; of an array of arrays all are copied that its type names, and one that
   *     occurs twice is copied once
   * @return has the copy later; or a {@code SlipstreamException}, if results are lost. What depends
   *     on it may be any code of the program
   */
  public CompletableFuture<Object> snapshot(Object array) {
    return snapshots.of(array);
  }

  /**
   * The JVM is about to end: what depends on snapshots is done first if the program ends by itself.
   */
  public void awaitSnapshots() {
    deliveries.awaitDependents(LONGEST_END);
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
    if (!isSmall) {
      coherence.synchronous(array);
    }
  }

  /**
   * There is code of the program that does not say what it does, or will be as soon as this
   * returns: from now on each loop ends before the program goes on.
   *
   * @param reason what code, and why
   */
  public void unguarded(String reason) {
    boolean first = unguarded == null;
    if (first) {
      unguarded = reason;
      log.info(() -> "each loop ends before the program goes on: " + reason);
    }
    coherence.stop();
    coherence.fence();
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
   */
  public boolean othersMayWrite() {
    return others.getAsBoolean();
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
   * Whether results of loops may be lost because the stack or the heap was full at a bad moment.
   */
  public boolean mayBeLost() {
    return coherence.mayBeLost();
  }

  /** The rules by which loops use arrays. */
  public Coherence coherence() {
    return coherence;
  }

  /**
   * Says where buffers are brought home. Called once, before the first loop is submitted.
   *
   * @param stream where
   * @param threads how the names of threads begin that work for the devices
   */
  public void connect(BufferStream stream, List<String> threads) {
    devices.add(threads);
    later.stream = stream;
  }

  /** Whether the calling thread works for a device, and uses no array of the program. */
  public boolean isDeviceAtWork() {
    return devices.include(Thread.currentThread());
  }

  /** A stream that is there once the first loop is submitted. */
  private static final class Later implements BufferStream {
    private volatile @Nullable BufferStream stream;

    private BufferStream stream() {
      BufferStream there = stream;
      if (there == null) {
        throw new IllegalStateException("no loop was submitted");
      }
      return there;
    }

    @Override
    public Buffer create(Object array) {
      return stream().create(array);
    }

    @Override
    public void replace(Buffer buffer, Object array) {
      stream().replace(buffer, array);
    }

    @Override
    public Arrival bringHome(Buffer buffer, Region part) {
      return stream().bringHome(buffer, part);
    }

    @Override
    public Arrival hostWrites(Buffer buffer, Region part) {
      return stream().hostWrites(buffer, part);
    }

    @Override
    public CopyOut copyOut(Buffer buffer, Region part, Object array, Object copy) {
      return stream().copyOut(buffer, part, array, copy);
    }

    @Override
    public void forget(BufferId buffer) {
      stream().forget(buffer);
    }

    @Override
    public void flush() {
      stream().flush();
    }
  }
}
