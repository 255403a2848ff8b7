package dev.slipstream.runtime.graph.command;

import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.task.TaskId;
import java.util.List;

/**
 * The state of a node when it created a horizon or epoch. A graph that begins with it creates the
 * same commands for the later tasks, except that nodes pass on only elements that were written
 * later.
 *
 * @param node the node
 * @param task the horizon or epoch
 * @param command the number of its command on the node
 * @param buffers all buffers that an earlier task has used and that were not forgotten
 */
public record CommandState(NodeId node, TaskId task, long command, List<BufferVersions> buffers) {
  /** Copies the list. */
  public CommandState {
    buffers = List.copyOf(buffers);
  }
}
