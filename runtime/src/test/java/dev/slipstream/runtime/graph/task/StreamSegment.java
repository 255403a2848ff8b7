package dev.slipstream.runtime.graph.task;

import java.util.List;

/**
 * The tasks of one rank from one horizon or epoch to the next, for a comparison with another rank.
 *
 * @param end the horizon or epoch that ends the segment
 * @param hash of all tasks from the start of the program to here; equal if the streams are
 * @param tasks the tasks of the segment
 */
public record StreamSegment(TaskId end, long hash, List<Entry> tasks) {
  /**
   * One task.
   *
   * @param task its identifier
   * @param name its loop: class, method and line
   * @param hash of everything that decides what nodes send each other for it
   */
  public record Entry(TaskId task, String name, long hash) {}

  /** Copies the list. */
  public StreamSegment {
    tasks = List.copyOf(tasks);
  }
}
