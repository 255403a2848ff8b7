package dev.slipstream.runtime.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

/** Owns the registry; the program's own registries, if it has any, are never touched. */
public final class Metrics implements AutoCloseable {
  private final MeterRegistry registry = new SimpleMeterRegistry();

  /**
   * The meters of one loop. Each is tagged with {@code loop} and {@code site}, since loops of
   * classes with the same simple name are shown with the same name.
   */
  public LoopMeters loop(int site, String name) {
    return new LoopMeters(registry, site, name);
  }

  /** The registry, to be read. */
  public MeterRegistry registry() {
    return registry;
  }

  @Override
  public void close() {
    registry.close();
  }
}
