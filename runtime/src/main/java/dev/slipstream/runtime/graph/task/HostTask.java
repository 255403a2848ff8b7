package dev.slipstream.runtime.graph.task;

import dev.slipstream.model.mapper.Geometry;

/**
 * Code of the program that the host of the first node runs at its place among the loops.
 *
 * @param id its place in the stream
 * @param name what messages call it
 * @param geometry its iterations, which are not divided
 * @param uses what it does with buffers
 */
public record HostTask(TaskId id, String name, Geometry geometry, BufferUses uses)
    implements WorkTask {
  @Override
  public String toString() {
    return id + " host task " + name;
  }
}
