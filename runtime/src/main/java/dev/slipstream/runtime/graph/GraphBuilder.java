package dev.slipstream.runtime.graph;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A live graph of commands or instructions while it is built: what was added since somebody took
 * it, and the epoch, or horizon in force, that new vertices follow. Used by one thread.
 *
 * @param <P> what vertices stand for
 */
public abstract class GraphBuilder<P> {
  private final LiveGraph<P> graph;
  private List<Vertex<P>> batch = new ArrayList<>();
  private @Nullable Vertex<P> epoch;
  private @Nullable Vertex<P> horizon;

  /**
   * @param graph has no vertex yet
   */
  protected GraphBuilder(LiveGraph<P> graph) {
    this.graph = graph;
  }

  /** The graph. */
  public LiveGraph<P> graph() {
    return graph;
  }

  /** Adds a vertex. */
  public Vertex<P> add(P payload) {
    Vertex<P> vertex = graph.add(payload);
    batch.add(vertex);
    return vertex;
  }

  /** The vertices that were added since this was called last. */
  public List<Vertex<P>> takeBatch() {
    List<Vertex<P>> taken = batch;
    batch = new ArrayList<>();
    return taken;
  }

  /**
   * The epoch, or the horizon that has taken its place.
   *
   * @throws IllegalStateException if there was none yet
   */
  public Vertex<P> epoch() {
    if (epoch == null) {
      throw new IllegalStateException("a stream must begin with an epoch");
    }
    return epoch;
  }

  /**
   * Adds a horizon, which waits for everything before it; the horizon before this one takes the
   * place of the epoch.
   *
   * @param mark the number of its task
   */
  public void addHorizon(long mark, P payload) {
    graph.beginSegment(mark, /* epoch= */ false);
    Vertex<P> added = add(payload);
    if (horizon != null) {
      epoch = horizon;
    }
    horizon = added;
    graph.dependOnFront(added);
  }

  /**
   * Adds an epoch, which waits for everything before it.
   *
   * @param mark the number of its task
   */
  public void addEpoch(long mark, P payload) {
    graph.beginSegment(mark, /* epoch= */ true);
    epoch = add(payload);
    horizon = null;
    graph.dependOnFront(epoch);
  }

  /** Lets a vertex wait for an earlier one, or for the epoch if that has taken its place. */
  public void follow(Vertex<P> later, Vertex<P> earlier, DependencyOrigin origin) {
    need(later, earlier.id() < epoch().id() ? epoch() : earlier, origin);
  }

  /** Lets a vertex wait for what another one does. */
  public void need(Vertex<P> from, Vertex<P> on, DependencyOrigin origin) {
    graph.depend(from, on, DependencyKind.TRUE, origin);
  }

  /** Nothing may run before the epoch that it follows. */
  public void needEpochIfNothingElse(Vertex<P> vertex) {
    if (!vertex.needsAny()) {
      need(vertex, epoch(), DependencyOrigin.LAST_EPOCH);
    }
  }
}
