package dev.slipstream.runtime.graph.task;

import dev.slipstream.model.mapper.Geometry;

/** A task that does work for the program. */
public sealed interface WorkTask extends Task permits LoopTask, HostTask, FenceTask {
  /**
   * Returns the name of the task in messages: for loops and fences the place in the user's program.
   *
   * @return the name, for example {@code Heat.step:42}
   */
  String name();

  /**
   * Returns its iterations.
   *
   * @return the iterations
   */
  Geometry geometry();

  /** Its accesses to buffers. */
  BufferUses uses();

  /** Whether every node runs all of it, so that each writes the same. */
  default boolean isReplicated() {
    return false;
  }
}
