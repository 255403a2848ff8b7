package dev.slipstream.runtime.observation;

import io.micrometer.common.util.internal.logging.InternalLoggerFactory;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Owns the registry; the program's own registries, if it has any, are never touched. The registry
 * is made when something is counted but runs on the host: programs without loops, and those with
 * small ones, do not pay for it. Thread-safe.
 */
public final class Metrics implements AutoCloseable {
  private final BuildMeters builds = new BuildMeters(this::registry);
  private final GraphMeters graphs = new GraphMeters(this::registry);

  /** Loops that were known before there was a registry. */
  private final List<LoopMeters> early = new ArrayList<>();

  private @Nullable MeterRegistry registry;

  /**
   * The meters of one loop. Each is tagged with {@code loop} and {@code site}, since loops of
   * classes with the same simple name are shown with the same name.
   */
  public synchronized LoopMeters loop(int site, String name) {
    LoopMeters loop = new LoopMeters(this::registry, site, name);
    if (registry == null) {
      early.add(loop);
    } else {
      loop.show(registry);
    }
    return loop;
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
      MeterRegistry made = new SimpleMeterRegistry();
      known = made;
      registry = known;
      early.forEach(loop -> loop.show(made));
      early.clear();
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
