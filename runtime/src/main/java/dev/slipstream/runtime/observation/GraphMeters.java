package dev.slipstream.runtime.observation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of loops that are submitted as tasks, over all streams of a run. Thread-safe; each
 * stream counts through {@link StreamMeters} of its own.
 */
public final class GraphMeters {
  private final Metrics metrics;
  private @Nullable Meters meters;

  GraphMeters(Metrics metrics) {
    this.metrics = metrics;
  }

  /**
   * Returns what counts one stream of tasks.
   *
   * @param devices what the devices of its node are called, in their order; those that are not
   *     named are called {@code device 0} and so on
   * @return new meters
   */
  public synchronized StreamMeters stream(List<String> devices) {
    Meters known = meters;
    if (known == null) {
      known = new Meters(metrics);
      meters = known;
    }
    return new StreamMeters(known, devices);
  }

  /** The sums so far. */
  public synchronized GraphStatistics statistics() {
    return meters == null ? GraphStatistics.NONE : meters.statistics();
  }

  /** What all streams count together. */
  static final class Meters {
    final LongAdder submitted;
    final LongAdder loops;
    final LongAdder executed;
    final FillMeters fill;
    final TrafficMeters traffic;
    private final Metrics metrics;
    private final Map<String, MemoryMeters> memories = new TreeMap<>();
    private final Map<List<String>, KernelMeters> kernels = new HashMap<>();

    Meters(Metrics metrics) {
      this.metrics = metrics;
      submitted = metrics.counter("slipstream.tasks.submitted");
      loops = metrics.counter("slipstream.tasks.loops");
      executed = metrics.counter("slipstream.tasks.executed");
      fill = new FillMeters(metrics);
      traffic = new TrafficMeters(metrics);
    }

    synchronized void allocated(String memory, boolean device, long bytes) {
      MemoryMeters known = memories.get(memory);
      if (known == null) {
        known = new MemoryMeters(metrics, memory, device);
        memories.put(memory, known);
      }
      known.changed(bytes);
    }

    synchronized KernelMeters kernels(String loop, String device) {
      List<String> key = List.of(loop, device);
      KernelMeters known = kernels.get(key);
      if (known == null) {
        known = new KernelMeters(metrics, loop, device);
        kernels.put(key, known);
      }
      return known;
    }

    synchronized GraphStatistics statistics() {
      List<GraphStatistics.Memory> used = new ArrayList<>();
      for (MemoryMeters memory : memories.values()) {
        used.add(memory.statistics());
      }
      List<GraphStatistics.Kernels> ran = new ArrayList<>();
      for (KernelMeters kernel : kernels.values()) {
        ran.add(kernel.statistics());
      }
      Collections.sort(ran);
      return new GraphStatistics(
          submitted.sum(),
          loops.sum(),
          executed.sum(),
          traffic.sum(),
          fill.mostHorizons(),
          fill.mostTasks(),
          fill.waits(),
          fill.waitedNanos(),
          used,
          ran);
    }
  }
}
