package dev.slipstream.compiler.specialisation;

import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.compiler.outlining.Captures;
import java.util.List;

/**
 * The captures of a loop that are read from what a call site passes.
 *
 * @param values all captures, in the order in which the loop takes them
 * @param notNull further objects that must not be null
 * @param guards ints that must not be 0
 */
public record ReachedCaptures(List<Value> values, List<Value> notNull, List<Value> guards) {

  /** Copies the lists. */
  public ReachedCaptures {
    values = List.copyOf(values);
    notNull = List.copyOf(notNull);
    guards = List.copyOf(guards);
  }

  /** The captures of a compiled loop. */
  static ReachedCaptures of(Captures captures) {
    return new ReachedCaptures(
        captures.values(),
        List.copyOf(captures.notNull()),
        List.copyOf(captures.guards().keySet()));
  }
}
