package dev.slipstream.runtime.graph;

import dev.slipstream.model.kernel.ElementSize;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;

/**
 * A buffer in the graphs. Equal only if all parts are.
 *
 * @param id its identifier
 * @param name its name in messages and graph files
 * @param domain its elements
 * @param contents which nodes have its elements at the start
 * @param size the size of its elements
 */
public record Buffer(
    BufferId id, String name, Box domain, InitialContents contents, ElementSize size) {
  /**
   * The number of bytes that some of its elements take; an estimate from the mean if they differ in
   * size.
   */
  public long bytes(long elements) {
    return Math.multiplyExact(size.bytes(), elements);
  }

  /**
   * Returns a region's text with the axes of this buffer.
   *
   * @param region elements of the buffer
   * @return the name and the region, for example {@code u [0, 64) × [0, 512)}
   */
  public String text(Region region) {
    return name + " " + region.text(domain.axes());
  }
}
