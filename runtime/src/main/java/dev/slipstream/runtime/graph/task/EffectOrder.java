package dev.slipstream.runtime.graph.task;

import dev.slipstream.runtime.graph.CollectiveGroupId;
import dev.slipstream.runtime.graph.DependencyOrigin;
import dev.slipstream.runtime.graph.HostObjectId;
import dev.slipstream.runtime.graph.LiveGraph;
import dev.slipstream.runtime.graph.Vertex;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what changes one host object, and collectives of one group, in the order of the stream.
 * Used by one thread.
 *
 * @param <P> what vertices stand for
 */
public final class EffectOrder<P> {
  private final LiveGraph<P> graph;
  private final Map<HostObjectId, Vertex<P>> lastEffects = new HashMap<>();
  private final Map<CollectiveGroupId, Vertex<P>> lastCollectives = new HashMap<>();

  /**
   * Creates an order without history.
   *
   * @param graph gets the dependencies
   */
  public EffectOrder(LiveGraph<P> graph) {
    this.graph = graph;
  }

  /**
   * Puts a vertex behind those before it that it must not overtake.
   *
   * @param vertex a new vertex
   * @param task the task that it belongs to
   */
  public void order(Vertex<P> vertex, WorkTask task) {
    for (HostObjectId object : task.sideEffects()) {
      follow(vertex, lastEffects.put(object, vertex), DependencyOrigin.SIDE_EFFECT);
    }
    if (task instanceof HostTask host
        && host.placement() instanceof TaskPlacement.Collective collective) {
      follow(
          vertex,
          lastCollectives.put(collective.group(), vertex),
          DependencyOrigin.COLLECTIVE_ORDER);
    }
  }

  private void follow(Vertex<P> vertex, @Nullable Vertex<P> before, DependencyOrigin origin) {
    if (before != null) {
      graph.follow(vertex, before, origin);
    }
  }
}
