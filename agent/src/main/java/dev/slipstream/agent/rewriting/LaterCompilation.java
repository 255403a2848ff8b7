package dev.slipstream.agent.rewriting;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Compiles the loops of a class, or one loop, after the class was loaded: on another thread while
 * the program runs them itself, or on the thread that needs them first. Thread-safe.
 *
 * @param <T> what is compiled
 */
final class LaterCompilation<T> {
  private final FutureTask<T> loops;
  private final Executor background;
  private final AtomicBoolean hasBegun = new AtomicBoolean();

  /**
   * @param compiler compiles the loops
   * @param background runs it while the program goes on
   */
  LaterCompilation(Callable<T> compiler, Executor background) {
    this.loops = new FutureTask<>(compiler);
    this.background = background;
  }

  /** Whether the loops are compiled. */
  boolean isDone() {
    return loops.isDone();
  }

  /**
   * Compiles the loops in the background, unless that has begun.
   *
   * @param afterwards is called there with the result
   */
  void begin(Consumer<T> afterwards) {
    if (hasBegun.compareAndSet(false, true)) {
      background.execute(() -> run(afterwards));
    }
  }

  private void run(Consumer<T> afterwards) {
    loops.run();
    try {
      afterwards.accept(await());
    } catch (RuntimeException | StackOverflowError failure) {
      // Whoever needs the loops sees the same failure.
      return;
    }
  }

  /**
   * Returns the compiled loops; compiles them on the calling thread unless another thread does.
   *
   * @throws IllegalStateException if they cannot be compiled
   */
  T await() {
    loops.run();
    boolean wasInterrupted = false;
    try {
      while (true) {
        try {
          return loops.get();
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
