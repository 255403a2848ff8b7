package dev.slipstream.runtime.graph.command;

import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.region.Box;
import java.util.List;

/**
 * Checks the results of another splitter: a missing or repeated chunk would give a wrong result
 * instead of an error.
 */
public final class CheckedSplitter implements Splitter {
  private final Splitter splitter;

  public CheckedSplitter(Splitter splitter) {
    this.splitter = splitter;
  }

  @Override
  public List<Box> split(Geometry geometry, int parts) {
    List<Box> chunks = splitter.split(geometry, parts);
    if (chunks.isEmpty() || chunks.size() > parts) {
      throw wrong(chunks.size() + " chunks, where 1 to " + parts + " were requested");
    }
    long iterations = 0;
    for (int i = 0; i < chunks.size(); i++) {
      Box chunk = chunks.get(i);
      if (chunk.isEmpty() || !geometry.space().contains(chunk)) {
        throw wrong("the chunk " + chunk + " of the iterations " + geometry.space());
      }
      for (int k = 0; k < i; k++) {
        if (chunk.intersects(chunks.get(k))) {
          throw wrong("the chunks " + chunks.get(k) + " and " + chunk + ", which overlap");
        }
      }
      iterations += chunk.area();
    }
    if (iterations != geometry.space().area()) {
      throw wrong("chunks with " + iterations + " of " + geometry.space().area() + " iterations");
    }
    return chunks;
  }

  private IllegalStateException wrong(String result) {
    return new IllegalStateException(
        "the splitter "
            + splitter.getClass().getName()
            + " gave "
            + result
            + ": correct it, or take it off the class path");
  }

  @Override
  public String toString() {
    return splitter.getClass().getName();
  }
}
