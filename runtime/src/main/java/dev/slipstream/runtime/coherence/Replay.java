package dev.slipstream.runtime.coherence;

import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.coherence.LoopLog.AccessedPart;
import dev.slipstream.runtime.coherence.LoopLog.Entry;
import dev.slipstream.runtime.coherence.LoopLog.Ran;
import dev.slipstream.runtime.coherence.LoopLog.Taken;
import dev.slipstream.runtime.coherence.RecoveryPlan.Held;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Runs loops of a log again on the host's arrays, like the redo of a database's log. Each element
 * of an array has the value it had before the first loop, or when the host last read or wrote it.
 * What the host has read or written since must not be overwritten, since the program may use it at
 * any time. Elements that are older than that are kept in another array until they are not needed
 * any more. A loop can run again only if everything that it reads is in one of the two. Used with
 * the lock of {@link Coherence} held, after devices have stopped.
 */
final class Replay {
  private final RecoveryPlan plan;
  private final String reason;

  /** The fetched elements; null for a rehearsal, in which nothing is run or changed. */
  private final @Nullable Map<Held, Object> fetched;

  private final Set<Object> missing = new HashSet<>();

  /** By the place of the log. */
  private final List<ElementsOnHost> host;

  /** Elements that the host's array does not contain as they should be at the present place. */
  private final Map<TrackedBuffer, Region> lost = new HashMap<>();

  /** Elements of which it is not known what the host's array contains. */
  private final Map<TrackedBuffer, Region> torn;

  /** Elements that are newer in the host's array, as they should be at the present place. */
  private final Map<TrackedBuffer, Older> older = new HashMap<>();

  /**
   * Older elements of an array.
   *
   * @param part the elements that are known
   * @param elements an array like the host's; null in a rehearsal
   */
  private record Older(Region part, @Nullable Object elements) {}

  private Replay(
      RecoveryPlan plan,
      Map<TrackedBuffer, Region> torn,
      String reason,
      @Nullable Map<Held, Object> fetched) {
    this.plan = plan;
    this.torn = new HashMap<>(torn);
    this.reason = reason;
    this.fetched = fetched;
    this.host = ElementsOnHost.of(plan.entries(), torn);
  }

  /**
   * Returns the buffers and the requested copies that would be lost if every loop that can be run
   * again ran successfully, and everything could be fetched. Changes nothing.
   *
   * @param stale the buffers with stale elements
   * @param torn elements of which it is not known what the host's array contains
   */
  static Set<Object> rehearse(
      RecoveryPlan plan, List<TrackedBuffer> stale, Map<TrackedBuffer, Region> torn) {
    Replay trial = new Replay(plan, torn, "", null);
    trial.run(stale);
    return trial.missing;
  }

  /**
   * Runs every loop of a plan that can be run again.
   *
   * @param stale the buffers with stale elements; those that are fresh in the end are marked so
   * @param torn elements of which it is not known what the host's array contains
   * @param reason why this is necessary
   * @param fetched what the plan requires to be fetched, as arrays like the host's
   */
  static void run(
      RecoveryPlan plan,
      List<TrackedBuffer> stale,
      Map<TrackedBuffer, Region> torn,
      String reason,
      Map<Held, Object> fetched) {
    new Replay(plan, torn, reason, fetched).run(stale);
  }

  private void run(List<TrackedBuffer> stale) {
    for (TrackedBuffer buffer : stale) {
      lost.put(buffer, buffer.onlyOnDevices());
    }
    List<Entry> entries = plan.entries();
    for (int place = 0; place <= entries.size(); place++) {
      for (Held held : plan.fetches()) {
        if (held.place() == place) {
          isKnown(held);
        }
      }
      if (place < entries.size()) {
        pass(entries.get(place), host.get(place), host.get(place + 1));
      }
    }
    for (TrackedBuffer buffer : stale) {
      if (!of(lost, buffer).isEmpty() || !of(torn, buffer).isEmpty()) {
        missing.add(buffer);
      } else if (fetched != null) {
        buffer.isOnHostAlone(buffer.whole());
      }
    }
  }

  private void pass(Entry entry, ElementsOnHost before, ElementsOnHost after) {
    if (entry instanceof AccessedPart access) {
      if (access.isDone()) {
        remove(lost, access.buffer(), access.part());
        if (access.writes()) {
          forget(access.buffer(), access.part());
        }
      }
    } else if (entry instanceof Ran ran) {
      List<Repetition.Part> parts = ran.parts();
      for (int p = 0; p < parts.size(); p++) {
        pass(ran, parts.get(p), plan.runs(ran, p), before, after);
      }
    } else if (entry instanceof Taken taken && !taken.isDone()) {
      TrackedBuffer buffer = taken.buffer();
      if (taken.part().intersects(unknown(buffer, before))
          || taken.part().intersects(before.newer(buffer))) {
        missing.add(taken);
      } else if (fetched != null) {
        taken.fromHost();
      }
    }
  }

  /** Elements that were fetched have the values of this place. */
  private void isKnown(Held held) {
    TrackedBuffer buffer = held.buffer();
    ElementsOnHost now = host.get(held.place());
    Region part = held.version().part().difference(now.same(buffer));
    Region wanted = part.difference(now.newer(buffer));
    Object copy = fetched == null ? null : fetched.get(held);
    if (copy != null) {
      HeldElements.overwrite(held.array(), wanted, copy);
    }
    keep(buffer, part.intersection(now.newer(buffer)), held.array(), copy);
    remove(lost, buffer, wanted);
    remove(torn, buffer, wanted);
  }

  /** Keeps elements that are newer in the host's array. */
  private void keep(TrackedBuffer buffer, Region part, Object array, @Nullable Object copy) {
    if (part.isEmpty()) {
      return;
    }
    Older known = older.get(buffer);
    Object elements = known == null ? null : known.elements();
    if (copy != null) {
      try {
        elements = elements == null ? HeldElements.like(array) : elements;
      } catch (OutOfMemoryError full) {
        // What needs them cannot run.
        return;
      }
      HeldElements.overwrite(elements, part, copy);
    }
    older.put(buffer, new Older(known == null ? part : known.part().union(part), elements));
  }

  private void forget(TrackedBuffer buffer, Region part) {
    older.computeIfPresent(
        buffer, (same, known) -> new Older(known.part().difference(part), known.elements()));
  }

  /** Elements whose values at this place do not exist. */
  private Region unknown(TrackedBuffer buffer, ElementsOnHost now) {
    Region gone = of(lost, buffer).union(of(torn, buffer)).union(now.newer(buffer));
    Older kept = older.get(buffer);
    gone = gone.difference(now.same(buffer));
    return kept == null ? gone : gone.difference(kept.part());
  }

  private void pass(
      Ran ran,
      Repetition.Part part,
      boolean isNeeded,
      ElementsOnHost before,
      ElementsOnHost after) {
    boolean done =
        isNeeded && canRun(ran, part, before) && (fetched == null || run(ran, part, before, after));
    for (int u = 0; u < ran.buffers().size(); u++) {
      TrackedBuffer buffer = ran.buffers().get(u).buffer();
      Region written = part.writes(u);
      if (!done) {
        lost.merge(buffer, written.difference(after.kept(buffer)), Region::union);
        forget(buffer, written);
      } else if (fetched == null) {
        hasWritten(buffer, written, after);
        keep(buffer, written.intersection(after.newer(buffer)), written, null);
      }
    }
  }

  private void hasWritten(TrackedBuffer buffer, Region part, ElementsOnHost now) {
    Region known = part.difference(now.newer(buffer));
    remove(lost, buffer, known);
    remove(torn, buffer, known);
    forget(buffer, known);
  }

  private boolean canRun(Ran ran, Repetition.Part part, ElementsOnHost before) {
    for (int u = 0; u < ran.buffers().size(); u++) {
      TrackedBuffer buffer = ran.buffers().get(u).buffer();
      if (part.reads(u).intersects(unknown(buffer, before)) || buffer.array() == null) {
        return false;
      }
    }
    return ran.repetition().isPresent();
  }

  private boolean run(Ran ran, Repetition.Part part, ElementsOnHost before, ElementsOnHost after) {
    List<Object> arrays = new ArrayList<>();
    IdentityHashMap<Object, Object> copies = new IdentityHashMap<>();
    try {
      for (int u = 0; u < ran.buffers().size(); u++) {
        TrackedBuffer buffer = ran.buffers().get(u).buffer();
        Object array = buffer.array();
        if (array == null) {
          return false;
        }
        arrays.add(array);
        boolean isApart =
            part.reads(u).intersects(before.newer(buffer))
                || part.writes(u).intersects(after.kept(buffer));
        if (isApart && !copies.containsKey(array)) {
          copies.put(array, asBefore(buffer, array));
        }
      }
    } catch (OutOfMemoryError full) {
      return false;
    }
    List<Object> used = new ArrayList<>(arrays);
    used.replaceAll(array -> copies.getOrDefault(array, array));
    try {
      part.run(used, reason);
    } catch (Exception | LinkageError | StackOverflowError | OutOfMemoryError failure) {
      for (int u = 0; u < arrays.size(); u++) {
        if (!copies.containsKey(arrays.get(u))) {
          torn.merge(ran.buffers().get(u).buffer(), part.writes(u), Region::union);
        }
      }
      return false;
    }
    for (int u = 0; u < arrays.size(); u++) {
      TrackedBuffer buffer = ran.buffers().get(u).buffer();
      Region written = part.writes(u);
      Object copy = copies.get(arrays.get(u));
      if (copy != null) {
        HeldElements.overwrite(arrays.get(u), written.difference(after.kept(buffer)), copy);
        keep(buffer, written.intersection(after.newer(buffer)), arrays.get(u), copy);
      }
      hasWritten(buffer, written, after);
    }
    return true;
  }

  /** An array like the host's, with the older elements. */
  private Object asBefore(TrackedBuffer buffer, Object array) {
    Object copy = HeldElements.copy(array);
    Older known = older.get(buffer);
    if (known != null && known.elements() != null) {
      HeldElements.overwrite(copy, known.part(), known.elements());
    }
    return copy;
  }

  private static Region of(Map<TrackedBuffer, Region> regions, TrackedBuffer buffer) {
    return regions.getOrDefault(buffer, Region.EMPTY);
  }

  private static void remove(Map<TrackedBuffer, Region> from, TrackedBuffer buffer, Region part) {
    from.computeIfPresent(buffer, (same, region) -> region.difference(part));
  }
}
