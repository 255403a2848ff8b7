package dev.slipstream.runtime.graph.command;

import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.region.Box;
import java.util.List;

/**
 * Divides iterations into chunks. It must be a pure function: every node divides on its own, and
 * all must get the same result.
 */
@FunctionalInterface
public interface Splitter {
  /**
   * Divides the iterations of a task.
   *
   * @param geometry the iterations, at least one, where chunks may begin, and along which axes
   * @param parts the requested number of chunks, at least 1
   * @return disjoint chunks that together are all iterations; none is empty; at least one, at most
   *     the requested number
   */
  List<Box> split(Geometry geometry, int parts);
}
