package dev.slipstream.runtime.graph.task;

import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.runtime.graph.HostObjectId;
import java.util.List;

/**
 * Code of the program that the host runs at its place among the loops.
 *
 * @param id its place in the stream
 * @param name what messages call it
 * @param placement on which nodes it runs
 * @param geometry its iterations; of a collective task one for each node, along axis 0
 * @param uses what it does with buffers
 * @param sideEffects the host objects that it changes or looks at
 */
public record HostTask(
    TaskId id,
    String name,
    TaskPlacement placement,
    Geometry geometry,
    BufferUses uses,
    List<HostObjectId> sideEffects)
    implements WorkTask {
  /** Copies the list. */
  public HostTask {
    sideEffects = List.copyOf(sideEffects);
  }

  @Override
  public String toString() {
    return id + " host task " + name;
  }
}
