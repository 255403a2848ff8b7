package dev.slipstream.runtime.graph;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A recorder that keeps the first and the last vertices of a graph, so that it takes the same
 * memory however long a program runs: how it begins, and where it stands. May be read by another
 * thread than the one that owns the graph.
 *
 * @param <P> what vertices stand for
 */
public final class BoundedGraph<P> implements GraphRecorder<P> {
  /** A vertex with what it waits for. */
  private record Kept<P>(long id, P payload, List<RecordedGraph.Edge> edges) {}

  private final int first;
  private final int last;
  private final List<Kept<P>> beginning = new ArrayList<>();
  private final Deque<Kept<P>> end = new ArrayDeque<>();
  private long added;

  /**
   * Creates a recorder that has heard nothing.
   *
   * @param first how many of the first vertices are kept, at least 1
   * @param last how many of the last vertices are kept, at least 1
   * @throws IllegalArgumentException if one of them is less
   */
  public BoundedGraph(int first, int last) {
    if (first < 1 || last < 1) {
      throw new IllegalArgumentException(
          "at least the first and the last vertex are kept, not " + first + " and " + last);
    }
    this.first = first;
    this.last = last;
  }

  @Override
  public synchronized void added(long id, P payload) {
    added++;
    Kept<P> vertex = new Kept<>(id, payload, new ArrayList<>(4));
    if (beginning.size() < first) {
      beginning.add(vertex);
      return;
    }
    end.addLast(vertex);
    if (end.size() > last) {
      end.removeFirst();
    }
  }

  @Override
  public synchronized void depends(
      long from, long on, DependencyKind kind, DependencyOrigin origin) {
    // Nearly always it is the newest vertex that waits.
    for (Kept<P> vertex : (Iterable<Kept<P>>) end::descendingIterator) {
      if (vertex.id() <= from) {
        if (vertex.id() == from) {
          vertex.edges().add(new RecordedGraph.Edge(from, on, kind, origin));
        }
        return;
      }
    }
    for (int i = beginning.size() - 1; i >= 0; i--) {
      if (beginning.get(i).id() == from) {
        beginning.get(i).edges().add(new RecordedGraph.Edge(from, on, kind, origin));
        return;
      }
    }
  }

  /** What is kept; dependencies on vertices that are not kept are left out. */
  public synchronized RecordedGraph<P> kept() {
    RecordedGraph<P> graph = new RecordedGraph<>();
    List<Kept<P>> all = new ArrayList<>(beginning);
    all.addAll(end);
    for (Kept<P> vertex : all) {
      graph.added(vertex.id(), vertex.payload());
    }
    for (Kept<P> vertex : all) {
      for (RecordedGraph.Edge edge : vertex.edges()) {
        if (graph.payloads().containsKey(edge.on())) {
          graph.depends(edge.from(), edge.on(), edge.kind(), edge.origin());
        }
      }
    }
    return graph;
  }

  /**
   * Says how many vertices the graph has had.
   *
   * @return the number, those that are not kept included
   */
  public synchronized long added() {
    return added;
  }

  /** How many vertices are not kept: all between the first and the last ones. */
  public synchronized long leftOut() {
    return added - beginning.size() - end.size();
  }
}
