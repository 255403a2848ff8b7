package dev.slipstream.runtime.graph.task;

import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.graph.Buffer;
import java.util.Optional;

/**
 * A place where the program accesses buffers. Its accesses are mapped from a single iteration.
 *
 * @param id its place in the stream
 * @param name the place in the program
 * @param reach the nodes on which the program accesses them
 * @param uses the buffers, which are only read
 * @param copy for a fence with a single buffer, another buffer of the same domain. The fence copies
 *     the elements into its array as they are at this place, whatever later tasks write. Empty if
 *     the program accesses the arrays of the buffers themselves. No other task may name it
 */
public record FenceTask(TaskId id, String name, Reach reach, BufferUses uses, Optional<Buffer> copy)
    implements WorkTask {
  private static final Geometry ONE = Geometry.of(Box.SCALAR, Splitting.WHOLE);

  /** The nodes that run the program. */
  public enum Reach {
    /** Every node, and all access the same. */
    EVERY_NODE,
    /** Node 0 alone. */
    FIRST_NODE
  }

  /**
   * Checks the copy.
   *
   * @throws IllegalArgumentException if there is a copy of more than one buffer
   */
  public FenceTask {
    if (copy.isPresent() && uses.all().size() != 1) {
      throw new IllegalArgumentException(
          name + " copies " + uses.all().size() + " buffers, and can copy one");
    }
  }

  /** Creates a fence for accesses to the arrays of the buffers themselves. */
  public FenceTask(TaskId id, String name, Reach reach, BufferUses uses) {
    this(id, name, reach, uses, Optional.empty());
  }

  @Override
  public Geometry geometry() {
    return ONE;
  }

  @Override
  public String toString() {
    return id + " fence " + name;
  }
}
