package dev.slipstream.runtime.graph;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * A recorder that keeps a graph, including vertices that the graph itself prunes. It keeps all of
 * it, or the first and the last vertices, so that its memory is bounded however long a program
 * runs. Thread-safe.
 *
 * @param <P> the payload of vertices
 */
public final class RecordedGraph<P> implements GraphRecorder<P> {
  private final int first;
  private final int last;
  private final ConcurrentSkipListMap<Long, P> payloads = new ConcurrentSkipListMap<>();
  private final Map<Long, Map<Long, Edge>> edges = new LinkedHashMap<>();
  private long lastOfBeginning;
  private long added;
  private int kept;
  private long requests;

  /**
   * One dependency.
   *
   * @param from the vertex that waits
   * @param on the vertex that it waits for
   * @param kind the strongest reason
   * @param origin how that was found
   */
  public record Edge(long from, long on, DependencyKind kind, DependencyOrigin origin) {}

  /** Creates a recorder that keeps everything. It grows with the program. */
  public RecordedGraph() {
    this(Integer.MAX_VALUE / 2, Integer.MAX_VALUE / 2);
  }

  /**
   * Creates a recorder that keeps the first and the last vertices of a graph.
   *
   * @param first how many of the first vertices are kept, at least 1
   * @param last how many of the last vertices are kept, at least 1
   * @throws IllegalArgumentException if one of them is less
   */
  public RecordedGraph(int first, int last) {
    if (first < 1 || last < 1) {
      throw new IllegalArgumentException(
          "at least the first and the last vertex are kept, not " + first + " and " + last);
    }
    this.first = first;
    this.last = last;
  }

  @Override
  public synchronized void added(long id, P payload) {
    payloads.put(id, payload);
    added++;
    kept++;
    if (added == first) {
      lastOfBeginning = id;
    }
    if (kept > first + last) {
      Long dropped = payloads.higherKey(lastOfBeginning);
      payloads.remove(dropped);
      edges.remove(dropped);
      kept--;
    }
  }

  @Override
  public synchronized void depends(
      long from, long on, DependencyKind kind, DependencyOrigin origin) {
    requests++;
    if (payloads.containsKey(from)) {
      edges
          .computeIfAbsent(from, id -> new LinkedHashMap<>())
          .merge(
              on,
              new Edge(from, on, kind, origin),
              (old, stronger) -> stronger.kind().compareTo(old.kind()) > 0 ? stronger : old);
    }
  }

  /**
   * Returns the vertices that are kept.
   *
   * @return their payloads, by their numbers; unmodifiable
   */
  public Map<Long, P> payloads() {
    return Collections.unmodifiableMap(payloads);
  }

  /**
   * Returns the dependencies of one vertex.
   *
   * @param id its number
   * @return at most one on each other vertex that is kept
   */
  public synchronized Collection<Edge> dependenciesOf(long id) {
    List<Edge> known = new ArrayList<>(edges.getOrDefault(id, Map.of()).values());
    known.removeIf(edge -> !payloads.containsKey(edge.on()));
    return known;
  }

  /**
   * Returns the dependencies of all vertices that are kept.
   *
   * @return the dependencies, in the order of the vertices that wait
   */
  public synchronized List<Edge> edges() {
    List<Edge> all = new ArrayList<>();
    for (long id : payloads.keySet()) {
      all.addAll(dependenciesOf(id));
    }
    return all;
  }

  /** How often a dependency was requested, repetitions included. */
  public synchronized long requests() {
    return requests;
  }

  /** How many vertices the graph has had, including those that are not kept. */
  public synchronized long added() {
    return added;
  }

  /** How many vertices are not kept: all between the first and the last ones. */
  public synchronized long leftOut() {
    return added - kept;
  }
}
