package dev.slipstream.tornado.graph;

import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.tornado.binding.LaunchGrid;
import dev.slipstream.tornado.binding.TornadoException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The runs of one kernel. Where they are on the same memory and with the same grid again and again,
 * the driver records what it is asked for, and plays that: TornadoVM needs half the time then. For
 * each recording TornadoVM compiles the kernel once more, so it has to have run a while. Used by
 * whoever holds the device's lock.
 */
final class KernelRuns {
  /** So many recordings there are at most; two arrays that are swapped each time need two. */
  private static final int MOST = 4;

  /** So many are made: TornadoVM keeps something of each. */
  private static final int MOST_EVER = 32;

  /**
   * After so many runs on the same memory it is recorded. Compiling takes 12 to 25 ms, and a run is
   * shorter by 40 µs then.
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
   * @param leastRuns how often it has to run on the same memory before that is recorded
   */
  KernelRuns(TornadoTarget target, TaskKernel kernel, int leastRuns) throws TornadoException {
    this.target = target;
    this.kernel = kernel;
    this.usual = new KernelGraph(target, kernel);
    this.leastRuns = leastRuns;
    this.records = target.facts().recordsRuns();
  }

  /** The array parameters, as indices, of which the kernel uses elements. */
  List<Integer> parameters() {
    return usual.parameters();
  }

  /** Those of them, as indices, of which it finds rows by tables. */
  List<Integer> tables() {
    return usual.tables();
  }

  /**
   * Runs it.
   *
   * @return what is known of such runs; null if nothing is kept of them
   * @throws TornadoException if it fails
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

  /** Whether it has run without failing. */
  boolean hasRun() {
    return hasRun;
  }

  /** What is known of runs; null if nothing is. */
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
   * What is known of these runs; what was run least is forgotten for it, unless all is recorded.
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
