package dev.slipstream.runtime.observation;

import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.task.SubmissionWindow;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * What becomes of loops that are submitted as tasks, over all streams of a run. Thread-safe; each
 * stream counts through {@link StreamMeters} of its own.
 */
public final class GraphMeters {
  private final Supplier<MeterRegistry> registry;
  private Optional<Meters> meters = Optional.empty();

  GraphMeters(Supplier<MeterRegistry> registry) {
    this.registry = registry;
  }

  /**
   * Returns what counts one stream of tasks.
   *
   * @param devices what the devices of its node are called, in their order; those that are not
   *     named are called {@code device 0} and so on
   * @param elementBytes the size of an element of a buffer in bytes
   * @return new meters
   */
  public synchronized StreamMeters stream(
      List<String> devices, ToLongFunction<Buffer> elementBytes) {
    Meters known = meters.orElseGet(() -> new Meters(registry.get()));
    meters = Optional.of(known);
    return new StreamMeters(known, devices, elementBytes);
  }

  /** The sums so far. */
  public synchronized GraphStatistics statistics() {
    return meters.map(Meters::statistics).orElse(GraphStatistics.NONE);
  }

  /** Made for the first stream, so that programs without one need no registry. */
  static final class Meters {
    final Counter submitted;
    final Counter loops;
    final Counter executed;
    final FillMeters fill;
    final TrafficMeters traffic;
    private final MeterRegistry registry;
    private final Map<String, MemoryMeters> memories = new ConcurrentHashMap<>();
    private final Map<Kernel, KernelMeters> kernels = new ConcurrentHashMap<>();

    /** A loop on a device. */
    private record Kernel(String loop, String device) {}

    Meters(MeterRegistry registry) {
      this.registry = registry;
      submitted = registry.counter("slipstream.tasks.submitted");
      loops = registry.counter("slipstream.tasks.loops");
      executed = registry.counter("slipstream.tasks.executed");
      fill = new FillMeters(registry);
      traffic = new TrafficMeters(registry);
    }

    void allocated(String memory, boolean device, long bytes) {
      memories
          .computeIfAbsent(memory, name -> new MemoryMeters(registry, name, device))
          .changed(bytes);
    }

    KernelMeters kernels(String loop, String device) {
      return kernels.computeIfAbsent(
          new Kernel(loop, device), kernel -> new KernelMeters(registry, loop, device));
    }

    GraphStatistics statistics() {
      SubmissionWindow.Fill most = fill.most();
      return new GraphStatistics(
          (long) submitted.count(),
          (long) loops.count(),
          (long) executed.count(),
          traffic.sum(),
          most.outstanding(),
          most.liveTasks(),
          fill.waits(),
          fill.waitedNanos(),
          memories.values().stream()
              .map(MemoryMeters::statistics)
              .sorted(Comparator.comparing(GraphStatistics.Memory::name))
              .toList(),
          kernels.values().stream()
              .map(KernelMeters::statistics)
              .sorted(
                  Comparator.comparingLong((GraphStatistics.Kernels k) -> -k.runs())
                      .thenComparing(GraphStatistics.Kernels::loop)
                      .thenComparing(GraphStatistics.Kernels::device))
              .toList());
    }
  }
}
