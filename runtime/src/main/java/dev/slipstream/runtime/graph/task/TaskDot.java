package dev.slipstream.runtime.graph.task;

import dev.slipstream.runtime.graph.DotText;
import dev.slipstream.runtime.graph.RecordedGraph;

/** Writes task graphs as DOT. */
public final class TaskDot {
  private TaskDot() {}

  /**
   * Writes a task graph with a title.
   *
   * @param graph the recorded graph
   * @param title the text above the picture; empty for none
   * @return the text, equal for equal graphs and titles
   */
  public static String text(RecordedGraph<Task> graph, String title) {
    return new DotText<>("tasks", TaskDot::label, TaskDot::attributes).of(graph, title);
  }

  private static String attributes(Task task) {
    return task instanceof WorkTask ? "" : "style=rounded";
  }

  private static String label(Task task) {
    StringBuilder label = new StringBuilder(task.toString());
    if (task instanceof WorkTask work) {
      if (!(task instanceof FenceTask)) {
        label.append('\n').append(work.geometry().space());
      }
      for (BufferUse use : work.uses().all()) {
        if (!use.consumed().isEmpty()) {
          label.append("\nreads ").append(use.buffer().text(use.consumed()));
        }
        if (!use.produced().isEmpty()) {
          label.append("\nwrites ").append(use.buffer().text(use.produced()));
        }
      }
    }
    return label.toString();
  }
}
