package dev.slipstream.compiler.dataflow;

import java.util.List;

/**
 * One of the values that a variable may have where paths meet.
 *
 * @param value the value on one path
 * @param conditions the conditions that hold on that path
 */
public record Choice(Value value, List<Condition> conditions) {
  /** Copies the list. */
  public Choice {
    conditions = List.copyOf(conditions);
  }
}
