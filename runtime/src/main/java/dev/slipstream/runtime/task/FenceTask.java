package dev.slipstream.runtime.task;

import dev.slipstream.runtime.graph.HostObjectId;
import dev.slipstream.runtime.region.Box;
import java.util.List;

/**
 * A place where the program looks at buffers or host objects. Its accesses are mapped from a single
 * iteration.
 *
 * @param id its place in the stream
 * @param name the place in the program
 * @param reach on which nodes the program looks
 * @param uses the buffers; it only reads
 * @param sideEffects the host objects
 */
public record FenceTask(
    TaskId id, String name, Reach reach, BufferUses uses, List<HostObjectId> sideEffects)
    implements WorkTask {
  private static final Geometry ONE = Geometry.of(Box.SCALAR, Splitting.WHOLE);

  /** Where the program runs. */
  public enum Reach {
    /** On every node, which all look at the same. */
    EVERY_NODE,
    /** On node 0 alone. */
    FIRST_NODE
  }

  /** Copies the list. */
  public FenceTask {
    sideEffects = List.copyOf(sideEffects);
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
