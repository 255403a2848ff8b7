package dev.slipstream.runtime.graph.instruction;

import java.io.Serial;

/**
 * Reports that a single task needs more memory of a device than may be allocated there, so that no
 * order of copies lets it run. The command is left out; the graph is as it was before.
 */
public final class MemoryShortageException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  private final long needed;

  MemoryShortageException(String task, MemoryId memory, long needed, long budget) {
    super(
        task
            + " cannot run on "
            + memory
            + ": a part of it needs "
            + needed
            + " bytes there at the same time, and "
            + budget
            + " may be used. Let more devices share the loop, make its arrays smaller, raise"
            + " slipstream.device.memory, or run it on the host");
    this.needed = needed;
  }

  /** How many bytes the task needs on one device at the same time. */
  public long needed() {
    return needed;
  }
}
