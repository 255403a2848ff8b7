package dev.slipstream.runtime.graph;

/**
 * Is notified of the events in a graph, for graph files and tests. It is called by the thread that
 * owns the graph.
 *
 * @param <P> the payload of vertices
 */
public interface GraphRecorder<P> {
  /**
   * A vertex was added.
   *
   * @param id the vertex
   * @param payload its payload
   */
  void added(long id, P payload);

  /**
   * A dependency was requested, even if it existed already.
   *
   * @param from the vertex that waits
   * @param on the vertex that it waits for
   * @param kind why the order matters
   * @param origin how the dependency was found
   */
  void depends(long from, long on, DependencyKind kind, DependencyOrigin origin);

  /**
   * Returns a recorder that does nothing.
   *
   * @param <P> the payload of vertices
   * @return the recorder
   */
  static <P> GraphRecorder<P> off() {
    return new GraphRecorder<>() {
      @Override
      public void added(long id, P payload) {
        // Nothing is recorded.
      }

      @Override
      public void depends(long from, long on, DependencyKind kind, DependencyOrigin origin) {
        // Nothing is recorded.
      }
    };
  }
}
