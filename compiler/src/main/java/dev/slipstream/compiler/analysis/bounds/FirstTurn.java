package dev.slipstream.compiler.analysis.bounds;

import dev.slipstream.compiler.dataflow.Value;
import java.util.Map;
import java.util.Optional;

/**
 * What an access does as soon as it runs, in the first turns of the loops around it: what is
 * presumed of it where it is not known whether, and how often, an iteration gets there.
 *
 * @param variables what the variables of its indices hold there; a value that is not known, but is
 *     the same in all iterations, stands for itself
 * @param selective whether conditions around it tie its indices to the iteration, so that each
 *     iteration may have elements of its own
 * @param stored what it writes, if that is the same in all iterations
 */
public record FirstTurn(Map<Value, Value> variables, boolean selective, Optional<Value> stored) {
  /** Nothing is known of it. */
  public static final FirstTurn UNKNOWN = new FirstTurn(Map.of(), true, Optional.empty());

  /** Copies the map. */
  public FirstTurn {
    variables = Map.copyOf(variables);
  }
}
