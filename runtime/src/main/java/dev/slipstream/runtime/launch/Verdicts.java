package dev.slipstream.runtime.launch;

import java.util.ArrayList;
import java.util.List;

/**
 * The circumstances in which no iteration of a loop throws, as far as they are known. They hold
 * numbers that stand for arrays, never an array of the program. Thread-safe.
 */
final class Verdicts {
  /** Enough for programs that go through several matrices in turn. */
  private static final int MOST = 8;

  private volatile List<List<Object>> known = List.of();

  /** Whether nothing is known. */
  boolean isEmpty() {
    return known.isEmpty();
  }

  /** Whether it is known that no iteration throws. */
  boolean contains(List<Object> circumstances) {
    return known.contains(circumstances);
  }

  /** From now on it is known; the oldest circumstances are forgotten if there are too many. */
  synchronized void add(List<Object> circumstances) {
    List<List<Object>> newestFirst = new ArrayList<>(MOST);
    newestFirst.add(circumstances);
    newestFirst.addAll(known.subList(0, Math.min(known.size(), MOST - 1)));
    known = List.copyOf(newestFirst);
  }
}
