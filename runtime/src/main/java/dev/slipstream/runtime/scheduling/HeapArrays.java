package dev.slipstream.runtime.scheduling;

import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.coherence.HeldElements;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.instruction.Instruction;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The arrays of buffers; those of the program are held weakly. Thread-safe. */
public final class HeapArrays {
  /** The arrays that nothing else keeps alive. */
  private final Map<BufferId, Object> kept = new ConcurrentHashMap<>();

  private final Map<BufferId, WeakReference<Object>> arrays = new ConcurrentHashMap<>();

  /** The copies that may have changed elements of each array. */
  private final Map<BufferId, Stores> stores = new ConcurrentHashMap<>();

  /** The copies that may have changed elements of an array. */
  private static final class Stores {
    /** Between a failure and the request of what was not copied there are few copies. */
    private static final int MOST_KNOWN = 32;

    private final Deque<Region> last = new ArrayDeque<>();
    private long count;

    synchronized void add(Region part) {
      count++;
      last.addFirst(part);
      if (last.size() > MOST_KNOWN) {
        last.removeLast();
      }
    }

    synchronized long count() {
      return count;
    }

    synchronized Optional<Region> since(long before) {
      if (before < 0 || count - before > last.size()) {
        return Optional.empty();
      }
      Region all = Region.EMPTY;
      Iterator<Region> each = last.iterator();
      for (long store = before; store < count; store++) {
        all = all.union(each.next());
      }
      return Optional.of(all);
    }
  }

  /**
   * Creates the arrays for other uses than a program's.
   *
   * @param known arrays of primitives by their buffers; the caller has to keep them alive
   * @return the arrays
   */
  public static HeapArrays of(Map<BufferId, Object> known) {
    HeapArrays arrays = new HeapArrays();
    for (Map.Entry<BufferId, Object> each : known.entrySet()) {
      arrays.add(each.getKey(), each.getValue());
    }
    return arrays;
  }

  /** Adds the array of a buffer, and keeps it alive. */
  public void keep(BufferId buffer, Object array) {
    kept.put(buffer, array);
    add(buffer, array);
  }

  void add(BufferId buffer, Object array) {
    arrays.put(buffer, new WeakReference<>(array));
  }

  void remove(BufferId buffer) {
    arrays.remove(buffer);
    kept.remove(buffer);
    stores.remove(buffer);
  }

  /** Notes that a copy may have changed elements of an array. Any thread may call this. */
  public void stored(BufferId buffer, Region part) {
    stores.computeIfAbsent(buffer, first -> new Stores()).add(part);
  }

  /** How many copies up to now may have changed elements of an array. */
  long stores(BufferId buffer) {
    Stores known = stores.get(buffer);
    return known == null ? 0 : known.count();
  }

  /**
   * The elements of an array that copies after some number of them may have changed; empty if that
   * is not known any more.
   */
  Optional<Region> storedSince(BufferId buffer, long before) {
    Stores known = stores.get(buffer);
    return known == null ? Optional.of(Region.EMPTY) : known.since(before);
  }

  /**
   * Copies elements from one array to another, unless one of them was collected.
   *
   * @param copy from the heap to the heap
   */
  public void copy(Instruction.Copy copy) {
    Optional<Object> from = array(copy.source().buffer().id());
    Optional<Object> to = array(copy.destination().buffer().id());
    if (from.isPresent() && to.isPresent()) {
      stored(copy.destination().buffer().id(), copy.region());
      HeldElements.overwrite(to.get(), copy.region(), from.get());
    }
  }

  /**
   * Finds an array.
   *
   * @param buffer its buffer
   * @return the array; empty if it was collected, so that no code can read it
   */
  public Optional<Object> array(BufferId buffer) {
    WeakReference<Object> array = arrays.get(buffer);
    return array == null ? Optional.empty() : Optional.ofNullable(array.get());
  }
}
