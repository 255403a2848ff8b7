package dev.slipstream.runtime.observation;

import dev.slipstream.runtime.graph.task.SubmissionWindow;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/** How much is pending, and how long the program waited because it was too much. Thread-safe. */
final class FillMeters {
  private final Timer waited;
  private volatile SubmissionWindow.Fill last = new SubmissionWindow.Fill(0, 0);
  private volatile SubmissionWindow.Fill most = new SubmissionWindow.Fill(0, 0);

  FillMeters(MeterRegistry registry) {
    waited = registry.timer("slipstream.window.waited");
    gauge(registry, "slipstream.window.horizons", meters -> meters.last.outstanding());
    gauge(registry, "slipstream.window.horizons.most", meters -> meters.most.outstanding());
    gauge(registry, "slipstream.window.tasks", meters -> meters.last.liveTasks());
    gauge(registry, "slipstream.window.tasks.most", meters -> meters.most.liveTasks());
  }

  private void gauge(MeterRegistry registry, String name, ToDoubleFunction<FillMeters> value) {
    Gauge.builder(name, this, value).register(registry);
  }

  void is(SubmissionWindow.Fill fill) {
    last = fill;
    if (fill.outstanding() > most.outstanding() || fill.liveTasks() > most.liveTasks()) {
      synchronized (this) {
        most =
            new SubmissionWindow.Fill(
                Math.max(most.outstanding(), fill.outstanding()),
                Math.max(most.liveTasks(), fill.liveTasks()));
      }
    }
  }

  void waited(long nanos) {
    waited.record(nanos, TimeUnit.NANOSECONDS);
  }

  SubmissionWindow.Fill most() {
    return most;
  }

  long waits() {
    return waited.count();
  }

  long waitedNanos() {
    return (long) waited.totalTime(TimeUnit.NANOSECONDS);
  }
}
