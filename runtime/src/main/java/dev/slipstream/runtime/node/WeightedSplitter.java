package dev.slipstream.runtime.node;

import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.graph.command.Splitter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Divides into unequal parts, along axis 0. The result changes with measurements of the nodes, so
 * only the first node uses it.
 *
 * @param equal divides if parts are equal
 * @param parts the fraction of each node; their sum is 1
 */
record WeightedSplitter(Splitter equal, Supplier<double[]> parts) implements Splitter {
  @Override
  public List<Box> split(Geometry geometry, int wanted) {
    double[] all = parts.get();
    Box space = geometry.space();
    long granularity = geometry.granularity0();
    long units = (space.extent(0) + granularity - 1) / granularity;
    if (all.length != wanted
        || geometry.splitting() != Splitting.ROWS
        || units < wanted
        || areEqual(all)) {
      return equal.split(geometry, wanted);
    }
    List<Box> chunks = new ArrayList<>(wanted);
    double sum = 0;
    long from = 0;
    for (int part = 0; part < wanted; part++) {
      sum += all[part];
      // Each node gets something, including those that follow.
      long to = Math.min(Math.max(Math.round(sum * units), from + 1), units - (wanted - 1 - part));
      to = part == wanted - 1 ? units : to;
      chunks.add(
          space.with(
              0,
              space.min0() + from * granularity,
              Math.min(space.max0(), space.min0() + to * granularity)));
      from = to;
    }
    return chunks;
  }

  private static boolean areEqual(double[] all) {
    for (double each : all) {
      if (each != all[0]) {
        return false;
      }
    }
    return true;
  }
}
