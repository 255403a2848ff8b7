package dev.slipstream.runtime.graph.task;

import dev.slipstream.model.mapper.Geometry;

/** A task that does something for the program. */
public sealed interface WorkTask extends Task permits LoopTask, HostTask, FenceTask {
  /**
   * Returns what messages call the task: for loops and fences the place in the user's program.
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

  /** What it does with buffers. */
  BufferUses uses();

  /** Whether every node runs all of it, so that each has written the same. */
  default boolean isReplicated() {
    return false;
  }
}
