package dev.slipstream.runtime.coherence;

import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.coherence.LoopLog.AccessedPart;
import dev.slipstream.runtime.coherence.LoopLog.Entry;
import dev.slipstream.runtime.coherence.LoopLog.Ran;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the host's arrays contain, as seen from a place of the log. The program may read and write
 * these elements at any time, so that a recovery must not change them.
 *
 * @param newer elements as they were at a later place
 * @param same elements as they were at this place, which the host has read later
 */
record ElementsOnHost(Map<TrackedBuffer, Region> newer, Map<TrackedBuffer, Region> same) {
  /**
   * Returns the contents at each place: at the beginning, after the first entry, and so on.
   *
   * @param torn elements of which it is not known what the host's array contains
   */
  static List<ElementsOnHost> of(List<Entry> entries, Map<TrackedBuffer, Region> torn) {
    List<ElementsOnHost> all = new ArrayList<>();
    ElementsOnHost later = new ElementsOnHost(Map.of(), Map.of());
    all.add(later);
    for (int e = entries.size() - 1; e >= 0; e--) {
      later = later.before(entries.get(e), torn);
      all.add(later);
    }
    Collections.reverse(all);
    return all;
  }

  /** Elements that are newer than at this place. */
  Region newer(TrackedBuffer buffer) {
    return newer.getOrDefault(buffer, Region.EMPTY);
  }

  /** Elements that are as they should be at this place, although loops have written them before. */
  Region same(TrackedBuffer buffer) {
    return same.getOrDefault(buffer, Region.EMPTY);
  }

  /** Elements that must not be changed. */
  Region kept(TrackedBuffer buffer) {
    return newer(buffer).union(same(buffer));
  }

  private ElementsOnHost before(Entry entry, Map<TrackedBuffer, Region> torn) {
    if (entry instanceof AccessedPart access && access.isDone()) {
      TrackedBuffer buffer = access.buffer();
      ElementsOnHost before = new ElementsOnHost(new HashMap<>(newer), new HashMap<>(same));
      if (access.writes()) {
        before.newer.merge(buffer, access.part(), Region::union);
        before.same.computeIfPresent(buffer, (same, part) -> part.difference(access.part()));
      } else {
        Region known = torn.getOrDefault(buffer, Region.EMPTY).union(newer(buffer));
        before.same.merge(buffer, access.part().difference(known), Region::union);
      }
      return before;
    }
    if (entry instanceof Ran ran) {
      ElementsOnHost before = this;
      for (int u = 0; u < ran.buffers().size(); u++) {
        TrackedBuffer buffer = ran.buffers().get(u).buffer();
        Region written = ran.writes(u).intersection(before.same(buffer));
        if (!written.isEmpty()) {
          before = new ElementsOnHost(new HashMap<>(before.newer), new HashMap<>(before.same));
          before.newer.merge(buffer, written, Region::union);
          before.same.computeIfPresent(buffer, (same, part) -> part.difference(written));
        }
      }
      return before;
    }
    return this;
  }
}
