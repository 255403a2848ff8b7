package dev.slipstream.runtime.graph.task;

/**
 * Waits for everything before it, and later stands for it, so that what is older can be forgotten.
 *
 * @param id its place in the stream
 */
public record HorizonTask(TaskId id) implements Task {
  @Override
  public String toString() {
    return id + " horizon";
  }
}
