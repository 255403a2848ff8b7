package dev.slipstream.runtime.graph.task;

import dev.slipstream.runtime.graph.CollectiveGroupId;
import dev.slipstream.runtime.graph.DependencyOrigin;
import dev.slipstream.runtime.graph.HostObjectId;
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
  private final Follower<P> follower;
  private final Map<HostObjectId, Vertex<P>> lastEffects = new HashMap<>();
  private final Map<CollectiveGroupId, Vertex<P>> lastCollectives = new HashMap<>();

  /**
   * Adds dependencies to a graph.
   *
   * @param <P> what vertices stand for
   */
  @FunctionalInterface
  public interface Follower<P> {
    /**
     * Lets a vertex wait for an earlier one, or for what has taken its place.
     *
     * @param later the vertex that waits
     * @param earlier the vertex that it waits for, which may have been pruned
     * @param origin why
     */
    void follow(Vertex<P> later, Vertex<P> earlier, DependencyOrigin origin);
  }

  /**
   * Creates an order without history.
   *
   * @param follower adds the dependencies
   */
  public EffectOrder(Follower<P> follower) {
    this.follower = follower;
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
      follower.follow(vertex, before, origin);
    }
  }
}
