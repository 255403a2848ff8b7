package dev.slipstream.runtime.graph.task;

import java.util.Optional;

/**
 * Bounds how far the program runs ahead, and tells the graph which horizons were executed. The
 * graph calls it before each task, on the submitting thread. The default methods set no bound and
 * report no executed task.
 */
public interface SubmissionWindow {
  /**
   * The amount of pending work.
   *
   * @param outstanding horizons and epochs that were not executed yet
   * @param liveTasks tasks that are not pruned
   */
  record Fill(int outstanding, int liveTasks) {}

  /** A window without a bound, in which nothing is executed. */
  SubmissionWindow UNBOUNDED = new SubmissionWindow() {};

  /**
   * Returns whether the program must wait before it submits more.
   *
   * @param fill the amount of pending work
   * @return whether the window is full
   */
  default boolean isFull(Fill fill) {
    return false;
  }

  /**
   * Returns the next horizon or epoch that was executed, without waiting.
   *
   * @return its identifier, in the order of execution and each once; empty if there is no further
   *     one yet
   */
  default Optional<TaskId> nextReached() {
    return Optional.empty();
  }

  /**
   * Waits until a horizon or epoch was executed.
   *
   * @param fill the amount of pending work
   * @return its identifier, as {@link #nextReached()} would return it
   */
  default TaskId awaitReached(Fill fill) {
    throw new IllegalStateException("a window without a bound is never full: " + fill);
  }
}
