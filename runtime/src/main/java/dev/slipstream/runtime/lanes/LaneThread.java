package dev.slipstream.runtime.lanes;

import dev.slipstream.runtime.execution.Doorbell;
import dev.slipstream.runtime.execution.RuntimeThreads;
import dev.slipstream.runtime.execution.SpinThenPark;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A daemon thread with a queue of entries; it starts with the first entry. Takes no lock that an
 * error could leave locked.
 */
final class LaneThread<E> implements Runnable {
  /** A driver may compile on this thread when a kernel is started for the first time. */
  private static final long STACK_BYTES = 8L << 20;

  private final String name;
  private final Consumer<Queue<E>> work;
  private final Runnable atEnd;
  private final Queue<E> entries = new ConcurrentLinkedQueue<>();
  private final Doorbell bell = new Doorbell();
  private final SpinThenPark lookOut = new SpinThenPark();
  private final BooleanSupplier news = this::hasNews;
  private volatile boolean closed;

  /** Used by the thread that adds entries. */
  private @Nullable Thread thread;

  /**
   * @param work called while there are entries, and takes some of them; does not throw
   * @param atEnd called by the thread when it ends
   */
  LaneThread(String name, Consumer<Queue<E>> work, Runnable atEnd) {
    this.name = name;
    this.work = work;
    this.atEnd = atEnd;
  }

  /** Adds an entry. One thread at a time may call this. */
  void add(E entry) {
    if (thread == null) {
      Thread started = RuntimeThreads.named(name, this, STACK_BYTES);
      started.start();
      thread = started;
    }
    entries.add(entry);
    bell.ring();
  }

  /**
   * The number of entries that wait, or are being processed and still in the queue. Any thread may
   * call this.
   */
  int size() {
    return entries.size();
  }

  /** Lets the thread end when the queue is empty. For the thread that adds entries. */
  void close() {
    closed = true;
    bell.ring();
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
        lookOut.await(news, bell);
        // Other code may interrupt any thread that it finds; an interrupt would keep this one from
        // sleeping.
        Thread.interrupted();
      }
    }
  }

  private boolean hasNews() {
    return closed || !entries.isEmpty();
  }
}
