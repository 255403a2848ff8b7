package dev.slipstream.runtime.execution;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Does work in its order while the program goes on, on a thread that exists only while there is
 * some. Thread-safe.
 */
public final class IdleThread implements Executor {
  private static final long IDLE_SECONDS = 1;

  private final String name;

  /** Made for the first work, since most programs have none while they start. */
  private @Nullable ThreadPoolExecutor thread;

  /**
   * @param name the thread's name; begins with "slipstream-"
   */
  public IdleThread(String name) {
    this.name = name;
  }

  @Override
  public synchronized void execute(Runnable work) {
    ThreadPoolExecutor started = thread;
    if (started == null) {
      started =
          new ThreadPoolExecutor(
              1,
              1,
              IDLE_SECONDS,
              TimeUnit.SECONDS,
              new LinkedBlockingQueue<>(),
              all -> RuntimeThreads.named(name, all),
              // What comes after the end of await is not needed any more.
              new ThreadPoolExecutor.DiscardPolicy());
      started.allowCoreThreadTimeOut(true);
      thread = started;
    }
    started.execute(work);
  }

  private synchronized @Nullable ThreadPoolExecutor started() {
    return thread;
  }

  /**
   * Waits until all work is done. What is not done in time is abandoned, and so is all later work.
   *
   * @param millis how long at most
   */
  public void await(long millis) {
    ThreadPoolExecutor started = started();
    if (started == null) {
      return;
    }
    FutureTask<?> last = new FutureTask<>(() -> {}, null);
    started.execute(last);
    try {
      last.get(millis, TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      started.shutdownNow();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
