package dev.slipstream.runtime.graph.task;

/**
 * Identifies a task by its place in the stream of tasks; equal on all nodes.
 *
 * @param number 0 for the first epoch
 */
public record TaskId(long number) implements Comparable<TaskId> {
  @Override
  public int compareTo(TaskId other) {
    return Long.compare(number, other.number);
  }

  @Override
  public String toString() {
    return "T" + number;
  }
}
