package dev.slipstream.runtime.coherence;

import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.coherence.LoopLog.AccessedPart;
import dev.slipstream.runtime.coherence.LoopLog.Entry;
import dev.slipstream.runtime.coherence.LoopLog.Ran;
import dev.slipstream.runtime.coherence.LoopLog.Taken;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * What has to be done so that the host has its stale elements: which loops of the log, or parts of
 * them, have to run again, and which elements have to be fetched from devices. Found from the end
 * of the log to its beginning, as a compiler finds which variables are live. Elements that can be
 * fetched need no loops. Whether everything that the loops need exists is not known here; {@link
 * Replay} finds that.
 */
final class RecoveryPlan {
  private final List<Entry> entries;
  private final IdentityHashMap<Ran, BitSet> again = new IdentityHashMap<>();
  private final List<Held> fetches = new ArrayList<>();
  private final Map<TrackedBuffer, Region> needed = new HashMap<>();

  /**
   * Elements that devices hold.
   *
   * @param version what they are
   * @param place how many entries of the log precede the place at which the buffer had these
   *     elements
   * @param array the host's array
   */
  record Held(TrackedBuffer buffer, LeftOnDevice.Version version, int place, Object array) {}

  private RecoveryPlan(List<Entry> entries) {
    this.entries = entries;
  }

  /**
   * Makes a plan.
   *
   * @param stale the buffers whose elements the host needs
   * @param torn elements of which it is not known what the host's array contains
   * @param held what may be fetched
   */
  static RecoveryPlan of(
      List<Entry> entries,
      List<TrackedBuffer> stale,
      Map<TrackedBuffer, Region> torn,
      List<Held> held) {
    RecoveryPlan plan = new RecoveryPlan(entries);
    Map<TrackedBuffer, Region> away = away(entries, stale);
    for (TrackedBuffer buffer : stale) {
      plan.need(buffer, away.getOrDefault(buffer, Region.EMPTY));
      plan.need(buffer, torn.getOrDefault(buffer, Region.EMPTY));
    }
    Map<Integer, List<Held>> byPlace = new HashMap<>();
    for (Held each : held) {
      byPlace.computeIfAbsent(each.place(), place -> new ArrayList<>()).add(each);
    }
    List<ElementsOnHost> host = ElementsOnHost.of(entries, torn);
    for (int place = entries.size(); place >= 0; place--) {
      host.get(place).same().forEach(plan::isFound);
      byPlace.getOrDefault(place, List.of()).forEach(plan::fetch);
      if (place > 0) {
        plan.before(entries.get(place - 1));
      }
    }
    return plan;
  }

  /** What loops have written since the host last had it. */
  private static Map<TrackedBuffer, Region> away(List<Entry> entries, List<TrackedBuffer> stale) {
    Map<TrackedBuffer, Region> away = new HashMap<>();
    for (TrackedBuffer buffer : stale) {
      away.put(buffer, buffer.onlyOnDevices());
    }
    for (Entry entry : entries) {
      if (entry instanceof Ran ran) {
        for (Repetition.Part part : ran.parts()) {
          for (int u = 0; u < ran.buffers().size(); u++) {
            away.merge(ran.buffers().get(u).buffer(), part.writes(u), Region::union);
          }
        }
      } else if (entry instanceof AccessedPart access && access.isDone()) {
        away.computeIfPresent(access.buffer(), (same, part) -> part.difference(access.part()));
      }
    }
    return away;
  }

  /** Whether a part of a loop has to run again. */
  boolean runs(Ran ran, int part) {
    BitSet parts = again.get(ran);
    return parts != null && parts.get(part);
  }

  /** What has to be fetched. */
  List<Held> fetches() {
    return fetches;
  }

  /** The entries of the log, the oldest first. */
  List<Entry> entries() {
    return entries;
  }

  private void need(TrackedBuffer buffer, Region part) {
    if (!part.isEmpty()) {
      needed.merge(buffer, part, Region::union);
    }
  }

  private boolean isNeeded(TrackedBuffer buffer, Region part) {
    Region known = needed.get(buffer);
    return known != null && known.intersects(part);
  }

  private void isFound(TrackedBuffer buffer, Region part) {
    needed.computeIfPresent(buffer, (same, known) -> known.difference(part));
  }

  private void fetch(Held held) {
    Region wanted =
        needed.getOrDefault(held.buffer(), Region.EMPTY).intersection(held.version().part());
    if (!wanted.isEmpty()) {
      isFound(held.buffer(), wanted);
      LeftOnDevice.Version version = held.version().of(wanted);
      fetches.add(new Held(held.buffer(), version, held.place(), held.array()));
    }
  }

  /** Replaces what is needed after an entry by what is needed before it. */
  private void before(Entry entry) {
    if (entry instanceof AccessedPart access) {
      if (access.isDone() && access.writes()) {
        // What they were before exists nowhere, or is not needed.
        isFound(access.buffer(), access.part());
      }
    } else if (entry instanceof Taken taken) {
      if (!taken.isDone()) {
        need(taken.buffer(), taken.part());
      }
    } else if (entry instanceof Ran ran) {
      List<Repetition.Part> parts = ran.parts();
      BitSet runs = new BitSet();
      for (int p = 0; p < parts.size(); p++) {
        runs.set(p, isNeeded(ran, parts.get(p)));
      }
      again.put(ran, runs);
      runs.stream().forEach(p -> without(ran, parts.get(p)));
      runs.stream().forEach(p -> with(ran, parts.get(p)));
    }
  }

  private void without(Ran ran, Repetition.Part part) {
    for (int u = 0; u < ran.buffers().size(); u++) {
      isFound(ran.buffers().get(u).buffer(), part.writes(u));
    }
  }

  private void with(Ran ran, Repetition.Part part) {
    for (int u = 0; u < ran.buffers().size(); u++) {
      need(ran.buffers().get(u).buffer(), part.reads(u));
    }
  }

  private boolean isNeeded(Ran ran, Repetition.Part part) {
    for (int u = 0; u < ran.buffers().size(); u++) {
      if (isNeeded(ran.buffers().get(u).buffer(), part.writes(u))) {
        return true;
      }
    }
    return false;
  }
}
