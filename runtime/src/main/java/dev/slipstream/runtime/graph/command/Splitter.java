package dev.slipstream.runtime.graph.command;

import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.region.Box;
import java.util.List;

/**
 * Divides iterations into chunks. It must be a pure function: every node divides for itself, and
 * all must get the same.
 */
@FunctionalInterface
public interface Splitter {
  /**
   * Divides the iterations of a task.
   *
   * @param geometry the iterations, at least one, where chunks may begin, and along which axes
   * @param parts how many chunks are wanted, at least 1
   * @return disjoint chunks that together are all iterations; none is empty; at least one, at most
   *     as many as wanted
   */
  List<Box> split(Geometry geometry, int parts);
}
