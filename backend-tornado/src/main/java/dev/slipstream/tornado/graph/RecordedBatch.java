package dev.slipstream.tornado.graph;

import dev.slipstream.tornado.binding.TornadoException;
import java.util.List;

/**
 * Runs that come one after the other again and again, as one graph: TornadoVM, and the driver, are
 * asked once for all of them.
 *
 * @param members the runs, in their order; one may occur several times
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

  /** Runs all of them. */
  void run(List<KernelRun> runs) throws TornadoException {
    graph.run(runs);
  }
}
