package dev.slipstream.runtime.machine;

import dev.slipstream.runtime.execution.IdleThread;
import java.util.concurrent.Executor;

/**
 * Opens drivers and has them build kernels while the program goes on. A process that ends within
 * such a call may be aborted by the driver, so {@link #end} waits for it; nothing is started after
 * that. Thread-safe.
 */
final class DriverThread {
  /** Together with the other waits at the end of a program this takes less than five seconds. */
  private static final long LONGEST_MILLIS = 1500;

  private final Executor thread;
  private volatile boolean ending;

  DriverThread() {
    this(new IdleThread("slipstream-drivers"));
  }

  /**
   * @param thread runs everything in its order
   */
  DriverThread(Executor thread) {
    this.thread = thread;
  }

  /** Does something soon, unless the program ends before. */
  void execute(Runnable work) {
    thread.execute(
        () -> {
          if (!ending) {
            work.run();
          }
        });
  }

  /** The program is ending: nothing is started any more. Does not wait. */
  void ends() {
    ending = true;
  }

  /** Waits for what was started, for a limited time. */
  void end() {
    ending = true;
    if (thread instanceof IdleThread own) {
      own.await(LONGEST_MILLIS);
    }
  }
}
