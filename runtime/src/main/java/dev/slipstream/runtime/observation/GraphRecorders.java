package dev.slipstream.runtime.observation;

import dev.slipstream.runtime.graph.GraphRecorder;
import dev.slipstream.runtime.graph.command.Command;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.graph.task.Task;

/**
 * Listeners to the three graphs of one node.
 *
 * @param tasks listens to the task graph
 * @param commands listens to the command graph
 * @param instructions listens to the instruction graph
 */
public record GraphRecorders(
    GraphRecorder<Task> tasks,
    GraphRecorder<Command> commands,
    GraphRecorder<Instruction> instructions) {
  /** Records nothing. */
  public static final GraphRecorders OFF =
      new GraphRecorders(GraphRecorder.off(), GraphRecorder.off(), GraphRecorder.off());
}
