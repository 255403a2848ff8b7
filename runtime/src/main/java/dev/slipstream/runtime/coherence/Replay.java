package dev.slipstream.runtime.coherence;

import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.coherence.LoopLog.AccessedPart;
import dev.slipstream.runtime.coherence.LoopLog.Entry;
import dev.slipstream.runtime.coherence.LoopLog.Ran;
import dev.slipstream.runtime.coherence.LoopLog.Taken;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * Runs the loops of a log again on the host's arrays, like the redo of a database's log. Each
 * element of an array has the value it had before the first loop, or when the host last read or
 * wrote it. So a loop can run again only if nothing that it reads was overwritten since, and it
 * must not overwrite what the host has read or written since. Used with the lock of {@link
 * Coherence} held, after devices have stopped.
 */
final class Replay {
  private final List<Entry> entries;
  private final ToLongFunction<TrackedBuffer> stores;
  private final String reason;

  /** Elements that were fetched from the devices, as they were at some place of the log. */
  private final Map<TrackedBuffer, Region> fetched;

  /** Whether this is a trial: nothing is run, and only the maps below are changed. */
  private boolean rehearses;

  private final Set<Object> missing = new HashSet<>();

  /**
   * The elements of the host's array that will be newer than this place of the log; by entry and
   * use.
   */
  private final IdentityHashMap<Ran, List<Region>> ahead = new IdentityHashMap<>();

  /** The same for the parts of which the program asked for copies. */
  private final IdentityHashMap<Taken, Region> aheadOfCopies = new IdentityHashMap<>();

  /**
   * Elements that the array should hold at this place of the log, but that were fresh on devices
   * only.
   */
  private final Map<TrackedBuffer, Region> lost = new HashMap<>();

  /** Elements of which only some were copied when the devices failed. */
  private final Map<TrackedBuffer, Region> torn = new HashMap<>();

  /**
   * @param stores how many copies up to now may have changed a buffer's array
   * @param reason why this is necessary
   * @param fetched elements with an {@linkplain LoopLog#fetched entry} in the log, whose values are
   *     certain even if copies were interrupted
   */
  Replay(
      List<Entry> entries,
      ToLongFunction<TrackedBuffer> stores,
      String reason,
      Map<TrackedBuffer, Region> fetched) {
    this.fetched = fetched;
    this.entries = entries;
    this.stores = stores;
    this.reason = reason;
  }

  /**
   * Returns the buffers and the requested copies that would be lost if every loop that can be run
   * again ran successfully. Changes nothing; this object cannot {@link #run} afterwards.
   *
   * @param stale the buffers with stale elements
   */
  Set<Object> rehearse(List<TrackedBuffer> stale) {
    rehearses = true;
    run(stale);
    return missing;
  }

  /**
   * Runs every loop that can be run again.
   *
   * @param stale the buffers with stale elements; those that are fresh in the end are marked so
   */
  void run(List<TrackedBuffer> stale) {
    lookAhead();
    findTorn(stale);
    for (Entry entry : entries) {
      if (entry instanceof AccessedPart access) {
        if (access.isDone()) {
          remove(lost, access.buffer(), access.part());
        }
      } else if (entry instanceof Ran ran) {
        if (!isOver(ran)) {
          repeat(ran);
        }
      } else if (entry instanceof Taken taken && !taken.isDone()) {
        take(taken);
      }
    }
    for (TrackedBuffer buffer : stale) {
      if (!of(lost, buffer).isEmpty() || !of(torn, buffer).isEmpty()) {
        missing.add(buffer);
      } else if (!rehearses) {
        buffer.isOnHostAlone(buffer.whole());
      }
    }
  }

  private void take(Taken taken) {
    if (!isThere(taken)) {
      missing.add(taken);
    } else if (!rehearses) {
      taken.fromHost();
    }
  }

  private void lookAhead() {
    Map<TrackedBuffer, Region> later = new HashMap<>();
    for (int e = entries.size() - 1; e >= 0; e--) {
      if (entries.get(e) instanceof AccessedPart access) {
        if (access.isDone()) {
          later.merge(access.buffer(), access.part(), Region::union);
        }
      } else if (entries.get(e) instanceof Ran ran) {
        List<Region> uses = new ArrayList<>();
        ran.buffers().forEach(use -> uses.add(of(later, use.buffer())));
        ahead.put(ran, uses);
      } else if (entries.get(e) instanceof Taken taken && !taken.isDone()) {
        aheadOfCopies.put(taken, of(later, taken.buffer()));
      }
    }
  }

  private void findTorn(List<TrackedBuffer> stale) {
    Map<TrackedBuffer, Region> written = new HashMap<>();
    for (TrackedBuffer buffer : stale) {
      written.put(buffer, buffer.onlyOnDevices());
      lost.put(buffer, buffer.onlyOnDevices());
    }
    for (Entry entry : entries) {
      if (entry instanceof AccessedPart access) {
        if (access.isTorn(stores.applyAsLong(access.buffer()))) {
          Region copied = access.part().intersection(of(written, access.buffer()));
          Region known = of(fetched, access.buffer());
          torn.merge(access.buffer(), copied.difference(known), Region::union);
        }
      } else if (entry instanceof Ran ran) {
        for (int u = 0; u < ran.buffers().size(); u++) {
          TrackedBuffer buffer = ran.buffers().get(u).buffer();
          written.merge(buffer, ran.writes(u), Region::union);
          lost.putIfAbsent(buffer, buffer.onlyOnDevices());
        }
      }
    }
  }

  /** Whether the part that the program asked for is in the host's array as it was at this place. */
  private boolean isThere(Taken taken) {
    Region later = aheadOfCopies.get(taken);
    return later != null
        && !taken.part().intersects(later)
        && !taken.part().intersects(of(lost, taken.buffer()))
        && !taken.part().intersects(of(torn, taken.buffer()));
  }

  /** Whether the host has read or overwritten everything that the loop has written. */
  private boolean isOver(Ran ran) {
    for (int u = 0; u < ran.buffers().size(); u++) {
      if (!aheadOf(ran, u).contains(ran.writes(u))) {
        return false;
      }
    }
    return true;
  }

  private void repeat(Ran ran) {
    boolean done = false;
    if (canRun(ran)) {
      List<Object> arrays = new ArrayList<>();
      for (LoopLog.Written use : ran.buffers()) {
        Object array = use.buffer().array();
        if (array != null) {
          arrays.add(array);
        }
      }
      if (arrays.size() == ran.buffers().size()) {
        done = run(ran, arrays);
      }
    }
    for (int u = 0; u < ran.buffers().size(); u++) {
      TrackedBuffer buffer = ran.buffers().get(u).buffer();
      Region written = ran.writes(u);
      if (done) {
        remove(lost, buffer, written);
        remove(torn, buffer, written);
      } else {
        lost.merge(buffer, written.difference(aheadOf(ran, u)), Region::union);
      }
    }
  }

  private boolean canRun(Ran ran) {
    for (int u = 0; u < ran.buffers().size(); u++) {
      TrackedBuffer buffer = ran.buffers().get(u).buffer();
      Region reads = ran.reads(u);
      Region later = aheadOf(ran, u);
      if (reads.intersects(later)
          || reads.intersects(of(lost, buffer))
          || reads.intersects(of(torn, buffer))
          || ran.writes(u).intersects(later)) {
        return false;
      }
    }
    return ran.repetition().isPresent();
  }

  private boolean run(Ran ran, List<Object> arrays) {
    if (rehearses) {
      return true;
    }
    try {
      ran.repetition().orElseThrow().run(arrays, reason);
      return true;
    } catch (Exception | LinkageError | StackOverflowError | OutOfMemoryError failure) {
      for (int u = 0; u < ran.buffers().size(); u++) {
        torn.merge(ran.buffers().get(u).buffer(), ran.writes(u), Region::union);
      }
      return false;
    }
  }

  private Region aheadOf(Ran ran, int use) {
    return ahead.getOrDefault(ran, List.of()).get(use);
  }

  private static Region of(Map<TrackedBuffer, Region> regions, TrackedBuffer buffer) {
    return regions.getOrDefault(buffer, Region.EMPTY);
  }

  private static void remove(Map<TrackedBuffer, Region> from, TrackedBuffer buffer, Region part) {
    from.computeIfPresent(buffer, (same, region) -> region.difference(part));
  }
}
