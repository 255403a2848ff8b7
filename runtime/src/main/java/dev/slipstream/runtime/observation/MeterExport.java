package dev.slipstream.runtime.observation;

import io.micrometer.common.util.internal.logging.InternalLoggerFactory;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A Micrometer registry that shows current numbers of {@link Metrics}. */
final class MeterExport {
  private final MeterRegistry registry;

  MeterExport() {
    InternalLoggerFactory.setDefaultFactory(new SilentLoggers());
    registry = new SimpleMeterRegistry();
  }

  MeterRegistry registry() {
    return registry;
  }

  /**
   * Adds a number to the registry.
   *
   * @param key its name, followed by the names and values of its tags in turn
   */
  void show(List<String> key, Object number) {
    String name = key.get(0);
    Tags tags = Tags.of(key.subList(1, key.size()).toArray(new String[0]));
    if (number instanceof Durations durations) {
      FunctionTimer.builder(
              name, durations, Durations::count, Durations::nanos, TimeUnit.NANOSECONDS)
          .tags(tags)
          .register(registry);
    } else if (number instanceof AtomicLong gauge) {
      Gauge.builder(name, gauge, AtomicLong::get).tags(tags).register(registry);
    } else {
      FunctionCounter.builder(name, (Number) number, Number::doubleValue)
          .tags(tags)
          .register(registry);
    }
  }

  /** Removes a number from the registry. */
  void hide(List<String> key) {
    Tags tags = Tags.of(key.subList(1, key.size()).toArray(new String[0]));
    registry.find(key.get(0)).tags(tags).meters().forEach(registry::remove);
  }
}
