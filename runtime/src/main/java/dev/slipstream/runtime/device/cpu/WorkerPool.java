package dev.slipstream.runtime.device.cpu;

import dev.slipstream.runtime.execution.RuntimeThreads;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Daemon threads that help with launches. They are started when they are first needed and end after
 * some idle time. Launches do not depend on their help.
 */
final class WorkerPool implements AutoCloseable {
  private static final long IDLE_SECONDS = 10;

  private final int size;

  /** The number of launching threads, each of which takes part in its own launch. */
  private final AtomicInteger launching = new AtomicInteger();

  private final ThreadPoolExecutor threads;
  private final AtomicInteger number = new AtomicInteger();

  /**
   * @param size the largest number of threads, 0 or more
   */
  WorkerPool(int size) {
    this.size = size;
    int atLeastOne = Math.max(1, size);
    this.threads =
        new ThreadPoolExecutor(
            atLeastOne,
            atLeastOne,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            work -> RuntimeThreads.named("slipstream-cpu-" + number.incrementAndGet(), work));
    threads.allowCoreThreadTimeOut(true);
  }

  /** Notes that the calling thread begins a launch, which {@link #endLaunch} ends. */
  void beginLaunch() {
    launching.incrementAndGet();
  }

  /** Notes that a launch has ended. */
  void endLaunch() {
    launching.decrementAndGet();
  }

  /** Returns how many helpers have a core each, beside those of the launching threads. */
  int spare() {
    return Math.max(0, size + 1 - launching.get());
  }

  /** Asks up to {@code helpers} threads to take part. */
  void help(Runnable work, int helpers) {
    try {
      for (int i = 0; i < Math.min(helpers, size); i++) {
        threads.execute(work);
      }
    } catch (Throwable noThread) {
      // The pool is closed, or no thread can be started: the launching thread does the rest alone.
      // It must still reach the point where it waits for the helpers that did start.
      return;
    }
  }

  /** Lets the threads end after their current work. */
  @Override
  public void close() {
    threads.shutdown();
  }
}
