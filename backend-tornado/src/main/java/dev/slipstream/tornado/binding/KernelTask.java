package dev.slipstream.tornado.binding;

import java.util.List;

/**
 * A kernel of a graph, with its arguments.
 *
 * @param task the object by which TornadoVM finds the kernel's method
 * @param dimensions the number of axes of its grid
 * @param arguments its arguments after the context
 */
public record KernelTask(Object task, int dimensions, List<Object> arguments) {
  /** Copies the list. */
  public KernelTask {
    arguments = List.copyOf(arguments);
  }
}
