package dev.slipstream.runtime.coherence;

import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.coherence.LoopLog.AccessedPart;
import dev.slipstream.runtime.coherence.LoopLog.Entry;
import dev.slipstream.runtime.coherence.LoopLog.Ran;
import dev.slipstream.runtime.coherence.RecoveryPlan.Held;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Recovers stale elements of the host after a stream has failed. The host runs loops again; what
 * this cannot recover is first fetched from the devices that still respond. Elements that were
 * fetched are as they were at some place of the log, and the loops after that run again. Used with
 * the lock of {@link Coherence} held, after the stream has stopped.
 */
final class Recovery {
  private List<Entry> entries;
  private final FailStopBufferStream stream;
  private final String reason;

  /**
   * @param reason why loops have to run again
   */
  Recovery(List<Entry> entries, FailStopBufferStream stream, String reason) {
    this.entries = entries;
    this.stream = stream;
    this.reason = reason;
  }

  /**
   * Recovers what it can.
   *
   * @param stale the buffers with stale elements; those that are fresh in the end are marked so
   */
  void run(List<TrackedBuffer> stale) {
    try (LeftOnDevice left = stream.leftOnDevice()) {
      Set<TrackedBuffer> all = all(stale);
      Map<TrackedBuffer, Region> torn = torn(stale);
      for (TrackedBuffer buffer : all) {
        left.unknownOnHost(buffer.buffer().id()).ifPresent(part -> torn.put(buffer, part));
      }
      entries = withHost(all, left, torn);
      RecoveryPlan alone = RecoveryPlan.of(entries, stale, torn, List.of());
      int lost = Replay.rehearse(alone, stale, torn).size();
      RecoveryPlan plan = alone;
      Optional<Map<Held, Object>> fetched;
      do {
        if (lost > 0) {
          RecoveryPlan better = RecoveryPlan.of(entries, stale, torn, held(all, left));
          plan = Replay.rehearse(better, stale, torn).size() < lost ? better : alone;
        }
        try {
          // What cannot be fetched is not planned again.
          fetched = fetch(plan.fetches(), left);
        } catch (OutOfMemoryError full) {
          plan = alone;
          fetched = Optional.of(Map.of());
        }
      } while (fetched.isEmpty());
      Replay.run(plan, stale, torn, reason, fetched.get());
    }
  }

  /** The buffers that may matter. */
  private Set<TrackedBuffer> all(List<TrackedBuffer> stale) {
    Set<TrackedBuffer> all = new LinkedHashSet<>(stale);
    for (Entry entry : entries) {
      if (entry instanceof Ran ran) {
        ran.buffers().forEach(use -> all.add(use.buffer()));
      }
    }
    return all;
  }

  /**
   * The log with entries for what loops have changed in the host's arrays themselves.
   *
   * @param torn receives what has no place in the log
   */
  private List<Entry> withHost(
      Set<TrackedBuffer> all, LeftOnDevice left, Map<TrackedBuffer, Region> torn) {
    Map<Integer, List<Entry>> more = new HashMap<>();
    for (TrackedBuffer buffer : all) {
      for (LeftOnDevice.Version version : left.onHost(buffer.buffer().id())) {
        Optional<Held> known = held(buffer, buffer, version);
        if (known.isPresent()) {
          more.computeIfAbsent(known.get().place(), place -> new ArrayList<>())
              .add(LoopLog.onHost(buffer, known.get().version().part()));
        } else {
          torn.merge(buffer, version.part(), Region::union);
        }
      }
    }
    List<Entry> longer = new ArrayList<>();
    for (int place = 0; place <= entries.size(); place++) {
      longer.addAll(more.getOrDefault(place, List.of()));
      if (place < entries.size()) {
        longer.add(entries.get(place));
      }
    }
    return longer;
  }

  /** Elements of which only some were copied when the devices failed. */
  private Map<TrackedBuffer, Region> torn(List<TrackedBuffer> stale) {
    Map<TrackedBuffer, Region> torn = new HashMap<>();
    Map<TrackedBuffer, Region> written = new HashMap<>();
    for (TrackedBuffer buffer : stale) {
      written.put(buffer, buffer.onlyOnDevices());
    }
    for (Entry entry : entries) {
      if (entry instanceof AccessedPart access) {
        TrackedBuffer buffer = access.buffer();
        if (access.isDone()) {
          written.computeIfPresent(buffer, (same, part) -> part.difference(access.part()));
        } else {
          Region changed =
              stream.storedSince(buffer.buffer().id(), access.stores()).orElse(buffer.whole());
          Region wanted = access.part().intersection(written.getOrDefault(buffer, Region.EMPTY));
          torn.merge(buffer, wanted.intersection(changed), Region::union);
        }
      } else if (entry instanceof Ran ran) {
        for (int u = 0; u < ran.buffers().size(); u++) {
          written.merge(ran.buffers().get(u).buffer(), ran.writes(u), Region::union);
        }
      }
    }
    return torn;
  }

  /** What may be fetched, with its places in the log. */
  private List<Held> held(Set<TrackedBuffer> all, LeftOnDevice left) {
    List<Held> held = new ArrayList<>();
    for (TrackedBuffer buffer : all) {
      Object array = buffer.array();
      if (array != null) {
        for (LeftOnDevice.Version version : left.versions(buffer.buffer().id())) {
          held(buffer, array, version).ifPresent(held::add);
        }
      }
    }
    return held;
  }

  /** A version with its place, if it is known. */
  private Optional<Held> held(TrackedBuffer buffer, Object array, LeftOnDevice.Version version) {
    OptionalInt place = place(version);
    if (place.isPresent()) {
      return Optional.of(new Held(buffer, version, place.getAsInt(), array));
    }
    if (!isBefore(version)) {
      return Optional.empty();
    }
    long after = version.isLeft() ? version.task() : version.task() - 1;
    Region part = version.part().intersection(buffer.notLeftAfter(after));
    return Optional.of(new Held(buffer, version.of(part), 0, array));
  }

  /** The number of entries of the log before a version, if its loop is in the log. */
  private OptionalInt place(LeftOnDevice.Version version) {
    for (int e = 0; e < entries.size(); e++) {
      if (entries.get(e) instanceof Ran ran && ran.tasks().include(version.task())) {
        return OptionalInt.of(version.isLeft() ? e + 1 : e);
      }
    }
    return OptionalInt.empty();
  }

  /** Whether the task of a version is older than the log. */
  private boolean isBefore(LeftOnDevice.Version version) {
    for (Entry entry : entries) {
      if (entry instanceof Ran ran) {
        return version.task() <= ran.tasks().after();
      }
    }
    return true;
  }

  /**
   * Fetches elements.
   *
   * @return arrays like the host's; empty if some of them cannot be fetched
   */
  private static Optional<Map<Held, Object>> fetch(List<Held> chosen, LeftOnDevice left) {
    Map<Held, Object> copies = new HashMap<>();
    List<LeftOnDevice.Elements> wanted = new ArrayList<>();
    for (Held held : chosen) {
      Object copy = HeldElements.like(held.array());
      copies.put(held, copy);
      wanted.add(new LeftOnDevice.Elements(held.buffer().buffer().id(), held.version(), copy));
    }
    return wanted.isEmpty() || left.fetch(wanted) ? Optional.of(copies) : Optional.empty();
  }
}
