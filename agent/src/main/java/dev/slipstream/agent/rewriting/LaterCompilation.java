package dev.slipstream.agent.rewriting;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

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

  /**
   * @param compiler compiles the loop
   * @param background runs it while the program goes on
   */
  LaterCompilation(Callable<T> compiler, Executor background) {
    this.loop = new FutureTask<>(compiler);
    this.background = background;
  }

  /** Whether the loop is compiled. */
  boolean isDone() {
    return loop.isDone();
  }

  /**
   * Compiles the loop in the background, unless that has begun.
   *
   * @param afterwards is called there with the result
   */
  void begin(Consumer<T> afterwards) {
    if (hasBegun.compareAndSet(false, true)) {
      background.execute(() -> run(afterwards));
    }
  }

  private void run(Consumer<T> afterwards) {
    loop.run();
    try {
      afterwards.accept(await());
    } catch (RuntimeException | StackOverflowError failure) {
      // Whoever needs the loop sees the same failure.
      return;
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
