package dev.slipstream.runtime.metrics;

import io.micrometer.common.util.internal.logging.InternalLoggerFactory;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Owns the registry; the program's own registries, if it has any, are never touched. The registry
 * is made for the first loop, so that programs without one do not pay for it. Thread-safe.
 */
public final class Metrics implements AutoCloseable {
  private final BuildMeters builds = new BuildMeters(this::registry);
  private final GraphMeters graphs = new GraphMeters(this::registry);
  private @Nullable MeterRegistry registry;

  /**
   * The meters of one loop. Each is tagged with {@code loop} and {@code site}, since loops of
   * classes with the same simple name are shown with the same name.
   */
  public LoopMeters loop(int site, String name) {
    return new LoopMeters(registry(), site, name);
  }

  /** The meters of built kernels, of all devices together. */
  public BuildMeters builds() {
    return builds;
  }

  /** The meters of everything that is submitted as tasks. */
  public GraphMeters graphs() {
    return graphs;
  }

  /**
   * A loop was refused when its class was loaded.
   *
   * @param name the loop, {@code Heat.smooth:44}
   * @param reason because of what
   */
  public void refused(String name, String reason) {
    registry().counter("slipstream.loop.refused", "loop", name, "reason", reason).increment();
  }

  /** The registry, to be read. */
  public synchronized MeterRegistry registry() {
    MeterRegistry known = registry;
    if (known == null) {
      InternalLoggerFactory.setDefaultFactory(new SilentLoggers());
      known = new SimpleMeterRegistry();
      registry = known;
    }
    return known;
  }

  @Override
  public synchronized void close() {
    if (registry != null) {
      registry.close();
    }
  }
}
