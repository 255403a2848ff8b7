package dev.slipstream.runtime.graph.command;

import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.region.Box;
import java.util.ArrayList;
import java.util.List;

/** Divides along axis 0 into parts of almost equal size. */
public final class RowSplitter implements Splitter {
  @Override
  public List<Box> split(Geometry geometry, int parts) {
    Box space = geometry.space();
    long granularity = geometry.granularity0();
    int actual = EvenCut.parts(space.min0(), space.max0(), granularity, parts);
    EvenCut cut = new EvenCut(space.min0(), space.max0(), granularity, actual);
    List<Box> chunks = new ArrayList<>(actual);
    for (int part = 0; part < actual; part++) {
      chunks.add(space.with(0, cut.start(part), cut.start(part + 1)));
    }
    return chunks;
  }
}
