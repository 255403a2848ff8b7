package dev.slipstream.model.region;

import dev.slipstream.model.region.RegionMap.Entry;
import java.util.Arrays;
import java.util.List;

/**
 * Joins the entries of neighbouring bands. An entry continues in the next band if that band has one
 * with the same value and the same extent on the following axes. Entries of a band are ordered by
 * those axes, so that one pass over both bands is sufficient.
 */
final class BandJoin<V> {
  private final int axis;
  private final List<Entry<V>> entries;

  /** The positions in {@link #entries} of those that reach the end of the last band. */
  private int[] open;

  private int openSize;

  /** Starts with the entries of the first band, and adds those of the others to them. */
  BandJoin(int axis, List<Entry<V>> entries) {
    this.axis = axis;
    this.entries = entries;
    openSize = entries.size();
    open = new int[openSize];
    Arrays.setAll(open, place -> place);
  }

  void add(List<Entry<V>> band) {
    int[] next = new int[band.size()];
    int candidate = 0;
    for (int i = 0; i < next.length; i++) {
      Entry<V> entry = band.get(i);
      while (candidate < openSize && before(box(open[candidate]), entry.box())) {
        candidate++;
      }
      if (candidate < openSize && continues(entries.get(open[candidate]), entry)) {
        int place = open[candidate++];
        Box box = box(place);
        entries.set(
            place,
            new Entry<>(box.with(axis, box.min(axis), entry.box().max(axis)), entry.value()));
        next[i] = place;
      } else {
        next[i] = entries.size();
        entries.add(entry);
      }
    }
    open = next;
    openSize = next.length;
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
