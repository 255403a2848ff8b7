package dev.slipstream.compiler.analysis.bounds;

import dev.slipstream.compiler.dataflow.Value;
import java.util.IdentityHashMap;

/** The polynomials of the values of one loop, which are the same in all executions. Thread-safe. */
final class Expansions {
  /** More values than any loop has that is planned often. */
  private static final int MOST = 1024;

  private volatile IdentityHashMap<Value, Polynomial> known = new IdentityHashMap<>();

  /** The polynomial of an int or long value. */
  Polynomial of(Value value) {
    IdentityHashMap<Value, Polynomial> before = known;
    Polynomial found = before.get(value);
    if (found == null) {
      found = Polynomial.of(value);
      if (before.size() < MOST) {
        IdentityHashMap<Value, Polynomial> more = new IdentityHashMap<>(before);
        more.put(value, found);
        // Threads may overwrite each other's entries, which are then computed again.
        known = more;
      }
    }
    return found;
  }
}
