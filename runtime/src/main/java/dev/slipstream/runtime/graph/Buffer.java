package dev.slipstream.runtime.graph;

import dev.slipstream.model.kernel.ElementSize;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;

/**
 * A buffer as the graphs know it. Equal only if all parts are.
 *
 * @param id its identifier
 * @param name what messages and pictures call it
 * @param domain its elements
 * @param contents who has its elements at the start
 * @param size how large its elements are
 */
public record Buffer(
    BufferId id, String name, Box domain, InitialContents contents, ElementSize size) {
  /** How many bytes some of its elements take, where they differ in size as many as usual. */
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
