package dev.slipstream.runtime.execution;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that only advances when a test requests it. */
final class ManualTicker implements Ticker {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);

  @Override
  public long nanoTime() {
    return nanos.get();
  }

  void advance(Duration by) {
    nanos.addAndGet(by.toNanos());
  }
}
