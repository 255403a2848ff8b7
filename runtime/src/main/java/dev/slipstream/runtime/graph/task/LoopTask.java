package dev.slipstream.runtime.graph.task;

import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.region.Box;
import java.util.List;

/**
 * A loop of the program that devices run.
 *
 * @param id its place in the stream
 * @param name the loop: class, method and line
 * @param geometry its iterations
 * @param uses its accesses to buffers
 * @param chunks the chunk of each node, in the order of the nodes: disjoint parts, or all
 *     iterations for each; empty if the graphs divide it
 */
public record LoopTask(TaskId id, String name, Geometry geometry, BufferUses uses, List<Box> chunks)
    implements WorkTask {
  /** Copies the list. */
  public LoopTask {
    chunks = List.copyOf(chunks);
  }

  /** Creates a loop that the graphs divide. */
  public LoopTask(TaskId id, String name, Geometry geometry, BufferUses uses) {
    this(id, name, geometry, uses, List.of());
  }

  @Override
  public boolean isReplicated() {
    return chunks.size() > 1 && chunks.get(0).equals(chunks.get(1));
  }

  @Override
  public String toString() {
    return id + " loop " + name;
  }
}
