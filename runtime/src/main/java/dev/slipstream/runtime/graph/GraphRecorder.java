package dev.slipstream.runtime.graph;

/**
 * Listens to what happens in a graph, for pictures and for tests. It is called by the thread that
 * owns the graph.
 *
 * @param <P> what vertices stand for
 */
public interface GraphRecorder<P> {
  /**
   * A vertex was added.
   *
   * @param id the vertex
   * @param payload what it stands for
   */
  void added(long id, P payload);

  /**
   * A dependency was asked for, whether or not there was one already.
   *
   * @param from the vertex that waits
   * @param on the vertex that it waits for
   * @param kind why the order matters
   * @param origin from what it was concluded
   */
  void depends(long from, long on, DependencyKind kind, DependencyOrigin origin);

  /**
   * Returns a recorder that does nothing.
   *
   * @param <P> what vertices stand for
   * @return the recorder
   */
  static <P> GraphRecorder<P> off() {
    return new GraphRecorder<>() {
      @Override
      public void added(long id, P payload) {
        // No one listens.
      }

      @Override
      public void depends(long from, long on, DependencyKind kind, DependencyOrigin origin) {
        // No one listens.
      }
    };
  }
}
