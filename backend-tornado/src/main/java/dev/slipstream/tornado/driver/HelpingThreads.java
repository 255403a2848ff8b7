package dev.slipstream.tornado.driver;

import dev.slipstream.runtime.execution.RuntimeThreads;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Copies between the heap and memory outside of it, with threads that help: one core cannot feed a
 * fast link. They end when idle for a while and never keep the process alive.
 */
public final class HelpingThreads implements AutoCloseable {
  private static final long IDLE_SECONDS = 10;

  /** How many bytes a thread copies at least. */
  private static final int LEAST_BYTES = 1 << 19;

  /** With fewer cores the program and the driver need all of them. */
  private static final int FEW_CORES = 4;

  private static final int MOST_HELPERS = 15;

  private final int helpers;
  private final ThreadPoolExecutor threads;

  /**
   * @param helpers how many threads help, 0 or more
   */
  public HelpingThreads(int helpers) {
    this.helpers = helpers;
    int atLeastOne = Math.max(1, helpers);
    threads =
        new ThreadPoolExecutor(
            atLeastOne,
            atLeastOne,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            work -> RuntimeThreads.named("slipstream-tornado:copy", work));
    threads.allowCoreThreadTimeOut(true);
  }

  /** As many as a machine with so many cores can spare. */
  public static HelpingThreads on(int cores) {
    return new HelpingThreads(cores < FEW_CORES ? 0 : Math.min(MOST_HELPERS, cores - 1));
  }

  /**
   * Copies elements and returns when all are copied.
   *
   * @param piece copies a part of them, also when others are copied at the same time
   * @param memory where the first one is, or goes to; in the machine's byte order
   */
  public void copy(Piece piece, int elementBytes, int first, int count, ByteBuffer memory) {
    begin(piece, elementBytes, first, count, memory).run();
  }

  /**
   * Begins to copy elements. Where no thread helps nothing happens before the rest is awaited.
   *
   * @return copies the rest and returns when all are copied; to be called once
   */
  public Runnable begin(Piece piece, int elementBytes, int first, int count, ByteBuffer memory) {
    int parts = (int) Math.max(1, Math.min(helpers + 1, (long) count * elementBytes / LEAST_BYTES));
    List<FutureTask<Boolean>> all = new ArrayList<>();
    for (int part = 0; part < parts; part++) {
      int from = (int) ((long) count * part / parts);
      int size = (int) ((long) count * (part + 1) / parts) - from;
      ByteBuffer own =
          memory.slice(from * elementBytes, size * elementBytes).order(ByteOrder.nativeOrder());
      all.add(new FutureTask<>(() -> piece.copy(first + from, size, own), true));
    }
    if (helpers > 0 && parts > 1) {
      for (FutureTask<Boolean> part : all) {
        try {
          threads.execute(part);
        } catch (RejectedExecutionException | OutOfMemoryError noThread) {
          part.run();
        }
      }
    }
    return () -> {
      // What no helper has begun yet is done here; a part runs only once.
      for (int part = parts - 1; part >= 0; part--) {
        all.get(part).run();
      }
      await(all);
    };
  }

  /** How many threads help. */
  public int helpers() {
    return helpers;
  }

  /**
   * Does something with several threads at the same time, as far as there are any, of which the
   * caller is the first. Returns when all that have begun have returned; what has not begun by the
   * end of the caller's own part is done by it.
   *
   * @param hands how many threads, at least 1
   * @param work is told which of them, from 0 on
   */
  public void together(int hands, IntConsumer work) {
    List<FutureTask<Boolean>> all = new ArrayList<>();
    AtomicBoolean over = new AtomicBoolean();
    for (int hand = 0; hand < hands; hand++) {
      int number = hand;
      all.add(
          new FutureTask<>(
              () -> {
                if (!over.get()) {
                  // To wake a thread takes time: each wakes two.
                  start(all, 2 * number + 1);
                  start(all, 2 * number + 2);
                }
                work.accept(number);
              },
              true));
    }
    all.get(0).run();
    over.set(true);
    all.forEach(FutureTask::run);
    await(all);
  }

  private void start(List<FutureTask<Boolean>> all, int task) {
    if (helpers > 0 && task < all.size()) {
      try {
        threads.execute(all.get(task));
      } catch (RejectedExecutionException | OutOfMemoryError noThread) {
        // The caller does it.
      }
    }
  }

  /** Waits for all, even when interrupted: the caller is about to use the memory again. */
  private static void await(List<FutureTask<Boolean>> parts) {
    boolean interrupted = false;
    @Nullable Throwable failure = null;
    for (int part = 0; part < parts.size(); ) {
      try {
        parts.get(part).get();
        part++;
      } catch (InterruptedException e) {
        interrupted = true;
      } catch (ExecutionException e) {
        failure = e.getCause();
        part++;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (failure != null) {
      throw new IllegalStateException("elements could not be copied", failure);
    }
  }

  @Override
  public void close() {
    threads.shutdown();
  }
}
