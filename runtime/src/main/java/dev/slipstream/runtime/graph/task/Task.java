package dev.slipstream.runtime.graph.task;

/** A vertex of the task graph. All tasks are immutable and may be shared by threads. */
public sealed interface Task permits WorkTask, MarkTask {
  /** The place in the stream of tasks. */
  TaskId id();
}
