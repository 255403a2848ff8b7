package dev.slipstream.runtime.graph.command;

import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.task.TaskId;

/**
 * Names what nodes send each other of one buffer for one task. Pushes and await-pushes with equal
 * names belong together.
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
