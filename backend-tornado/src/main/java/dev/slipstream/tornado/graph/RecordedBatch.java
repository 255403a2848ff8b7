package dev.slipstream.tornado.graph;

import dev.slipstream.tornado.binding.TornadoException;
import java.util.List;

/**
 * A window: runs that often follow each other, recorded as one graph. One call of TornadoVM and of
 * the driver runs all of them.
 *
 * @param members the runs in their order; a run may occur several times
 * @param graph the graph
 */
record RecordedBatch(List<SteadyRun> members, RecordedKernels graph) {
  /** Copies the list. */
  RecordedBatch {
    members = List.copyOf(members);
  }

  int size() {
    return members.size();
  }

  /** Whether a run is the one at a place of this window. */
  boolean has(int place, KernelRun run) {
    return run.known() == members.get(place);
  }

  /** Runs all kernels of the window. */
  void run(List<KernelRun> runs) throws TornadoException {
    graph.run(runs);
  }
}
