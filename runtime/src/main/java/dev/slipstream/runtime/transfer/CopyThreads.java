package dev.slipstream.runtime.transfer;

import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.execution.RuntimeThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Threads that help another one to copy, since one core is slower than a fast link. They end after
 * some idle time and never keep the process alive.
 */
public final class CopyThreads implements AutoCloseable {
  private static final long IDLE_SECONDS = 10;

  /** A part of a copy. */
  @FunctionalInterface
  public interface Work {
    /** Copies the part. */
    void run() throws DeviceException;
  }

  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          work -> RuntimeThreads.named("slipstream-copy", work));

  /** Creates it without threads; they are started when needed. */
  public CopyThreads() {}

  /**
   * Releases the work, and with it arrays, when it is done. The thread may be delayed while it
   * reports the end, and the program may already need the memory of the arrays.
   */
  private static final class Once implements Callable<@Nullable Void> {
    private @Nullable Work work;

    Once(Work work) {
      this.work = work;
    }

    @Override
    public @Nullable Void call() throws DeviceException {
      try {
        if (work != null) {
          work.run();
        }
      } finally {
        work = null;
      }
      return null;
    }
  }

  /**
   * Runs the parts, the first one on this thread, and returns when all have ended.
   *
   * @throws DeviceException the exception of the first part that failed
   */
  public void run(List<Work> parts) throws DeviceException {
    List<Future<?>> others = new ArrayList<>();
    List<Work> own = new ArrayList<>(parts.subList(0, 1));
    for (Work part : parts.subList(1, parts.size())) {
      try {
        others.add(threads.submit(new Once(part)));
      } catch (Throwable noThread) {
        // No more threads can be started; running ones must be waited for.
        own.add(part);
      }
    }
    List<Throwable> failures = new ArrayList<>();
    for (Work part : own) {
      try {
        part.run();
      } catch (DeviceException | RuntimeException | Error e) {
        failures.add(e);
      }
    }
    for (Future<?> other : others) {
      await(other, failures);
    }
    if (!failures.isEmpty()) {
      rethrow(failures.get(0));
    }
  }

  /** Waits even when interrupted: the part uses memory that the caller is about to reuse. */
  private static void await(Future<?> part, List<Throwable> failures) {
    boolean interrupted = false;
    while (true) {
      try {
        part.get();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      } catch (ExecutionException e) {
        failures.add(e.getCause());
        break;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void rethrow(Throwable failure) throws DeviceException {
    if (failure instanceof DeviceException e) {
      throw e;
    } else if (failure instanceof Error e) {
      throw e;
    } else if (failure instanceof RuntimeException e) {
      throw e;
    }
    throw new IllegalStateException("A copy failed", failure);
  }

  @Override
  public void close() {
    threads.shutdown();
  }
}
