package dev.slipstream.agent.connection;

import dev.slipstream.runtime.execution.RuntimeThreads;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/**
 * Removes guards from compiled code when the program has not used devices for some time. Its code
 * is compiled again when it next uses them. To keep that rare, each idle pause that is required is
 * twice as long as the one before, starting at one second. Thread-safe.
 */
public final class GuardRest implements IntConsumer {
  private static final int NONE = Integer.MAX_VALUE;
  private static final long FIRST_PAUSE_MILLIS = 1000;
  private static final long LONGEST_PAUSE_MILLIS = TimeUnit.DAYS.toMillis(1);

  private final IntConsumer shortest;
  private final BooleanSupplier rest;
  private final Sleep sleep;
  private long pauseMillis = FIRST_PAUSE_MILLIS;
  private long uses;
  private boolean watching;

  /** How the watching thread waits. */
  @FunctionalInterface
  public interface Sleep {
    void millis(long time) throws InterruptedException;
  }

  /**
   * @param shortest receives the length of the shortest array that has elements on a device,
   *     whenever it changes; {@code Integer.MAX_VALUE} if there is none
   * @param rest removes the guards if no array is on a device; returns whether they are removed
   */
  public GuardRest(IntConsumer shortest, BooleanSupplier rest) {
    this(shortest, rest, TimeUnit.MILLISECONDS::sleep);
  }

  public GuardRest(IntConsumer shortest, BooleanSupplier rest, Sleep sleep) {
    this.shortest = shortest;
    this.rest = rest;
    this.sleep = sleep;
  }

  @Override
  public void accept(int length) {
    shortest.accept(length);
    if (length != NONE) {
      used();
    }
  }

  private synchronized void used() {
    uses++;
    if (!watching) {
      try {
        RuntimeThreads.named("slipstream-guards", this::watch).start();
        watching = true;
      } catch (OutOfMemoryError noThread) {
        // Guards stay in use, and the next loop tries again.
      }
    }
  }

  private void watch() {
    try {
      long before;
      do {
        before = uses();
        sleep.millis(pause());
      } while (!restsUnlessUsedSince(before));
    } catch (InterruptedException e) {
      // No code interrupts this thread; should it happen, the next loop starts another.
      stop();
    }
  }

  private synchronized long uses() {
    return uses;
  }

  private synchronized long pause() {
    return pauseMillis;
  }

  private synchronized boolean restsUnlessUsedSince(long before) {
    if (uses != before || !rest.getAsBoolean()) {
      return false;
    }
    pauseMillis = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
    watching = false;
    return true;
  }

  private synchronized void stop() {
    watching = false;
  }
}
