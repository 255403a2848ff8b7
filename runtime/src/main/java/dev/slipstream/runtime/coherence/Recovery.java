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

/**
 * Recovers stale elements of the host after a stream has failed. The host runs loops again; what
 * this cannot recover is first fetched from the devices that still respond. Elements that were
 * fetched are as they were at some place of the log, and the loops after that run again. Used with
 * the lock of {@link Coherence} held, after the stream has stopped.
 */
final class Recovery {
  private final List<Entry> entries;
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
    Map<TrackedBuffer, Region> torn = torn(stale);
    RecoveryPlan alone = RecoveryPlan.of(entries, stale, torn, List.of());
    int lost = Replay.rehearse(alone, stale, torn).size();
    RecoveryPlan plan = alone;
    Optional<Map<Held, Object>> fetched = Optional.of(Map.of());
    try (LeftOnDevice left = stream.leftOnDevice()) {
      do {
        RecoveryPlan better =
            lost == 0 ? alone : RecoveryPlan.of(entries, stale, torn, held(stale, left));
        boolean pays = lost > 0 && Replay.rehearse(better, stale, torn).size() < lost;
        plan = pays ? better : alone;
        // What cannot be fetched is not planned again.
        fetched = fetch(plan.fetches(), left);
      } while (fetched.isEmpty());
    }
    if (Boolean.getBoolean("dbg")) {
      System.out.println(
          "CHOSEN "
              + plan.fetches().stream()
                  .map(h -> h.buffer().buffer().name() + "@" + h.place() + " v" + h.version())
                  .toList());
      for (Entry e : entries)
        System.out.println(
            e instanceof Ran r
                ? "RAN "
                    + r.tasks()
                    + r.buffers().stream().map(b -> b.buffer().buffer().name()).toList()
                    + " r "
                    + r.parts().stream().map(p -> p.reads(0) + "/" + p.reads(1)).toList()
                    + " w "
                    + r.parts().stream().map(p -> p.writes(r.buffers().size() - 1)).toList()
                    + plan.runs(r, 0)
                    + plan.runs(r, 1)
                    + plan.runs(r, 2)
                : e instanceof AccessedPart a
                    ? "ACC "
                        + a.buffer().buffer().name()
                        + a.part()
                        + a.isDone()
                        + (a.writes() ? "W" : "R")
                    : e instanceof LoopLog.Taken t
                        ? "TAKEN " + t.buffer().buffer().name() + t.part() + t.isDone()
                        : "?");
      try (LeftOnDevice l = stream.leftOnDevice()) {
        for (TrackedBuffer b : stale)
          System.out.println(
              "STALE "
                  + b.buffer().name()
                  + " only "
                  + b.onlyOnDevices()
                  + " versions "
                  + l.versions(b.buffer().id()));
      }
      System.out.println("TORN " + torn.values());
      System.out.println(
          "MISSING "
              + Replay.rehearse(plan, stale, torn).stream()
                  .map(o -> o instanceof TrackedBuffer b ? b.buffer().name() : "?")
                  .toList());
    }
    Replay.run(plan, stale, torn, reason, fetched.get());
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
  private List<Held> held(List<TrackedBuffer> stale, LeftOnDevice left) {
    List<TrackedBuffer> all = new ArrayList<>(stale);
    for (Entry entry : entries) {
      if (entry instanceof Ran ran) {
        ran.buffers().forEach(use -> all.add(use.buffer()));
      }
    }
    List<Held> held = new ArrayList<>();
    for (TrackedBuffer buffer : new LinkedHashSet<>(all)) {
      Object array = buffer.array();
      if (array != null) {
        for (LeftOnDevice.Version version : left.versions(buffer.buffer().id())) {
          OptionalInt place = place(version);
          if (place.isPresent()) {
            held.add(new Held(buffer, version, place.getAsInt(), array));
          } else if (isBefore(version)) {
            Region part =
                version
                    .part()
                    .intersection(buffer.onlyOnDevices())
                    .intersection(buffer.notLeftAfter(version.task()));
            held.add(new Held(buffer, version.of(part), 0, array));
          }
        }
      }
    }
    return held;
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

  /** Whether a loop that is older than the log has left a version. */
  private boolean isBefore(LeftOnDevice.Version version) {
    for (Entry entry : entries) {
      if (entry instanceof Ran ran) {
        return version.isLeft() && version.task() <= ran.tasks().after();
      }
    }
    return version.isLeft();
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
