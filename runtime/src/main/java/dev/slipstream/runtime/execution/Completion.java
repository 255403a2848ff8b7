package dev.slipstream.runtime.execution;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Tells when a job is complete, or that it never will be. Thread-safe; it has no lock, so that an
 * error in one waiting thread does not block others.
 */
public final class Completion {
  private enum State {
    PENDING,
    COMPLETE,
    FAILED
  }

  /** An action that runs when the job is over. */
  private record Waiter(Runnable wake, @Nullable Waiter next) {}

  private final Ending ending;
  private final AtomicReference<@Nullable Waiter> waiters = new AtomicReference<>();
  private final AtomicReference<State> state = new AtomicReference<>(State.PENDING);

  Completion(Ending ending) {
    this.ending = ending;
  }

  void complete() {
    end(State.COMPLETE);
  }

  /** Marks that the run has ended before the job was complete; the ending has the reason. */
  void fail() {
    end(State.FAILED);
  }

  private void end(State last) {
    if (state.compareAndSet(State.PENDING, last)) {
      for (Waiter waiter = waiters.get(); waiter != null; waiter = waiter.next) {
        waiter.wake.run();
      }
    }
  }

  /**
   * Returns whether waiting would return, or throw, immediately.
   *
   * @return whether the job is complete or the run has failed
   */
  public boolean isDone() {
    return state.get() != State.PENDING;
  }

  /**
   * Runs an action when waiting would return, or throw, immediately.
   *
   * @param action is run by the thread that ends the job or by the calling one, and perhaps by
   *     both; must not block, allocate or throw
   */
  public void whenDone(Runnable action) {
    add(action);
    if (isDone()) {
      action.run();
    }
  }

  private void add(Runnable wake) {
    Waiter others = waiters.get();
    while (!waiters.compareAndSet(others, new Waiter(wake, others))) {
      others = waiters.get();
    }
  }

  /**
   * Waits until the job is complete; then its writes are visible. Interruption does not end the
   * wait; the thread is still interrupted when this returns.
   *
   * @throws ExecutionFailedException if the run has ended before the job was complete
   */
  public void await() {
    await(new WaitEstimate());
  }

  /**
   * Waits like {@link #await()}.
   *
   * @param foresight how long earlier waits took; is updated with this one
   * @throws ExecutionFailedException if the run has ended before the job was complete
   */
  public void await(WaitEstimate foresight) {
    long start = System.nanoTime();
    await(start, Long.MAX_VALUE, foresight);
    foresight.took(System.nanoTime() - start);
    throwFailure();
  }

  /**
   * Waits like {@link #await()}, but only up to a limit.
   *
   * @param limit the longest time to wait, 0 or more
   * @return whether the job is complete
   * @throws ExecutionFailedException if the run has ended before the job was complete
   */
  public boolean await(Duration limit) {
    long nanos = limit.compareTo(Duration.ofDays(365)) > 0 ? Long.MAX_VALUE : limit.toNanos();
    await(System.nanoTime(), nanos, new WaitEstimate());
    throwFailure();
    return isDone();
  }

  private void await(long start, long limit, WaitEstimate foresight) {
    if (isDone() || limit <= 0) {
      return;
    }
    if (limit == Long.MAX_VALUE && SpinThenPark.through(this::isDone, foresight.time())) {
      return;
    }
    Thread thread = Thread.currentThread();
    add(() -> LockSupport.unpark(thread));
    boolean interrupted = false;
    try {
      if (foresight.sleeps() > 0) {
        for (long nap = nap(start, foresight); nap > 0 && !isDone(); nap = nap(start, foresight)) {
          LockSupport.parkNanos(this, nap);
          interrupted |= Thread.interrupted();
        }
        SpinThenPark.spin(this::isDone, 2 * foresight.margin());
      }
      long left = limit;
      while (!isDone() && left > 0) {
        LockSupport.parkNanos(this, left);
        interrupted |= Thread.interrupted();
        left = limit == Long.MAX_VALUE ? limit : limit - (System.nanoTime() - start);
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static long nap(long start, WaitEstimate foresight) {
    return foresight.sleeps() - (System.nanoTime() - start);
  }

  private void throwFailure() {
    if (state.get() == State.FAILED) {
      throw ending.exception();
    }
  }
}
