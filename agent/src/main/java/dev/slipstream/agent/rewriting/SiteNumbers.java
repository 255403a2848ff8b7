package dev.slipstream.agent.rewriting;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

/** Assigns a number to each call site, from 0 on. Thread-safe. */
public final class SiteNumbers implements IntSupplier {
  private final AtomicInteger next = new AtomicInteger();

  @Override
  public int getAsInt() {
    return next.getAndIncrement();
  }

  /** Reserves all numbers below this one; those that were assigned before stay as they are. */
  void startAt(int number) {
    next.accumulateAndGet(number, Math::max);
  }
}
