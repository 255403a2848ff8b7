package dev.slipstream.runtime.node;

import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.graph.command.Splitter;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives the host's cores, which come last, a part of the iterations, and the devices the rest.
 *
 * @param devices divides the rest among the devices
 * @param part the host's part, between 0 and 1
 */
record ShareSplitter(Splitter devices, double part) implements Splitter {
  @Override
  public List<Box> split(Geometry geometry, int parts) {
    if (parts < 2 || geometry.splitting() != Splitting.ROWS) {
      return devices.split(geometry, parts);
    }
    Box space = geometry.space();
    long granularity = geometry.granularity0();
    long units = (space.extent(0) + granularity - 1) / granularity;
    long forDevices = units - Math.round(units * part);
    if (forDevices < units && forDevices >= parts - 1) {
      long cut = space.min0() + forDevices * granularity;
      Geometry first =
          new Geometry(
              space.with(0, space.min0(), cut),
              granularity,
              geometry.granularity1(),
              geometry.splitting());
      List<Box> chunks = new ArrayList<>(devices.split(first, parts - 1));
      if (chunks.size() == parts - 1) {
        chunks.add(space.with(0, cut, space.max0()));
        return chunks;
      }
    }
    return devices.split(geometry, parts - 1);
  }
}
