package dev.slipstream.runtime.graph.command;

import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import java.util.ArrayList;
import java.util.List;

/**
 * Divides along axis 0 into parts of almost equal size, or along axes 0 and 1 into a grid. Of all
 * grids with the most chunks it takes the one with the shortest edges, and of those the one with
 * the most rows. Parts begin at multiples of the granularity from the start; the first ones are one
 * granule longer if the division is uneven. A last granule that is incomplete belongs to the last
 * part.
 */
public final class EvenSplitter implements Splitter {
  @Override
  public List<Box> split(Geometry geometry, int parts) {
    boolean inTiles = geometry.splitting() == Splitting.TILES;
    int rows = inTiles ? rows(geometry, parts) : parts;
    List<Box> chunks = new ArrayList<>(parts);
    for (Box band : cut(geometry.space(), 0, geometry.granularity0(), rows)) {
      if (inTiles) {
        chunks.addAll(cut(band, 1, geometry.granularity1(), parts / rows));
      } else {
        chunks.add(band);
      }
    }
    return chunks;
  }

  /** The number of rows of the best grid. */
  private static int rows(Geometry geometry, int parts) {
    Box space = geometry.space();
    int best = 1;
    long mostChunks = 0;
    double shortestEdges = 0;
    for (int rows = parts; rows >= 1; rows--) {
      if (parts % rows == 0) {
        long actual = Math.min(rows, granules(space, 0, geometry.granularity0()));
        long columns = Math.min(parts / rows, granules(space, 1, geometry.granularity1()));
        // The sum of both edges of a tile, times the number of tiles.
        double edges = (double) space.extent(0) * columns + (double) space.extent(1) * actual;
        long chunks = actual * columns;
        if (chunks > mostChunks || (chunks == mostChunks && edges < shortestEdges)) {
          best = rows;
          mostChunks = chunks;
          shortestEdges = edges;
        }
      }
    }
    return best;
  }

  private static long granules(Box box, int axis, long granularity) {
    return (box.extent(axis) + granularity - 1) / granularity;
  }

  private static List<Box> cut(Box box, int axis, long granularity, int wanted) {
    long granules = granules(box, axis, granularity);
    int parts = (int) Math.min(wanted, granules);
    List<Box> cut = new ArrayList<>(parts);
    long from = box.min(axis);
    for (int part = 1; part <= parts; part++) {
      long before = granules / parts * part + Math.min(part, granules % parts);
      long to = Math.min(box.max(axis), box.min(axis) + before * granularity);
      cut.add(box.with(axis, from, to));
      from = to;
    }
    return cut;
  }
}
