package dev.slipstream.opencl.resident;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A daemon thread and what waits for it; it starts with the first entry. Takes no lock that an
 * error could leave held.
 */
final class LaneThread<E> implements Runnable {
  /** Waking up takes longer than such a look-out, during which the next entry often comes. */
  private static final long SPIN_NANOS = 20_000;

  /** With fewer processors somebody else needs the one on which this thread would spin. */
  private static final int SPINNING_PROCESSORS = 6;

  /** A driver may compile on this thread when a kernel is started for the first time. */
  private static final long STACK_BYTES = 8L << 20;

  private final String name;
  private final Consumer<Queue<E>> work;
  private final Runnable atEnd;
  private final Queue<E> entries = new ConcurrentLinkedQueue<>();
  private final long spinNanos;
  private volatile boolean sleeps;
  private volatile boolean closed;

  /** Belongs to whoever adds. */
  private @Nullable Thread thread;

  /**
   * @param work called while there are entries, of which it takes some; it does not throw
   * @param atEnd called by the thread when it ends
   */
  LaneThread(String name, Consumer<Queue<E>> work, Runnable atEnd) {
    this.name = name;
    this.work = work;
    this.atEnd = atEnd;
    boolean many = Runtime.getRuntime().availableProcessors() >= SPINNING_PROCESSORS;
    this.spinNanos = many ? SPIN_NANOS : 0;
  }

  /** Adds an entry. By one thread. */
  void add(E entry) {
    entries.add(entry);
    Thread known = thread;
    if (known == null) {
      // Nothing of the application may hang on to a thread that outlives its call.
      Thread started = new Thread(null, this, name, STACK_BYTES, false);
      started.setDaemon(true);
      started.setContextClassLoader(null);
      thread = started;
      started.start();
    } else if (sleeps) {
      LockSupport.unpark(known);
    }
  }

  /** Lets the thread end when nothing is left. By the thread that adds. */
  void close() {
    closed = true;
    Thread known = thread;
    if (known != null) {
      LockSupport.unpark(known);
    }
  }

  @Override
  public void run() {
    while (true) {
      if (!entries.isEmpty()) {
        work.accept(entries);
      } else if (closed) {
        atEnd.run();
        return;
      } else {
        rest();
      }
    }
  }

  private void rest() {
    long began = System.nanoTime();
    while (System.nanoTime() - began < spinNanos) {
      if (!entries.isEmpty()) {
        return;
      }
      Thread.onSpinWait();
    }
    sleeps = true;
    if (entries.isEmpty() && !closed) {
      LockSupport.park(this);
    }
    sleeps = false;
    // Somebody may interrupt any thread they find; here that would keep it from sleeping.
    Thread.interrupted();
  }
}
