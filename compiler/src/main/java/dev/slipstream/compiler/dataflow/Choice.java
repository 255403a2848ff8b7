package dev.slipstream.compiler.dataflow;

import java.util.List;

/**
 * One of the values that a variable may have where ways meet.
 *
 * @param value the value on one way
 * @param conditions what holds on that way
 */
public record Choice(Value value, List<Condition> conditions) {
  /** Copies the list. */
  public Choice {
    conditions = List.copyOf(conditions);
  }
}
