package dev.slipstream.tornado.binding;

import java.util.List;

/**
 * One kernel of a graph.
 *
 * @param task an object that stands for it
 * @param dimensions how many axes its grid has
 * @param arguments its arguments after the context
 */
public record KernelTask(Object task, int dimensions, List<Object> arguments) {
  /** Copies the list. */
  public KernelTask {
    arguments = List.copyOf(arguments);
  }
}
