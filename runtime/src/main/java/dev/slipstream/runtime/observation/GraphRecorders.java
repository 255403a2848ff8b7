package dev.slipstream.runtime.observation;

import dev.slipstream.runtime.graph.GraphRecorder;
import dev.slipstream.runtime.graph.command.Command;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.graph.task.Task;

/**
 * Those who hear what happens in the three graphs of one node.
 *
 * @param tasks hears the task graph
 * @param commands hears the command graph
 * @param instructions hears the instruction graph
 */
public record GraphRecorders(
    GraphRecorder<Task> tasks,
    GraphRecorder<Command> commands,
    GraphRecorder<Instruction> instructions) {
  /** Nobody. */
  public static final GraphRecorders OFF =
      new GraphRecorders(GraphRecorder.off(), GraphRecorder.off(), GraphRecorder.off());
}
