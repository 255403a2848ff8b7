package dev.slipstream.runtime.graph.task;

import dev.slipstream.model.mapper.Geometry;

/**
 * Code of the program that hosts run at its place among the loops.
 *
 * @param id its place in the stream
 * @param name what messages call it
 * @param geometry its iterations, which are not divided
 * @param reach on which nodes it runs; if on every one, all write the same
 * @param uses what it does with buffers
 */
public record HostTask(
    TaskId id, String name, Geometry geometry, FenceTask.Reach reach, BufferUses uses)
    implements WorkTask {
  /** Code that the host of the first node runs. */
  public HostTask(TaskId id, String name, Geometry geometry, BufferUses uses) {
    this(id, name, geometry, FenceTask.Reach.FIRST_NODE, uses);
  }

  @Override
  public boolean isReplicated() {
    return reach == FenceTask.Reach.EVERY_NODE;
  }

  @Override
  public String toString() {
    return id + " host task " + name;
  }
}
