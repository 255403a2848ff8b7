package dev.slipstream.runtime.instruction;

import dev.slipstream.runtime.graph.CollectiveGroupId;
import dev.slipstream.runtime.graph.DependencyOrigin;
import dev.slipstream.runtime.graph.HostObjectId;
import dev.slipstream.runtime.graph.Vertex;
import dev.slipstream.runtime.task.HostTask;
import dev.slipstream.runtime.task.Placement;
import dev.slipstream.runtime.task.WorkTask;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Keeps what changes one host object, and collectives of one group, in the order of the stream. */
final class EffectOrder {
  private final InstructionBuilder builder;
  private final Map<HostObjectId, Vertex<Instruction>> lastEffects = new HashMap<>();
  private final Map<CollectiveGroupId, Vertex<Instruction>> lastCollectives = new HashMap<>();

  EffectOrder(InstructionBuilder builder) {
    this.builder = builder;
  }

  void order(Vertex<Instruction> vertex, WorkTask task) {
    for (HostObjectId object : task.sideEffects()) {
      follow(vertex, lastEffects.put(object, vertex), DependencyOrigin.SIDE_EFFECT);
    }
    if (task instanceof HostTask host
        && host.placement() instanceof Placement.Collective collective) {
      follow(
          vertex,
          lastCollectives.put(collective.group(), vertex),
          DependencyOrigin.COLLECTIVE_ORDER);
    }
  }

  private void follow(
      Vertex<Instruction> vertex, @Nullable Vertex<Instruction> before, DependencyOrigin origin) {
    if (before != null) {
      builder.need(vertex, builder.standIn(before), origin);
    }
  }
}
