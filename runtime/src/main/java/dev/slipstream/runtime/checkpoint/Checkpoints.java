package dev.slipstream.runtime.checkpoint;

import dev.slipstream.runtime.graph.command.CommandGraph;
import dev.slipstream.runtime.graph.command.CommandState;
import dev.slipstream.runtime.graph.instruction.BufferPlaces;
import dev.slipstream.runtime.graph.task.Task;
import dev.slipstream.runtime.graph.task.TaskId;
import dev.slipstream.runtime.graph.task.WorkTask;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Creates checkpoints. One half of each comes from the command graph, the other from the
 * instruction graph, which may be behind. They are passed to the store when they are executed. Used
 * by the thread that owns the graphs.
 */
public final class Checkpoints {
  private final CheckpointStore store;
  private final Map<TaskId, CommandState> planned = new HashMap<>();
  private final Map<TaskId, Checkpoint> complete = new HashMap<>();

  /**
   * Creates it without checkpoints.
   *
   * @param store receives executed checkpoints
   */
  public Checkpoints(CheckpointStore store) {
    this.store = store;
  }

  /** Whether checkpoints are kept. */
  public boolean isOn() {
    return store.isOn();
  }

  /**
   * The commands of a task were created, but not yet their instructions.
   *
   * @param task the task
   * @param commands the graph that has created them
   */
  public void generated(Task task, CommandGraph commands) {
    if (isOn() && !(task instanceof WorkTask)) {
      planned.put(task.id(), commands.state());
    }
  }

  /**
   * The instruction of a horizon or epoch was created. It is not executed yet.
   *
   * @param mark its task
   * @param places where all elements will be when everything before it is executed and nothing
   *     after it is
   */
  public void planned(TaskId mark, List<BufferPlaces> places) {
    CommandState commands = planned.remove(mark);
    if (commands == null) {
      throw new IllegalStateException(mark + " has instructions, but no commands");
    }
    complete.put(mark, new Checkpoint(commands, places));
  }

  /**
   * A horizon or epoch is executed.
   *
   * @param task its identifier
   */
  public void reached(TaskId task) {
    Checkpoint checkpoint = complete.remove(task);
    if (checkpoint != null) {
      complete.keySet().removeIf(older -> older.number() < task.number());
      store.reached(checkpoint);
    }
  }
}
