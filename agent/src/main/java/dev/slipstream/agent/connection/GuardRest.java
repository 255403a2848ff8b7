package dev.slipstream.agent.connection;

import dev.slipstream.runtime.execution.RuntimeThreads;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/**
 * Lets guards vanish from compiled code where a program has left devices alone for some time. When
 * it uses them again, its code is compiled anew; so that this does not happen often, each rest is
 * preceded by twice the pause of the one before, from one second on. Thread-safe.
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
   * @param shortest hears the length of the shortest array of which devices hold something,
   *     whenever it changes; the greatest int if there is none
   * @param rest lets guards rest if there is none; says whether they do
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
      // Nobody has this thread to interrupt it; should it happen, the next loop starts another.
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
