package dev.slipstream.runtime.graph.command;

import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.task.TaskId;

/**
 * Identifies the elements of one buffer that nodes send each other for one task. Pushes and
 * await-pushes with equal identifiers belong together.
 *
 * @param consumer the task that needs the data
 * @param buffer the buffer
 */
public record TransferId(TaskId consumer, BufferId buffer) {
  @Override
  public String toString() {
    return consumer + "." + buffer;
  }
}
