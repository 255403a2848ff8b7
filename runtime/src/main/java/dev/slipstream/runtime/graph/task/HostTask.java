package dev.slipstream.runtime.graph.task;

import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.region.Box;
import java.util.List;

/**
 * Code of the program that hosts run at its place among the loops.
 *
 * @param id its place in the stream
 * @param name its name in messages
 * @param geometry its iterations
 * @param reach the nodes on which it runs if it is not divided; if it runs on every node, all write
 *     the same
 * @param uses its accesses to buffers
 * @param chunks the chunk of each node, from the first one on: disjoint parts; empty if it is not
 *     divided
 */
public record HostTask(
    TaskId id,
    String name,
    Geometry geometry,
    FenceTask.Reach reach,
    BufferUses uses,
    List<Box> chunks)
    implements WorkTask {
  /** Copies the list. */
  public HostTask {
    chunks = List.copyOf(chunks);
  }

  /** Creates code that is not divided. */
  public HostTask(
      TaskId id, String name, Geometry geometry, FenceTask.Reach reach, BufferUses uses) {
    this(id, name, geometry, reach, uses, List.of());
  }

  /** Creates code that the host of the first node runs. */
  public HostTask(TaskId id, String name, Geometry geometry, BufferUses uses) {
    this(id, name, geometry, FenceTask.Reach.FIRST_NODE, uses);
  }

  @Override
  public boolean isReplicated() {
    return !isDivided() && reach == FenceTask.Reach.EVERY_NODE;
  }

  /** Whether each node runs a part of its own, or none. */
  public boolean isDivided() {
    return !chunks.isEmpty();
  }

  @Override
  public String toString() {
    return id + " host task " + name;
  }
}
