package dev.slipstream.runtime.observation;

import java.util.concurrent.atomic.LongAdder;

/** How often something happened, and how long that took in total. Thread-safe. */
final class Durations {
  private final LongAdder count = new LongAdder();
  private final LongAdder nanos = new LongAdder();

  void add(long duration) {
    count.increment();
    nanos.add(duration);
  }

  long count() {
    return count.sum();
  }

  long nanos() {
    return nanos.sum();
  }
}
