package dev.slipstream.runtime.graph;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import java.util.ArrayList;
import java.util.List;

/**
 * Who reads which elements of one buffer since they were last written. The list is as long as the
 * readers since the horizon that is in force, so going through it is cheaper than an index.
 *
 * @param <P> what vertices stand for
 */
public final class Readers<P> {
  /** A reader; the bounding box decides nearly always that it does not read what is asked for. */
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
   * @param region what it reads; nothing is noted if this is empty
   */
  public void add(Vertex<P> reader, Region region) {
    if (!region.isEmpty()) {
      readings.add(new Reading<>(reader, region, region.boundingBox()));
    }
  }

  /**
   * Returns who reads something of a region.
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
   * Forgets who reads a region, because it was written.
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
   * Forgets all readers that a horizon or epoch stands for.
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
