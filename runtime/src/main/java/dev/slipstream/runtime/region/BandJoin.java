package dev.slipstream.runtime.region;

import dev.slipstream.runtime.region.RegionMap.Entry;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts the entries of neighbouring bands together: an entry goes on in the next band where that has
 * one with the same value and the same extent on the axes after. Entries of a band come in the
 * order of those axes, so both bands are gone through once.
 */
final class BandJoin<V> {
  private final int axis;
  private final List<Entry<V>> entries;

  /** The places in {@link #entries} of those that reach the end of the last band. */
  private List<Integer> open = new ArrayList<>();

  /** Starts with the entries of the first band, to which those of the others are added. */
  BandJoin(int axis, List<Entry<V>> entries) {
    this.axis = axis;
    this.entries = entries;
    for (int i = 0; i < entries.size(); i++) {
      open.add(i);
    }
  }

  void add(List<Entry<V>> band) {
    List<Integer> next = new ArrayList<>(band.size());
    int candidate = 0;
    for (Entry<V> entry : band) {
      while (candidate < open.size() && before(box(open.get(candidate)), entry.box())) {
        candidate++;
      }
      if (candidate < open.size() && continues(entries.get(open.get(candidate)), entry)) {
        int place = open.get(candidate++);
        Box box = box(place);
        entries.set(
            place,
            new Entry<>(box.with(axis, box.min(axis), entry.box().max(axis)), entry.value()));
        next.add(place);
      } else {
        next.add(entries.size());
        entries.add(entry);
      }
    }
    open = next;
  }

  private Box box(int place) {
    return entries.get(place).box();
  }

  private boolean before(Box one, Box other) {
    for (int inner = axis + 1; inner < Box.AXES; inner++) {
      if (one.min(inner) != other.min(inner)) {
        return one.min(inner) < other.min(inner);
      }
    }
    return false;
  }

  private boolean continues(Entry<V> one, Entry<V> other) {
    for (int inner = axis + 1; inner < Box.AXES; inner++) {
      if (one.box().min(inner) != other.box().min(inner)
          || one.box().max(inner) != other.box().max(inner)) {
        return false;
      }
    }
    return one.value().equals(other.value());
  }
}
