package dev.slipstream.runtime.observation;

import dev.slipstream.runtime.graph.task.SubmissionWindow;
import java.util.concurrent.atomic.AtomicLong;

/** How much is pending, and how long the program waited because it was too much. Thread-safe. */
final class FillMeters {
  private final Durations waited;
  private final AtomicLong horizons;
  private final AtomicLong mostHorizons;
  private final AtomicLong tasks;
  private final AtomicLong mostTasks;

  FillMeters(Metrics metrics) {
    waited = metrics.durations("slipstream.window.waited");
    horizons = metrics.gauge("slipstream.window.horizons");
    mostHorizons = metrics.gauge("slipstream.window.horizons.most");
    tasks = metrics.gauge("slipstream.window.tasks");
    mostTasks = metrics.gauge("slipstream.window.tasks.most");
  }

  void is(SubmissionWindow.Fill fill) {
    set(fill.outstanding(), horizons, mostHorizons);
    set(fill.liveTasks(), tasks, mostTasks);
  }

  private static void set(long now, AtomicLong last, AtomicLong most) {
    last.lazySet(now);
    for (long known = most.get(); now > known; known = most.get()) {
      most.compareAndSet(known, now);
    }
  }

  void waited(long nanos) {
    waited.add(nanos);
  }

  long mostHorizons() {
    return mostHorizons.get();
  }

  long mostTasks() {
    return mostTasks.get();
  }

  long waits() {
    return waited.count();
  }

  long waitedNanos() {
    return waited.nanos();
  }
}
