package dev.slipstream.runtime.coherence;

import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.coherence.LoopLog.AccessedPart;
import dev.slipstream.runtime.coherence.LoopLog.Entry;
import dev.slipstream.runtime.coherence.LoopLog.Ran;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Recovers stale elements of the host after a stream has failed. The host runs loops again; what
 * this cannot recover is first fetched from the device, if the device still responds. An array that
 * was fetched has the contents that it had after some loop of the log; the log is replayed as if
 * the host had read it there. Used with the lock of {@link Coherence} held, after the stream has
 * stopped.
 */
final class Recovery {
  private static final int UNKNOWN = -1;

  private final List<Entry> entries;
  private final FailStopBufferStream stream;
  private final String reason;

  /** Elements that a device holds and may be able to copy. */
  private record Held(TrackedBuffer buffer, int place, Region part, Object array) {}

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
    List<Held> chosen;
    try (LeftOnDevice left = stream.leftOnDevice()) {
      do {
        chosen = choose(stale, left);
        // What cannot be fetched is not chosen again.
      } while (!chosen.isEmpty() && !fetch(chosen, left));
    }
    replay(chosen).run(stale);
  }

  /** Chooses what to fetch: as little as possible without losing more. */
  private List<Held> choose(List<TrackedBuffer> stale, LeftOnDevice left) {
    Set<Object> lost = replay(List.of()).rehearse(stale);
    if (lost.isEmpty()) {
      return List.of();
    }
    List<Held> all = held(stale, left);
    List<Held> some = new ArrayList<>();
    for (Held each : all) {
      if (lost.contains(each.buffer())) {
        some.add(each);
      }
    }
    int lostWithSome = replay(some).rehearse(stale).size();
    int lostWithAll = lostWithSome == 0 ? 0 : replay(all).rehearse(stale).size();
    if (Math.min(lostWithSome, lostWithAll) >= lost.size()) {
      return List.of();
    }
    return lostWithSome <= lostWithAll ? some : all;
  }

  private List<Held> held(List<TrackedBuffer> stale, LeftOnDevice left) {
    List<Held> all = new ArrayList<>();
    for (TrackedBuffer buffer : stale) {
      Object array = buffer.array();
      if (array != null) {
        for (LeftOnDevice.Version version : left.versions(buffer.buffer().id())) {
          int place = place(buffer, version.task());
          Region part =
              place == UNKNOWN ? Region.EMPTY : held(buffer, place).intersection(version.part());
          if (place == 0) {
            part = part.intersection(buffer.notLeftAfter(version.task()));
          }
          if (!part.isEmpty()) {
            all.add(new Held(buffer, place, part, array));
          }
        }
      }
    }
    return all;
  }

  /**
   * The number of entries of the log up to the loop of a task; {@link #UNKNOWN} if the device's
   * contents belong to no known place.
   */
  private int place(TrackedBuffer buffer, long task) {
    int place = UNKNOWN;
    for (int e = 0; e < entries.size(); e++) {
      if (entries.get(e) instanceof Ran ran && writes(ran, buffer)) {
        if (ran.repetition().isEmpty()) {
          // The loop may have worked on the array itself.
          return UNKNOWN;
        }
        place = ran.tasks().include(task) ? e + 1 : place;
      }
    }
    return place == UNKNOWN && isBefore(task) ? 0 : place;
  }

  /** Whether a task is older than all loops of the log. */
  private boolean isBefore(long task) {
    for (Entry entry : entries) {
      if (entry instanceof Ran ran) {
        return task <= ran.tasks().after();
      }
    }
    return true;
  }

  private static boolean writes(Ran ran, TrackedBuffer buffer) {
    return ran.buffers().stream().anyMatch(use -> use.buffer() == buffer && use.writes());
  }

  /**
   * The elements that loops have written before a place of the log, and that the host has neither
   * read nor written since.
   */
  private Region held(TrackedBuffer buffer, int place) {
    Region held = buffer.onlyOnDevices();
    for (int e = 0; e < entries.size(); e++) {
      Entry entry = entries.get(e);
      if (entry instanceof Ran ran && e < place) {
        for (int u = 0; u < ran.buffers().size(); u++) {
          if (ran.buffers().get(u).buffer() == buffer) {
            held = held.union(ran.writes(u));
          }
        }
      } else if (entry instanceof AccessedPart access
          && access.buffer() == buffer
          && access.isDone()) {
        held = held.difference(access.part());
      }
    }
    return held;
  }

  /** Fetches elements into the program's arrays: either all of them, or none. */
  private static boolean fetch(List<Held> chosen, LeftOnDevice left) {
    List<LeftOnDevice.Elements> wanted = new ArrayList<>();
    try {
      for (Held held : chosen) {
        wanted.add(
            new LeftOnDevice.Elements(
                held.buffer().buffer().id(), held.part(), HeldElements.like(held.array())));
      }
    } catch (OutOfMemoryError full) {
      return false;
    }
    if (!left.fetch(wanted)) {
      return false;
    }
    for (int h = 0; h < chosen.size(); h++) {
      HeldElements.overwrite(chosen.get(h).array(), chosen.get(h).part(), wanted.get(h).copy());
    }
    return true;
  }

  /**
   * Creates a replay of the log in which the host has read the fetched elements at their places.
   */
  private Replay replay(List<Held> fetched) {
    Map<TrackedBuffer, Region> parts = new HashMap<>();
    List<Entry> all = new ArrayList<>();
    for (int place = 0; place <= entries.size(); place++) {
      for (Held held : fetched) {
        if (held.place() == place) {
          parts.merge(held.buffer(), held.part(), Region::union);
          all.add(LoopLog.fetched(held.buffer(), held.part()));
        }
      }
      @Nullable Entry next = place < entries.size() ? entries.get(place) : null;
      if (next != null) {
        all.add(next);
      }
    }
    return new Replay(all, buffer -> stream.stores(buffer.buffer().id()), reason, parts);
  }
}
