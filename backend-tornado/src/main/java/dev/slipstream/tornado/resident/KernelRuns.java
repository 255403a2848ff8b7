package dev.slipstream.tornado.resident;

import dev.slipstream.runtime.kernel.IterationSpace;
import dev.slipstream.tornado.binding.TornadoException;
import dev.slipstream.tornado.launch.Grid;
import dev.slipstream.tornado.launch.TaskKernel;
import dev.slipstream.tornado.layout.RowShape;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

  private final ResidentTarget target;
  private final TaskKernel kernel;
  private final KernelGraph usual;
  private final List<Steady> steady = new ArrayList<>();
  private final int leastRuns;
  private boolean records;
  private int recordings;

  /** What stays the same, how often it was run so, and the recording. */
  private static final class Steady {
    /** Blocks have memory on the host, too, which this must not keep. */
    private final List<WeakReference<Block>> memory = new ArrayList<>();

    private final Grid grid;
    private long runs;
    private @Nullable KernelGraph recorded;

    Steady(List<Block> memory, Grid grid) {
      memory.forEach(block -> this.memory.add(new WeakReference<>(block)));
      this.grid = grid;
    }

    boolean isOn(List<Block> others, Grid other) {
      for (int place = 0; place < memory.size(); place++) {
        if (!memory.get(place).refersTo(others.get(place))) {
          return false;
        }
      }
      return grid.isSame(other);
    }

    boolean isGone() {
      return memory.stream().anyMatch(block -> block.refersTo(null));
    }
  }

  KernelRuns(ResidentTarget target, TaskKernel kernel) throws TornadoException {
    this(target, kernel, LEAST_RUNS);
  }

  /**
   * @param leastRuns how often it has to run on the same memory before that is recorded
   */
  KernelRuns(ResidentTarget target, TaskKernel kernel, int leastRuns) throws TornadoException {
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
   * @param memory where the arrays are, in the order of their parameters, and then the tables
   * @param arguments by the kernel's parameters; of arrays only the length counts
   * @param shapes how regular the rows of arrays of arrays are, by their parameters
   * @throws TornadoException if it fails
   */
  void run(
      List<Block> memory,
      IterationSpace space,
      @Nullable Object[] arguments,
      Map<Integer, RowShape> shapes)
      throws TornadoException {
    if (target.facts().recordsRuns()) {
      Steady known = known(memory, Grid.over(space));
      if (records && known.recorded == null && ++known.runs > leastRuns) {
        known.recorded = recorded(memory, known.grid);
      }
      if (known.recorded != null) {
        known.recorded.run(space, arguments, shapes);
        return;
      }
    }
    bind(usual, memory);
    usual.run(space, arguments, shapes);
  }

  /**
   * What is known of these runs; what was run least is forgotten for it, unless all is recorded.
   */
  private Steady known(List<Block> memory, Grid grid) {
    for (Steady each : steady) {
      if (each.isOn(memory, grid)) {
        return each;
      }
    }
    Steady made = new Steady(memory, grid);
    steady.removeIf(Steady::isGone);
    if (steady.size() == MOST) {
      @Nullable Steady least = null;
      for (Steady each : steady) {
        if (each.recorded == null && (least == null || each.runs < least.runs)) {
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

  private @Nullable KernelGraph recorded(List<Block> memory, Grid grid) {
    if (++recordings > MOST_EVER) {
      records = false;
      return null;
    }
    try {
      KernelGraph graph =
          target
              .resident()
              .ifAlone(
                  () -> {
                    KernelGraph made = KernelGraph.recorded(target, kernel);
                    bind(made, memory);
                    made.forgetBlocks();
                    records = made.rehearse(grid);
                    return made;
                  })
              .orElse(null);
      records &= graph != null;
      return records ? graph : null;
    } catch (TornadoException notRecorded) {
      records = false;
      return null;
    }
  }

  private static void bind(KernelGraph graph, List<Block> memory) throws TornadoException {
    int place = 0;
    for (int parameter : graph.parameters()) {
      graph.bind(parameter, memory.get(place++));
    }
    for (int parameter : graph.tables()) {
      graph.bindTable(parameter, memory.get(place++));
    }
  }
}
