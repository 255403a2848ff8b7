package dev.slipstream.runtime.graph;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import java.util.ArrayList;
import java.util.List;

/**
 * The vertices that read elements of one buffer since these were last written. The list only
 * contains readers since the horizon in force, so a scan is cheaper than an index.
 *
 * @param <P> the payload of vertices
 */
public final class Readers<P> {
  /** A reader; the bounding box nearly always excludes it from a search. */
  private record Reading<P>(Vertex<P> reader, Region region, Box bounding) {
    boolean meets(Region other, Box otherBounding) {
      return bounding.intersects(otherBounding)
          && (region.size() + other.size() == 2 || region.intersects(other));
    }
  }

  private final List<Reading<P>> readings = new ArrayList<>();

  /**
   * Notes a reader.
   *
   * @param reader the vertex that reads
   * @param region the elements that it reads; if empty, nothing is noted
   */
  public void add(Vertex<P> reader, Region region) {
    if (!region.isEmpty()) {
      readings.add(new Reading<>(reader, region, region.boundingBox()));
    }
  }

  /**
   * Returns the vertices that read elements of a region.
   *
   * @param region the elements
   * @return the readers, in the order in which they were noted
   */
  public List<Vertex<P>> of(Region region) {
    List<Vertex<P>> readers = new ArrayList<>();
    Box bounding = region.boundingBox();
    for (int i = 0; i < readings.size(); i++) {
      Reading<P> reading = readings.get(i);
      if (reading.meets(region, bounding)) {
        readers.add(reading.reader());
      }
    }
    return readers;
  }

  /**
   * Forgets the readers of a region, because it was written.
   *
   * @param region the elements
   */
  public void overwritten(Region region) {
    int kept = 0;
    Box bounding = region.boundingBox();
    for (int i = 0; i < readings.size(); i++) {
      Reading<P> reading = readings.get(i);
      if (reading.meets(region, bounding)) {
        Region rest = reading.region().difference(region);
        if (rest.isEmpty()) {
          continue;
        }
        reading = new Reading<>(reading.reader(), rest, rest.boundingBox());
        readings.set(kept, reading);
      } else if (kept < i) {
        readings.set(kept, reading);
      }
      kept++;
    }
    readings.subList(kept, readings.size()).clear();
  }

  /**
   * Forgets all readers that a horizon or epoch replaces.
   *
   * @param epoch the vertex
   */
  public void forgetBefore(Vertex<P> epoch) {
    int kept = 0;
    for (int i = 0; i < readings.size(); i++) {
      Reading<P> reading = readings.get(i);
      if (reading.reader().id() >= epoch.id()) {
        readings.set(kept++, reading);
      }
    }
    readings.subList(kept, readings.size()).clear();
  }
}
