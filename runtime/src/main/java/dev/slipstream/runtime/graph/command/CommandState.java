package dev.slipstream.runtime.graph.command;

import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.task.TaskId;
import java.util.List;

/**
 * What a node knew when it made a horizon or epoch: a graph that begins with it makes the same
 * commands of the tasks after, but lets nodes pass on only what was written after.
 *
 * @param node the node
 * @param task the horizon or epoch
 * @param command the number of its command on the node
 * @param buffers all buffers that a task before has named and that were not forgotten
 */
public record CommandState(NodeId node, TaskId task, long command, List<BufferVersions> buffers) {
  /** Copies the list. */
  public CommandState {
    buffers = List.copyOf(buffers);
  }
}
