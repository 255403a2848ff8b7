package dev.slipstream.compiler.analysis.bounds;

import dev.slipstream.compiler.dataflow.Value;
import java.util.Map;
import java.util.Optional;

/**
 * The behaviour of an access in the first turns of the loops around it, as soon as it runs. It is
 * assumed where it is unknown whether, and how often, an iteration reaches the access.
 *
 * @param variables the values of the variables of its indices at that time; a value that is unknown
 *     but the same in all iterations is mapped to itself
 * @param selective whether conditions around it tie its indices to the iteration, so that each
 *     iteration may have its own elements
 * @param stored the value that it writes, if that is the same in all iterations
 */
public record FirstTurn(Map<Value, Value> variables, boolean selective, Optional<Value> stored) {
  /** The value of an access whose behaviour is unknown. */
  public static final FirstTurn UNKNOWN = new FirstTurn(Map.of(), true, Optional.empty());

  /** Copies the map. */
  public FirstTurn {
    variables = Map.copyOf(variables);
  }
}
