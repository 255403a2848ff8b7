package dev.slipstream.runtime.coherence;

import java.lang.invoke.VarHandle;
import java.lang.ref.ReferenceQueue;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the entries of arrays by identity, without keeping the arrays alive. Not thread-safe but
 * for {@link #mayHave}.
 *
 * <p>The Java library has weak maps and identity maps, but no map that is both.
 */
final class ArrayTable {
  private static final int SORTED = 1 << 14;

  /** How many entries there are for arrays whose identity hashes have the same lowest bits. */
  private final int[] counts = new int[SORTED];

  /** Chains of entries with the same identity hash. */
  private final Map<Integer, TrackedLeaf> byHash = new HashMap<>();

  private final ReferenceQueue<Object> collected = new ReferenceQueue<>();

  /**
   * Whether there may be an entry of an array. Any thread may ask: an entry that was added before,
   * in the order of the program, is not missed. With many thousands of entries there may be one of
   * any array.
   */
  boolean mayHave(Object array) {
    return counts[sorted(System.identityHashCode(array))] != 0;
  }

  private static int sorted(int hash) {
    return hash & (SORTED - 1);
  }

  /** Returns the entry of an array, or null if there is none. */
  @Nullable TrackedLeaf find(Object array) {
    TrackedLeaf entry = byHash.get(System.identityHashCode(array));
    while (entry != null && !entry.refersTo(array)) {
      entry = entry.next();
    }
    return entry;
  }

  /** Returns the entry of an array; adds one if there is none. */
  TrackedLeaf findOrAdd(Object array) {
    TrackedLeaf known = find(array);
    if (known != null) {
      return known;
    }
    TrackedLeaf added = new TrackedLeaf(array, collected);
    counts[sorted(added.identityHash())]++;
    // Before anything reads or copies its elements.
    VarHandle.fullFence();
    added.next(byHash.put(added.identityHash(), added));
    return added;
  }

  /** Runs an action for all entries. */
  void forEach(Consumer<TrackedLeaf> action) {
    for (TrackedLeaf first : byHash.values()) {
      for (TrackedLeaf entry = first; entry != null; entry = entry.next()) {
        action.accept(entry);
      }
    }
  }

  /** Removes one entry whose array has been collected, and returns it; null if there is none. */
  @Nullable TrackedLeaf removeCollected() {
    if (!(collected.poll() instanceof TrackedLeaf gone)) {
      return null;
    }
    counts[sorted(gone.identityHash())]--;
    TrackedLeaf first = byHash.get(gone.identityHash());
    if (first == gone) {
      TrackedLeaf second = gone.next();
      if (second == null) {
        byHash.remove(gone.identityHash());
      } else {
        byHash.put(gone.identityHash(), second);
      }
      return gone;
    }
    for (TrackedLeaf before = first; before != null; before = before.next()) {
      if (before.next() == gone) {
        before.next(gone.next());
      }
    }
    return gone;
  }
}
