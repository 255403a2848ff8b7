package dev.slipstream.runtime.graph.command;

import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.region.Box;
import java.util.ArrayList;
import java.util.List;

/**
 * Divides along axes 0 and 1 into a grid: of all grids that give the most chunks, the one with the
 * shortest edges, and of those the one with the most rows.
 */
public final class TileSplitter implements Splitter {
  private record Shape(int rows, int columns) {
    long chunks() {
      return (long) rows * columns;
    }

    /** The sum of both edges of a tile, times the number of tiles. */
    double edges(Box space) {
      return (double) space.extent(0) * columns + (double) space.extent(1) * rows;
    }
  }

  @Override
  public List<Box> split(Geometry geometry, int parts) {
    Box space = geometry.space();
    Shape shape = best(geometry, parts);
    EvenCut rows = new EvenCut(space.min0(), space.max0(), geometry.granularity0(), shape.rows());
    EvenCut columns =
        new EvenCut(space.min1(), space.max1(), geometry.granularity1(), shape.columns());
    List<Box> chunks = new ArrayList<>();
    for (int row = 0; row < shape.rows(); row++) {
      Box band = space.with(0, rows.start(row), rows.start(row + 1));
      for (int column = 0; column < shape.columns(); column++) {
        chunks.add(band.with(1, columns.start(column), columns.start(column + 1)));
      }
    }
    return chunks;
  }

  private static Shape best(Geometry geometry, int parts) {
    Box space = geometry.space();
    Shape best = new Shape(1, 1);
    for (int rows = parts; rows >= 1; rows--) {
      if (parts % rows == 0) {
        Shape shape =
            new Shape(
                EvenCut.parts(space.min0(), space.max0(), geometry.granularity0(), rows),
                EvenCut.parts(space.min1(), space.max1(), geometry.granularity1(), parts / rows));
        if (shape.chunks() > best.chunks()
            || (shape.chunks() == best.chunks() && shape.edges(space) < best.edges(space))) {
          best = shape;
        }
      }
    }
    return best;
  }
}
