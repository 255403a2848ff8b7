package dev.slipstream.agent.connection;

import dev.slipstream.runtime.execution.RuntimeThreads;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Describes loops for the report while the program goes on, because describing a large loop may
 * take longer than its executions. Thread-safe.
 */
final class Descriptions implements Executor {
  private static final long IDLE_SECONDS = 1;

  /** Made for the first description, since most programs describe nothing while they start. */
  private @Nullable ThreadPoolExecutor thread;

  @Override
  public synchronized void execute(Runnable description) {
    ThreadPoolExecutor started = thread;
    if (started == null) {
      started =
          new ThreadPoolExecutor(
              1,
              1,
              IDLE_SECONDS,
              TimeUnit.SECONDS,
              new LinkedBlockingQueue<>(),
              work -> RuntimeThreads.named("slipstream-descriptions", work),
              // Loops that are reached after the report need no description.
              new ThreadPoolExecutor.DiscardPolicy());
      started.allowCoreThreadTimeOut(true);
      thread = started;
    }
    started.execute(description);
  }

  private synchronized @Nullable ThreadPoolExecutor started() {
    return thread;
  }

  /**
   * Waits until all loops are described, but not for long: the report can do without.
   *
   * @param millis how long at most
   */
  void await(long millis) {
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
