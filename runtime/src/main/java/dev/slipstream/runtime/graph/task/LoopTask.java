package dev.slipstream.runtime.graph.task;

import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.runtime.graph.HostObjectId;
import java.util.List;

/**
 * A loop of the program that devices run.
 *
 * @param id its place in the stream
 * @param name the loop: class, method and line
 * @param geometry its iterations
 * @param uses what it does with buffers
 */
public record LoopTask(TaskId id, String name, Geometry geometry, BufferUses uses)
    implements WorkTask {
  @Override
  public List<HostObjectId> sideEffects() {
    return List.of();
  }

  @Override
  public String toString() {
    return id + " loop " + name;
  }
}
