package dev.slipstream.ucx;

import dev.slipstream.runtime.communication.Communicator;
import dev.slipstream.runtime.communication.TransportException;
import dev.slipstream.runtime.execution.RuntimeThreads;
import dev.slipstream.runtime.membership.Membership;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.openucx.jucx.ucp.UcpContext;
import org.openucx.jucx.ucp.UcpRequest;
import org.openucx.jucx.ucp.UcpWorker;
import org.openucx.jucx.ucp.UcpWorkerParams;

/**
 * A UCX worker with all transfers in progress. A thread that uses it holds its lock. While the
 * program polls, that is the program's thread, so that nothing is passed between threads. While the
 * program does something else or sleeps, it is the engine's own thread. That thread spins briefly
 * after it had something to do, and then sleeps until UCX or another thread wakes it.
 */
final class UcxEngine {
  private static final long SPIN_NANOS = 50_000;

  /**
   * How long the engine's thread waits before it checks whether the program has stopped polling.
   * Where all processors are busy, each check takes one from a thread that polls.
   */
  private static final long WATCH_NANOS = 100_000;

  /** How long it waits when the program has polled for long. */
  private static final long MOST_WATCH_NANOS = 1_000_000;

  private static final long PENDING_NANOS = 20_000;
  private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** How often UCX is called for progress before events are reported to the program. */
  private static final int MOST_ROUNDS = 16;

  /** UCX is called once in this many passes in which peers have written to their rings. */
  private static final int PASSES_PER_CALL = 16;

  /** The clock is read once in this many polls, since reading it costs as much as a poll. */
  private static final int POLLS_PER_TIME = 16;

  private final ReentrantLock lock = new ReentrantLock();
  private final UcpContext context;
  private final UcpWorker worker;
  private final StagingMemory staging;
  private final Peers peers;
  private final PortAddress address;
  private final long beatNanos;
  private final Thread watcher = RuntimeThreads.named("slipstream-ucx", this::watch);
  private final Thread clock = RuntimeThreads.named("slipstream-ucx-clock", this::tick);

  /** How often the program has sent something, or has received an event. */
  private volatile long activity;

  /** How often the rings were read, and UCX was called for progress if need be. */
  private volatile long passes;

  /** How many of these passes were those of the engine's thread. Used by that thread. */
  private long ownPasses;

  /**
   * Whether the program is receiving an event, and will poll again. Used by the program's thread.
   */
  private boolean telling;

  private boolean moreToTell;

  /** The time when UCX was last called for progress, or some polls before. Guarded by the lock. */
  private long time = System.nanoTime();

  /** Whether that is long ago, since the program polls seldom. */
  private volatile boolean isTimeOld;

  private volatile State state = State.WATCHING;

  /**
   * Whether the program has said, since the engine's thread last looked, that it has nothing to do.
   */
  private volatile boolean handedOver;

  private volatile boolean closing;
  private volatile String failure = "";
  private volatile Runnable wake = () -> {};

  /** The state of the engine's thread. */
  private enum State {
    /** The program polls. */
    WATCHING,
    /** The program does not poll. */
    WORKING,
    /** No thread does anything, until UCX or {@link UcpWorker#signal} wakes it. */
    ASLEEP,
    /** The thread has ended. */
    OVER
  }

  private UcxEngine(UcpContext context, Duration peerTimeout) {
    this.context = context;
    this.worker = context.newWorker(new UcpWorkerParams().requestThreadSafety());
    this.staging = new StagingMemory(context);
    Heartbeat heartbeat = new Heartbeat(peerTimeout.toNanos(), System.nanoTime());
    this.beatNanos = heartbeat.interval();
    // This comes before any node knows the address: a message without a handler ends the JVM.
    this.peers = new Peers(worker, staging, heartbeat);
    ByteBuffer own = worker.getAddress();
    byte[] bytes = new byte[own.remaining()];
    own.duplicate().get(bytes);
    this.address =
        new PortAddress(
            bytes,
            staging.address(),
            staging.key(),
            UcxLibrary.hasRdma(),
            staging.file(),
            staging.mark());
  }

  /** Opens a worker, and starts its thread. */
  static UcxEngine start(Duration peerTimeout) throws TransportException {
    UcxEngine engine = new UcxEngine(UcxLibrary.open(), peerTimeout);
    engine.watcher.start();
    engine.clock.start();
    return engine;
  }

  /** The address of this node. */
  PortAddress address() {
    return address;
  }

  /** Starts the connections to the other members. */
  List<@Nullable Link> connect(Membership members) {
    List<@Nullable Link> links = new ArrayList<>();
    run(known -> links.addAll(known.connect(members)));
    return links;
  }

  // The program's thread.

  /** Runs an action on the peers. */
  void run(Consumer<Peers> action) {
    boolean told = false;
    lock.lock();
    try {
      if (state != State.OVER) {
        action.accept(peers);
        told = peers.hasEvents();
      }
    } finally {
      lock.unlock();
    }
    becomeActive();
    // A started transfer may need a thread that calls UCX for progress.
    if (state == State.ASLEEP) {
      worker.signal();
    }
    if (told && telling) {
      moreToTell = true;
    } else if (told) {
      wake.run();
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // Only one thread writes it.
  private void becomeActive() {
    activity++;
  }

  /** Reports events; returns whether there were any. */
  boolean poll(Communicator.Arrivals arrivals) {
    Event event = next(true);
    if (event == null) {
      if (!failure.isEmpty()) {
        throw new IllegalStateException(failure);
      }
      return false;
    }
    becomeActive();
    telling = true;
    try {
      for (; event != null; event = moreToTell ? next(false) : null) {
        event.tell(arrivals);
      }
    } finally {
      telling = false;
    }
    return true;
  }

  /** The program does not poll until it is woken. */
  void rest() {
    handedOver = true;
    if (state == State.WATCHING) {
      LockSupport.unpark(watcher);
    } else if (state == State.ASLEEP) {
      // The polls may have left something for which UCX does not wake that thread.
      worker.signal();
    }
  }

  private @Nullable Event next(boolean progress) {
    lock.lock();
    try {
      if (progress && !peers.hasEvents() && state != State.OVER && failure.isEmpty()) {
        boolean looks = isTimeOld || passes % POLLS_PER_TIME == 0;
        isTimeOld = false;
        pass(looks ? System.nanoTime() : time);
      }
      Event event = peers.poll();
      moreToTell = peers.hasEvents();
      return event;
    } finally {
      lock.unlock();
    }
  }

  void onEvent(Runnable whenever) {
    wake = whenever;
  }

  /** Ends the thread, and waits for that for a limited time. */
  void close() {
    closing = true;
    LockSupport.unpark(watcher);
    signal();
    try {
      watcher.join(TimeUnit.NANOSECONDS.toMillis(5 * LINGER_NANOS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void signal() {
    lock.lock();
    try {
      if (state == State.ASLEEP) {
        worker.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Wakes the engine's thread when it is time to check whether the peers are alive. */
  private void tick() {
    try {
      while (!closing) {
        TimeUnit.NANOSECONDS.sleep(beatNanos);
        signal();
      }
    } catch (InterruptedException ended) {
      // The engine's thread has ended.
    }
  }

  // The holder of the lock.

  /** Reads the rings and calls UCX for progress; returns whether there was any. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // Only the holder of the lock writes it.
  private boolean pass(long now) {
    passes++;
    time = now;
    try {
      boolean any = peers.receive();
      int rounds = 0;
      // The call costs as much as a message in a ring.
      boolean calls = !any || passes % PASSES_PER_CALL == 0;
      while (calls && rounds < MOST_ROUNDS && worker.progress() != 0) {
        rounds++;
        calls = !peers.hasEvents();
      }
      peers.attend(now);
      return any || rounds > 0;
    } catch (Exception e) {
      failure = "UCX has failed: " + e;
      return false;
    }
  }

  // The engine's thread.

  private void watch() {
    try {
      long pause = WATCH_NANOS;
      while (!closing && failure.isEmpty()) {
        long seen = activity;
        long polls = polls();
        if (!handedOver) {
          LockSupport.parkNanos(this, pause);
        }
        isTimeOld = true;
        pause = Math.min(2 * pause, MOST_WATCH_NANOS);
        // A single call of UCX may send for longer than the pause.
        boolean polled = polls() != polls || lock.isLocked();
        if (handedOver || (!polled && activity == seen)) {
          handedOver = false;
          work();
          state = State.WATCHING;
          pause = WATCH_NANOS;
        } else if (!polled) {
          passForOthers();
          pause = WATCH_NANOS;
        }
      }
    } catch (Throwable e) {
      failure = "the transport has failed: " + e;
    } finally {
      clock.interrupt();
      end();
      wake.run();
    }
  }

  /** How often the program has polled, except where an event was waiting already. */
  private long polls() {
    return passes - ownPasses;
  }

  private boolean passForOthers() {
    boolean any;
    boolean told;
    lock.lock();
    try {
      ownPasses++;
      any = pass(System.nanoTime());
      told = peers.hasEvents();
    } finally {
      lock.unlock();
    }
    if (told) {
      wake.run();
    }
    return any;
  }

  /** Works until the program does something, or polls. */
  private void work() {
    state = State.WORKING;
    long seen = activity;
    long polls = polls();
    long busy = System.nanoTime();
    while (!closing && failure.isEmpty() && activity == seen && polls() == polls) {
      if (passForOthers()) {
        busy = System.nanoTime();
      } else if (System.nanoTime() - busy < SPIN_NANOS) {
        Thread.onSpinWait();
      } else if (isPending()) {
        // UCX does not wake a worker when a peer has made room for what it could not send.
        LockSupport.parkNanos(PENDING_NANOS);
      } else {
        sleep(seen, polls);
      }
    }
  }

  private boolean isPending() {
    lock.lock();
    try {
      return peers.isPending();
    } finally {
      lock.unlock();
    }
  }

  private void sleep(long seen, long polls) {
    state = State.ASLEEP;
    staging.setAsleep(true);
    if (activity == seen && polls() == polls && !closing && !passForOthers()) {
      worker.waitForEvents();
    }
    staging.setAsleep(false);
    state = State.WORKING;
  }

  // The end. In another order UCX aborts the JVM.

  private void end() {
    lock.lock();
    try {
      await(peers::isQuiet);
      peers.sayFarewell();
      await(() -> !peers.isPending());
      List<UcpRequest> closings = peers.close();
      boolean closed = await(() -> closings.stream().allMatch(UcpRequest::isCompleted));
      state = State.OVER;
      // Transfers that do not end are left as they are: the process will end soon.
      if (closed && failure.isEmpty()) {
        worker.close();
        staging.close();
        context.close();
      }
    } finally {
      state = State.OVER;
      lock.unlock();
    }
  }

  /** Continues until a condition holds, or for a second. */
  private boolean await(BooleanSupplier condition) {
    long until = System.nanoTime() + LINGER_NANOS;
    while (!condition.getAsBoolean()) {
      if (!failure.isEmpty() || System.nanoTime() - until > 0) {
        return false;
      }
      if (!pass(System.nanoTime())) {
        Thread.onSpinWait();
      }
    }
    return true;
  }
}
