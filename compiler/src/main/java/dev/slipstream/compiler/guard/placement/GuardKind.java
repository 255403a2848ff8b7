package dev.slipstream.compiler.guard.placement;

import java.util.List;
import java.util.Map;

/** What a guard lets the code after it do to an array; a number has one bit for each. */
public final class GuardKind {
  /** Elements may be read. */
  public static final int READ = 1;

  /** Elements may be written. */
  public static final int WRITE = 2;

  /** The array was made since the last barrier: no other code knows it. */
  public static final int FRESH = 4;

  /** All of that. */
  public static final int ALL = READ | WRITE | FRESH;

  private GuardKind() {}

  /** Adds something to what is known of the array at a place. */
  static void add(Map<Place, Integer> state, Place place, int kind) {
    if (place != Place.Unknown.UNKNOWN && kind != 0) {
      state.put(place, state.getOrDefault(place, 0) | kind);
    }
  }

  /** What is known of an array that is found at some places. */
  static int known(Map<Place, Integer> state, List<Place> names) {
    int known = 0;
    for (Place name : names) {
      known |= state.getOrDefault(name, 0);
    }
    return known;
  }
}
