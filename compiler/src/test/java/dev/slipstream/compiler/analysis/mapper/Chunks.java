package dev.slipstream.compiler.analysis.mapper;

import dev.slipstream.model.mapper.ArrayMapper;
import dev.slipstream.model.region.Box;
import java.util.ArrayList;
import java.util.List;

/** Divides loops as schedulers may. */
public final class Chunks {
  private Chunks() {}

  /**
   * Divides the iterations along one loop into parts of almost equal size. If the decision does not
   * guarantee that this is possible at all cuts, it checks the chunks one by one.
   *
   * @param parts the requested number, at least 1
   * @return chunks of which no two write the same element, at most as many as requested; a single
   *     one if the loop cannot be divided
   */
  public static List<Box> of(LoopMappers loop, int parts) {
    if (loop.split().isPossible()) {
      return cut(loop, loop.split().loops().get(0), parts);
    }
    boolean mayCut = !loop.split().reason().endsWith(" says so");
    for (int d = 0; d < loop.split().granularity().size() && mayCut; d++) {
      List<Box> chunks = cut(loop, d, parts);
      if (chunks.size() > 1 && areApart(loop, chunks)) {
        return chunks;
      }
    }
    return List.of(loop.space());
  }

  /**
   * Divides the iterations along two loops.
   *
   * @param rows the requested number of parts along the outer loop
   * @param columns the requested number along the inner loop
   * @return empty if there are no two loops along which they can be divided
   */
  public static List<Box> tiles(LoopMappers loop, int rows, int columns) {
    List<Box> tiles = new ArrayList<>();
    List<Integer> cuts = loop.split().loops();
    if (cuts.size() > 1) {
      for (Box row : cut(loop, Math.min(cuts.get(0), cuts.get(1)), rows)) {
        for (Box column : cut(loop, Math.max(cuts.get(0), cuts.get(1)), columns)) {
          tiles.add(row.intersection(column));
        }
      }
    }
    return tiles;
  }

  private static List<Box> cut(LoopMappers loop, int dimension, int parts) {
    Box space = loop.space();
    long granule = loop.split().granularity().get(dimension);
    long granules = (space.extent(dimension) + granule - 1) / granule;
    long actual = Math.min(parts, granules);
    List<Box> chunks = new ArrayList<>();
    for (long part = 0; part < actual; part++) {
      long from = granules / actual * part + Math.min(part, granules % actual);
      long to = granules / actual * (part + 1) + Math.min(part + 1, granules % actual);
      chunks.add(
          space.with(dimension, from * granule, Math.min(space.max(dimension), to * granule)));
    }
    return chunks;
  }

  /** Whether no two chunks write the same element; checks each pair of them. */
  private static boolean areApart(LoopMappers loop, List<Box> chunks) {
    for (ArrayMapper array : loop.arrays()) {
      List<List<Box>> written = new ArrayList<>();
      for (Box chunk : chunks) {
        List<Box> boxes = array.writes().map(chunk);
        for (List<Box> before : written) {
          if (before.stream().anyMatch(b -> boxes.stream().anyMatch(b::intersects))) {
            return false;
          }
        }
        written.add(boxes);
      }
    }
    return true;
  }
}
