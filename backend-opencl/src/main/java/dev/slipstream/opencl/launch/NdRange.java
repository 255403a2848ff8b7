package dev.slipstream.opencl.launch;

import dev.slipstream.model.kernel.IterationSpace;
import java.util.ArrayList;
import java.util.List;

/**
 * The work items of a launch, in OpenCL's order of dimensions, cut into tiles that a device accepts
 * in one command: NVIDIA's hardware counts at most 65,535 groups in the outer dimensions.
 */
final class NdRange {
  /** The largest number of groups of one tile in dimensions 1 and 2. */
  static final long MOST_GROUPS = 65_535;

  /**
   * A part of the grid.
   *
   * @param offsets the first work item in each dimension
   * @param sizes the number of work items in each dimension, multiples of the group's extents
   */
  record Tile(long[] offsets, long[] sizes) {
    /** The number of work items. */
    long items() {
      long items = 1;
      for (long size : sizes) {
        items *= size;
      }
      return items;
    }
  }

  private NdRange() {}

  /** The number of iterations in each dimension, innermost first. */
  static long[] counts(IterationSpace space) {
    int dimensions = space.dimensions();
    long[] counts = new long[dimensions];
    for (int d = 0; d < dimensions; d++) {
      counts[d] = space.count(dimensions - 1 - d);
    }
    return counts;
  }

  /**
   * Tiles that cover all counts, each rounded up to whole groups.
   *
   * @param shape the group's extents
   */
  static List<Tile> tiles(long[] counts, long[] shape, long mostGroups) {
    long[] sizes = new long[counts.length];
    for (int d = 0; d < sizes.length; d++) {
      sizes[d] = (counts[d] + shape[d] - 1) / shape[d] * shape[d];
    }
    List<Tile> tiles = List.of(new Tile(new long[sizes.length], sizes));
    for (int d = 1; d < sizes.length; d++) {
      tiles = cut(tiles, d, mostGroups * shape[d]);
    }
    return tiles;
  }

  /**
   * The same tiles, cut further until each has few enough work items, or is a single group.
   *
   * @param shape the group's extents
   * @param mostItems the most work items of a tile
   */
  static List<Tile> smallTiles(List<Tile> tiles, long[] shape, long mostItems) {
    List<Tile> small = tiles;
    for (int d = shape.length - 1; d >= 0; d--) {
      long largest = small.stream().mapToLong(Tile::items).max().orElse(0);
      if (largest > mostItems) {
        int dimension = d;
        long extent = small.stream().mapToLong(tile -> tile.sizes()[dimension]).max().orElse(1);
        long groups = mostItems / (largest / extent) / shape[d];
        small = cut(small, d, Math.max(1, groups) * shape[d]);
      }
    }
    return small;
  }

  /** The iterations of a tile; work items past the end do nothing. */
  static IterationSpace iterations(IterationSpace space, Tile tile) {
    int dimensions = space.dimensions();
    int[] starts = new int[dimensions];
    int[] steps = new int[dimensions];
    int[] counts = new int[dimensions];
    for (int d = 0; d < dimensions; d++) {
      int from = (int) tile.offsets()[dimensions - 1 - d];
      long size = tile.sizes()[dimensions - 1 - d];
      starts[d] = space.value(d, from);
      steps[d] = space.step(d);
      counts[d] = (int) Math.min(size, space.count(d) - from);
    }
    return new IterationSpace(starts, steps, counts);
  }

  private static List<Tile> cut(List<Tile> tiles, int d, long most) {
    List<Tile> parts = new ArrayList<>();
    for (Tile tile : tiles) {
      long end = tile.offsets()[d] + tile.sizes()[d];
      for (long at = tile.offsets()[d]; at < end; at += most) {
        long[] offsets = tile.offsets().clone();
        long[] sizes = tile.sizes().clone();
        offsets[d] = at;
        sizes[d] = Math.min(most, end - at);
        parts.add(new Tile(offsets, sizes));
      }
    }
    return parts;
  }
}
