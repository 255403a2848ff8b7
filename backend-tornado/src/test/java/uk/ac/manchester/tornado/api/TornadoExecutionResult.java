package uk.ac.manchester.tornado.api;

/** The result of a run. */
public class TornadoExecutionResult {
  private final ImmutableTaskGraph graph;

  TornadoExecutionResult(ImmutableTaskGraph graph) {
    this.graph = graph;
  }

  public TornadoExecutionResult transferToHost(DataRange range) {
    range.array.download(graph.memory(range.array).bytes, range.offset, range.size);
    return this;
  }
}
