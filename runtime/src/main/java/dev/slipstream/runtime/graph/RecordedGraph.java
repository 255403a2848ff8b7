package dev.slipstream.runtime.graph;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A recorder that keeps everything, also what the graph prunes. It grows with the program. Not safe
 * for use by several threads.
 *
 * @param <P> what vertices stand for
 */
public final class RecordedGraph<P> implements GraphRecorder<P> {
  private final Map<Long, P> payloads = new TreeMap<>();
  private final Map<Long, Map<Long, Edge>> edges = new LinkedHashMap<>();
  private long requests;

  /**
   * One dependency.
   *
   * @param from the vertex that waits
   * @param on the vertex that it waits for
   * @param kind the strongest reason
   * @param origin from what that was concluded
   */
  public record Edge(long from, long on, DependencyKind kind, DependencyOrigin origin) {}

  @Override
  public void added(long id, P payload) {
    payloads.put(id, payload);
  }

  @Override
  public void depends(long from, long on, DependencyKind kind, DependencyOrigin origin) {
    requests++;
    edges
        .computeIfAbsent(from, id -> new LinkedHashMap<>())
        .merge(
            on,
            new Edge(from, on, kind, origin),
            (old, added) -> added.kind().compareTo(old.kind()) > 0 ? added : old);
  }

  /**
   * Returns all vertices.
   *
   * @return what they stand for, by their numbers; cannot be changed
   */
  public Map<Long, P> payloads() {
    return Collections.unmodifiableMap(payloads);
  }

  /**
   * Returns the dependencies of one vertex.
   *
   * @param id its number
   * @return at most one on each other vertex; cannot be changed
   */
  public Collection<Edge> dependenciesOf(long id) {
    return Collections.unmodifiableCollection(edges.getOrDefault(id, Map.of()).values());
  }

  /**
   * Returns the dependencies of all vertices.
   *
   * @return the dependencies, in the order of the vertices that wait
   */
  public List<Edge> edges() {
    List<Edge> all = new ArrayList<>();
    for (long id : payloads.keySet()) {
      all.addAll(dependenciesOf(id));
    }
    return all;
  }

  /** How often a dependency was asked for, repetitions included. */
  public long requests() {
    return requests;
  }
}
