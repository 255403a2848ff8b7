package dev.slipstream.runtime.observation;

import dev.slipstream.runtime.device.BuildListener;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The numbers that are counted in a run, each with a name and tags. The report reads them directly.
 * A Micrometer registry shows them too; it is created when code first asks for it, since its start
 * takes longer than many programs. The program's own registries, if it has any, are never touched.
 * Thread-safe.
 */
public final class Metrics implements BuildListener, AutoCloseable {
  /** A {@link LongAdder}, {@link AtomicLong} or {@link Durations}, by its name and its tags. */
  private final Map<List<String>, Object> numbers = new HashMap<>();

  private final LongAdder hits = counter("slipstream.cache.hits");
  private final LongAdder misses = counter("slipstream.cache.misses");
  private final GraphMeters graphs = new GraphMeters(this);
  private @Nullable MeterExport export;

  /**
   * The meters of one loop. Each is tagged with {@code loop} and {@code site}, since loops of
   * classes with the same simple name have the same name.
   */
  public LoopMeters loop(int site, String name) {
    return new LoopMeters(this, site, name);
  }

  @Override
  public void fromCache() {
    hits.increment();
  }

  @Override
  public void built() {
    misses.increment();
  }

  /** The origins of kernels, over all devices. */
  public BuildStatistics builds() {
    return new BuildStatistics(hits.sum(), misses.sum());
  }

  /** The meters of everything that is submitted as tasks. */
  public GraphMeters graphs() {
    return graphs;
  }

  /**
   * A loop was refused when its class was loaded.
   *
   * @param name the loop, {@code Heat.smooth:44}
   * @param reason the reason
   */
  public void refused(String name, String reason) {
    counter("slipstream.loop.refused", "loop", name, "reason", reason).increment();
  }

  /** Returns the growing sum with this name and these tags. */
  LongAdder counter(String name, String... tags) {
    return add(new LongAdder(), name, tags);
  }

  /** Returns the number, which may also decrease, with this name and these tags. */
  AtomicLong gauge(String name, String... tags) {
    return add(new AtomicLong(), name, tags);
  }

  /** Returns the sum of times with this name and these tags. */
  Durations durations(String name, String... tags) {
    return add(new Durations(), name, tags);
  }

  @SuppressWarnings("unchecked")
  private synchronized <T> T add(T number, String name, String... tags) {
    List<String> key = new ArrayList<>(1 + tags.length);
    key.add(name);
    Collections.addAll(key, tags);
    Object known = numbers.putIfAbsent(key, number);
    if (known != null) {
      return (T) known;
    }
    if (export != null) {
      export.show(key, number);
    }
    return number;
  }

  /**
   * Removes loops whose classes were unloaded.
   *
   * @param sites the numbers of their call sites
   */
  public synchronized void forget(Set<Integer> sites) {
    numbers.keySet().removeIf(key -> isOf(key, sites) && hide(key));
  }

  private static boolean isOf(List<String> key, Set<Integer> sites) {
    int tag = key.indexOf(LoopMeters.SITE);
    return tag > 0 && sites.contains(Integer.valueOf(key.get(tag + 1)));
  }

  private boolean hide(List<String> key) {
    if (export != null) {
      export.hide(key);
    }
    return true;
  }

  /** The registry, for reading. */
  public synchronized MeterRegistry registry() {
    MeterExport shown = export;
    if (shown == null) {
      shown = new MeterExport();
      numbers.forEach(shown::show);
      export = shown;
    }
    return shown.registry();
  }

  @Override
  public synchronized void close() {
    if (export != null) {
      export.registry().close();
    }
  }
}
