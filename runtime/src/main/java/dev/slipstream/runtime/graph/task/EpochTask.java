package dev.slipstream.runtime.graph.task;

/**
 * Waits for everything before it, and everything after waits for it.
 *
 * @param id its place in the stream
 * @param action what it is made for
 */
public record EpochTask(TaskId id, Action action) implements Task {
  /** What an epoch is made for. */
  public enum Action {
    /** The first task. */
    START,
    /** The program waits for everything. */
    BARRIER,
    /** The last task. */
    SHUTDOWN
  }

  @Override
  public String toString() {
    return id + " epoch " + action;
  }
}
