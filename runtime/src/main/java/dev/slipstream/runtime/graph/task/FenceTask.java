package dev.slipstream.runtime.graph.task;

import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.graph.Buffer;
import java.util.Optional;

/**
 * A place where the program looks at buffers. Its accesses are mapped from a single iteration.
 *
 * @param id its place in the stream
 * @param name the place in the program
 * @param reach on which nodes the program looks
 * @param uses the buffers; it only reads
 * @param copy of a fence with a single buffer: another one of the same domain, in whose array the
 *     program finds the elements as they are here, whatever later tasks write; empty if it looks at
 *     the arrays of the buffers themselves. No other task may name it
 */
public record FenceTask(TaskId id, String name, Reach reach, BufferUses uses, Optional<Buffer> copy)
    implements WorkTask {
  private static final Geometry ONE = Geometry.of(Box.SCALAR, Splitting.WHOLE);

  /** Where the program runs. */
  public enum Reach {
    /** On every node, which all look at the same. */
    EVERY_NODE,
    /** On node 0 alone. */
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

  /** Creates a fence where the program looks at the arrays of the buffers. */
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
