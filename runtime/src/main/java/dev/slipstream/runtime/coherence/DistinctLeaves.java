package dev.slipstream.runtime.coherence;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds arrays of primitives that occur twice in the arrays of a loop. What was checked for one of
 * the last loops is only compared with it: that takes about a nanosecond for each row, not thirty.
 * Keeps no array from being collected. Thread-safe.
 */
final class DistinctLeaves {
  /** Enough for programs that run several loops in turn. */
  private static final int MOST = 8;

  /** For each check that succeeded, the arrays of primitives of each array. */
  private volatile List<WeakReference<@Nullable Object[][]>> checked = List.of();

  /** Whether an array of primitives would be a part of two buffers, or twice of one. */
  boolean areShared(List<LoopArray> arrays) {
    boolean anyOfArrays = false;
    for (LoopArray use : arrays) {
      anyOfArrays |= use.isOfArrays();
    }
    if (!anyOfArrays) {
      return false;
    }
    @Nullable Object[][] leaves = leaves(arrays);
    for (WeakReference<@Nullable Object[][]> before : checked) {
      @Nullable Object[][] known = before.get();
      if (known != null && areSame(known, leaves)) {
        return false;
      }
    }
    if (anyTwice(leaves)) {
      return true;
    }
    List<WeakReference<@Nullable Object[][]>> newestFirst = new ArrayList<>(MOST);
    newestFirst.add(new WeakReference<>(leaves));
    List<WeakReference<@Nullable Object[][]>> before = checked;
    newestFirst.addAll(before.subList(0, Math.min(before.size(), MOST - 1)));
    // Threads may overwrite each other's entries, which are then checked again.
    checked = List.copyOf(newestFirst);
    return false;
  }

  /** The arrays of primitives of each array, which counts once. */
  private static @Nullable Object[][] leaves(List<LoopArray> arrays) {
    List<@Nullable Object[]> leaves = new ArrayList<>(arrays.size());
    for (int a = 0; a < arrays.size(); a++) {
      boolean isNew = true;
      for (int before = 0; before < a; before++) {
        isNew &= arrays.get(before).array() != arrays.get(a).array();
      }
      if (isNew) {
        leaves.add(arrays.get(a).shape().leaves());
      }
    }
    return leaves.toArray(new @Nullable Object[0][]);
  }

  private static boolean areSame(@Nullable Object[][] some, @Nullable Object[][] others) {
    if (some.length != others.length) {
      return false;
    }
    for (int a = 0; a < some.length; a++) {
      @Nullable Object[] leaves = some[a];
      @Nullable Object[] its = others[a];
      if (leaves.length != its.length) {
        return false;
      }
      for (int l = 0; l < leaves.length; l++) {
        if (leaves[l] != its[l]) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean anyTwice(@Nullable Object[][] leaves) {
    int count = Arrays.stream(leaves).mapToInt(its -> its.length).sum();
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>(count));
    for (@Nullable Object[] its : leaves) {
      for (Object leaf : its) {
        if (leaf != null && !seen.add(leaf)) {
          return true;
        }
      }
    }
    return false;
  }
}
