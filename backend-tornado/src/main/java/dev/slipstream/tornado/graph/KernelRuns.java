package dev.slipstream.tornado.graph;

import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.tornado.binding.LaunchGrid;
import dev.slipstream.tornado.binding.TornadoException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The runs of one kernel. If many of them use the same memory and the same grid, the driver records
 * its calls and replays them, which halves TornadoVM's overhead. TornadoVM compiles the kernel
 * again for each recording, so only frequent runs are recorded. Guarded by the device's lock.
 */
final class KernelRuns {
  /** The largest number of recordings at a time; two arrays that are swapped each time need two. */
  private static final int MOST = 4;

  /** The largest number of recordings ever made, because TornadoVM keeps something for each. */
  private static final int MOST_EVER = 32;

  /**
   * The number of runs on the same memory before they are recorded. To compile takes 12 to 25 ms; a
   * run then takes 40 µs less.
   */
  private static final int LEAST_RUNS = 256;

  private final TornadoTarget target;
  private final TaskKernel kernel;
  private final KernelGraph usual;
  private final List<SteadyRun> steady = new ArrayList<>();
  private final int leastRuns;
  private boolean records;
  private boolean hasRun;
  private int recordings;

  KernelRuns(TornadoTarget target, TaskKernel kernel) throws TornadoException {
    this(target, kernel, LEAST_RUNS);
  }

  /**
   * @param leastRuns the number of runs on the same memory before they are recorded
   */
  KernelRuns(TornadoTarget target, TaskKernel kernel, int leastRuns) throws TornadoException {
    this.target = target;
    this.kernel = kernel;
    this.usual = new KernelGraph(target, kernel);
    this.leastRuns = leastRuns;
    this.records = target.facts().recordsRuns();
  }

  /** Returns the indices of the array parameters whose elements the kernel uses. */
  List<Integer> parameters() {
    return usual.parameters();
  }

  /** Returns the indices of those of them whose rows the kernel finds by tables. */
  List<Integer> tables() {
    return usual.tables();
  }

  /**
   * Runs the kernel.
   *
   * @return what is known about such runs; null if nothing is kept
   * @throws TornadoException if the run fails
   */
  @Nullable SteadyRun run(KernelRun run) throws TornadoException {
    if (!target.facts().recordsRuns()) {
      runUsual(run);
      return null;
    }
    SteadyRun known = kept(run.memory(), LaunchGrid.over(run.space()));
    if (known.count() > leastRuns && records && known.recorded() == null) {
      record(known);
    }
    @Nullable RecordedKernels recorded = known.recorded();
    long began = System.nanoTime();
    if (recorded != null) {
      recorded.run(List.of(run));
    } else {
      runUsual(run);
    }
    known.took(System.nanoTime() - began);
    hasRun = true;
    return known;
  }

  private void runUsual(KernelRun run) throws TornadoException {
    bind(usual, run.memory());
    usual.run(run.space(), run.arguments(), run.arrays());
    hasRun = true;
  }

  /** Whether the kernel has run without failure. */
  boolean hasRun() {
    return hasRun;
  }

  /** Returns what is known about runs; null if nothing is. */
  @Nullable SteadyRun known(List<DeviceBlock> memory, IterationSpace space) {
    return steady.isEmpty() ? null : find(memory, LaunchGrid.over(space));
  }

  private @Nullable SteadyRun find(List<DeviceBlock> memory, LaunchGrid grid) {
    for (SteadyRun each : steady) {
      if (each.isOn(memory, grid)) {
        return each;
      }
    }
    return null;
  }

  /**
   * Returns the entry for some runs. A new entry replaces the one with the fewest runs; if all are
   * recorded, it is not kept.
   */
  private SteadyRun kept(List<DeviceBlock> memory, LaunchGrid grid) {
    @Nullable SteadyRun known = find(memory, grid);
    if (known != null) {
      return known;
    }
    SteadyRun made = new SteadyRun(kernel, memory, grid);
    steady.removeIf(SteadyRun::isGone);
    if (steady.size() == MOST) {
      @Nullable SteadyRun least = null;
      for (SteadyRun each : steady) {
        if (each.recorded() == null && (least == null || each.runs() < least.runs())) {
          least = each;
        }
      }
      if (least == null) {
        return made;
      }
      steady.remove(least);
    }
    steady.add(made);
    return made;
  }

  private void record(SteadyRun run) {
    if (++recordings > MOST_EVER) {
      records = false;
      return;
    }
    try {
      @Nullable RecordedKernels graph =
          target.api().ifAlone(() -> RecordedKernels.of(target, List.of(run))).orElse(null);
      records = graph != null;
      if (graph != null) {
        run.recorded(graph);
      }
    } catch (TornadoException notRecorded) {
      records = false;
    }
  }

  private static void bind(KernelGraph graph, List<DeviceBlock> memory) throws TornadoException {
    int place = 0;
    for (int parameter : graph.parameters()) {
      graph.bind(parameter, memory.get(place++));
    }
    for (int parameter : graph.tables()) {
      graph.bindTable(parameter, memory.get(place++));
    }
  }
}
