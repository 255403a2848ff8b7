package dev.slipstream.agent.rewriting;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Compiles a loop after its class was loaded: on another thread while the program runs the loop
 * itself, or on the thread that needs it first. Thread-safe.
 *
 * @param <T> what is compiled
 */
final class LaterCompilation<T> {
  private final FutureTask<T> loop;
  private final Executor background;
  private final AtomicBoolean hasBegun = new AtomicBoolean();
  private volatile boolean isBusy;

  /**
   * @param compiler compiles the loop
   * @param background runs it while the program goes on
   */
  LaterCompilation(Callable<T> compiler, Executor background) {
    this.loop = new FutureTask<>(compiler);
    this.background = background;
  }

  /** Whether the loop is compiled, and nothing of this is under way. */
  boolean isDone() {
    return !isBusy && loop.isDone();
  }

  /**
   * Compiles the loop in the background, unless that has begun.
   *
   * @param afterwards is called there with the result
   * @param took is called there with the time that all of it has taken, in nanoseconds
   */
  void begin(Consumer<T> afterwards, LongConsumer took) {
    if (hasBegun.compareAndSet(false, true)) {
      isBusy = true;
      background.execute(() -> run(afterwards, took));
    }
  }

  private void run(Consumer<T> afterwards, LongConsumer took) {
    long start = System.nanoTime();
    try {
      loop.run();
      afterwards.accept(await());
    } catch (RuntimeException | StackOverflowError failure) {
      // Whoever needs the loop sees the same failure.
      return;
    } finally {
      isBusy = false;
      took.accept(System.nanoTime() - start);
    }
  }

  /**
   * Returns the compiled loop; compiles it on the calling thread unless another thread does.
   *
   * @throws IllegalStateException if it cannot be compiled
   */
  T await() {
    loop.run();
    boolean wasInterrupted = false;
    try {
      while (true) {
        try {
          return loop.get();
        } catch (InterruptedException interrupted) {
          wasInterrupted = true;
        } catch (ExecutionException failure) {
          throw new IllegalStateException(
              "it cannot be compiled as before: " + failure.getCause(), failure.getCause());
        }
      }
    } finally {
      if (wasInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
