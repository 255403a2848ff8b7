package uk.ac.manchester.tornado.api;

/** A graph that is complete. */
public class ImmutableTaskGraph {
  final TaskGraph graph;

  ImmutableTaskGraph(TaskGraph graph) {
    this.graph = graph;
  }
}
