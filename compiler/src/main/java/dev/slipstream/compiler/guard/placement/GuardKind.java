package dev.slipstream.compiler.guard.placement;

import java.util.List;
import java.util.Map;

/** The accesses to an array that a guard allows the code after it, as a set of bits. */
public final class GuardKind {
  /** Elements may be read. */
  public static final int READ = 1;

  /** Elements may be written. */
  public static final int WRITE = 2;

  /** The array was made since the last barrier: no other code has a reference to it. */
  public static final int FRESH = 4;

  /** All of these. */
  public static final int ALL = READ | WRITE | FRESH;

  private GuardKind() {}

  /** Adds a kind to the known kinds of the array at a place. */
  static void add(Map<Place, Integer> state, Place place, int kind) {
    if (place != Place.Unknown.UNKNOWN && kind != 0) {
      state.put(place, state.getOrDefault(place, 0) | kind);
    }
  }

  /** The known kinds of an array that is found at several places. */
  static int known(Map<Place, Integer> state, List<Place> names) {
    int known = 0;
    for (Place name : names) {
      known |= state.getOrDefault(name, 0);
    }
    return known;
  }
}
