package dev.slipstream.runtime.checkpoint;

import dev.slipstream.runtime.graph.command.CommandState;
import dev.slipstream.runtime.graph.instruction.BufferPlaces;
import dev.slipstream.runtime.graph.task.TaskId;
import java.util.List;

/**
 * The state of one node at a horizon or epoch: what is executed, which version of each buffer the
 * node has, and in which memory.
 *
 * @param commands what {@link dev.slipstream.runtime.graph.command.CommandGraph} needs to continue
 * @param places in which memories of the node the elements of each buffer are. At an epoch they
 *     stay there until something else is submitted; tasks after a horizon may have overwritten them
 *     when it is executed
 */
public record Checkpoint(CommandState commands, List<BufferPlaces> places) {
  /** Copies the list. */
  public Checkpoint {
    places = List.copyOf(places);
  }

  /**
   * Returns the horizon or epoch.
   *
   * @return its task: all tasks of lower numbers are executed
   */
  public TaskId task() {
    return commands.task();
  }
}
