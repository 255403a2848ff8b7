package dev.slipstream.runtime.observation;

import dev.slipstream.runtime.graph.instruction.Traffic;
import dev.slipstream.runtime.graph.task.SubmissionWindow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;

/**
 * The figures of loops that are submitted as tasks, over all streams of a run. Thread-safe; each
 * stream counts through its own {@link StreamMeters}.
 */
public final class GraphMeters {
  /**
   * The names of the amounts of {@link Traffic} that follow the kernels; amounts without a name are
   * not counted by direction.
   */
  private static final String[] DIRECTIONS = {
    "host to device",
    "device to host",
    "device to device",
    "on host",
    "within a memory",
    "",
    "to other nodes"
  };

  /** Bounds the memory in programs that keep loading new classes. */
  private static final int MOST_LOOPS = 4000;

  private static final String OTHER_LOOPS = "other loops";

  final LongAdder submitted;
  final LongAdder loops;
  final LongAdder executed;
  private final Metrics metrics;
  private final LongAdder[] traffic = new LongAdder[1 + DIRECTIONS.length];
  private final Durations waited;
  private final AtomicLong horizons;
  private final AtomicLong mostHorizons;
  private final AtomicLong tasks;
  private final AtomicLong mostTasks;
  private final Map<String, Memory> memories = new TreeMap<>();
  private final Map<List<String>, Kernels> kernels = new HashMap<>();
  private final List<CatchUp> catchUps = new CopyOnWriteArrayList<>();
  private boolean hasStream;

  /** Has one stream count what it has done; it need not any more once the stream is over. */
  private record CatchUp(BooleanSupplier isOver, Runnable action) {}

  /** The bytes allocated in one memory. */
  private record Memory(boolean device, AtomicLong used, AtomicLong most) {}

  /** The figures of one loop on one device when it is submitted as a task. */
  record Kernels(
      String loop, String device, Durations busy, LongAdder bytesIn, LongAdder bytesOut) {}

  GraphMeters(Metrics metrics) {
    this.metrics = metrics;
    submitted = metrics.counter("slipstream.tasks.submitted");
    loops = metrics.counter("slipstream.tasks.loops");
    executed = metrics.counter("slipstream.tasks.executed");
    waited = metrics.durations("slipstream.window.waited");
    horizons = metrics.gauge("slipstream.window.horizons");
    mostHorizons = metrics.gauge("slipstream.window.horizons.most");
    tasks = metrics.gauge("slipstream.window.tasks");
    mostTasks = metrics.gauge("slipstream.window.tasks.most");
    traffic[0] = metrics.counter("slipstream.graph.kernels");
    for (int i = 0; i < DIRECTIONS.length; i++) {
      traffic[i + 1] =
          DIRECTIONS[i].isEmpty()
              ? metrics.counter("slipstream.graph.spilled")
              : metrics.counter("slipstream.graph.bytes", "direction", DIRECTIONS[i]);
    }
  }

  /**
   * Returns meters for one stream of tasks.
   *
   * @param devices the names of its node's devices, in order; devices without a name are called
   *     {@code device 0} and so on
   * @return new meters
   */
  public synchronized StreamMeters stream(List<String> devices) {
    hasStream = true;
    return new StreamMeters(this, devices);
  }

  void countedAfter(BooleanSupplier isOver, Runnable catchUp) {
    catchUps.removeIf(earlier -> earlier.isOver().getAsBoolean());
    catchUps.add(new CatchUp(isOver, catchUp));
  }

  void pending(SubmissionWindow.Fill fill) {
    horizons.lazySet(fill.outstanding());
    tasks.lazySet(fill.liveTasks());
    raise(mostHorizons, fill.outstanding());
    raise(mostTasks, fill.liveTasks());
  }

  private static void raise(AtomicLong most, long now) {
    for (long known = most.get(); now > known; known = most.get()) {
      most.compareAndSet(known, now);
    }
  }

  void waited(long nanos) {
    waited.add(nanos);
  }

  void moved(Traffic moved) {
    long[] amounts = {
      moved.kernels(),
      moved.uploaded(),
      moved.downloaded(),
      moved.exchanged(),
      moved.onHost(),
      moved.resized(),
      moved.spilled(),
      moved.sent()
    };
    for (int i = 0; i < amounts.length; i++) {
      if (amounts[i] != 0) {
        traffic[i].add(amounts[i]);
      }
    }
  }

  /** Bytes were allocated, or freed if the number is negative. */
  synchronized void allocated(String memory, boolean device, long bytes) {
    Memory known = memories.get(memory);
    if (known == null) {
      known =
          new Memory(
              device,
              metrics.gauge("slipstream.memory.used", "memory", memory),
              metrics.gauge("slipstream.memory.most", "memory", memory));
      memories.put(memory, known);
    }
    raise(known.most(), known.used().addAndGet(bytes));
  }

  synchronized Kernels kernels(String loop, String device) {
    Kernels known = kernels.get(List.of(loop, device));
    if (known != null) {
      return known;
    }
    return kernels.size() < MOST_LOOPS ? add(loop, device) : add(OTHER_LOOPS, device);
  }

  private Kernels add(String loop, String device) {
    List<String> key = List.of(loop, device);
    Kernels known = kernels.get(key);
    if (known == null) {
      String[] tags = {"loop", loop, "device", device};
      known =
          new Kernels(
              loop,
              device,
              metrics.durations("slipstream.graph.kernel", tags),
              metrics.counter("slipstream.graph.bytes.in", tags),
              metrics.counter("slipstream.graph.bytes.out", tags));
      kernels.put(key, known);
    }
    return known;
  }

  /** The sums up to now. */
  public GraphStatistics statistics() {
    // Threads that count take this lock, so it must not be held here.
    for (CatchUp catchUp : catchUps) {
      catchUp.action().run();
    }
    return sums();
  }

  private synchronized GraphStatistics sums() {
    if (!hasStream) {
      return GraphStatistics.NONE;
    }
    List<GraphStatistics.Memory> used = new ArrayList<>();
    for (Map.Entry<String, Memory> entry : memories.entrySet()) {
      Memory memory = entry.getValue();
      used.add(
          new GraphStatistics.Memory(
              entry.getKey(), memory.device(), memory.used().get(), memory.most().get()));
    }
    List<GraphStatistics.Kernels> ran = new ArrayList<>();
    for (Kernels kernel : kernels.values()) {
      ran.add(
          new GraphStatistics.Kernels(
              kernel.loop(),
              kernel.device(),
              kernel.busy().count(),
              kernel.busy().nanos(),
              kernel.bytesIn().sum(),
              kernel.bytesOut().sum()));
    }
    Collections.sort(ran);
    long[] moved = new long[traffic.length];
    for (int i = 0; i < moved.length; i++) {
      moved[i] = traffic[i].sum();
    }
    return new GraphStatistics(
        submitted.sum(),
        loops.sum(),
        executed.sum(),
        new Traffic(moved[0], moved[1], moved[2], moved[3], moved[4], moved[5], moved[6], moved[7]),
        mostHorizons.get(),
        mostTasks.get(),
        waited.count(),
        waited.nanos(),
        used,
        ran);
  }
}
