package dev.slipstream.runtime.graph.task;

/** Gets the stream of tasks. It is called on the submitting thread. */
@FunctionalInterface
public interface TaskListener {
  /**
   * A task was submitted, or a horizon or epoch was made.
   *
   * @param task the task; identifiers come without a gap from 0
   */
  void submitted(Task task);
}
