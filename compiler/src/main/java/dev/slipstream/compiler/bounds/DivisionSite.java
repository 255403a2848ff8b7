package dev.slipstream.compiler.bounds;

import dev.slipstream.compiler.value.Condition;
import dev.slipstream.compiler.value.Value;
import java.util.List;

/**
 * An instruction that divides ints or longs.
 *
 * @param divisor what it divides by
 * @param conditions what holds wherever it runs
 * @param line the source line, or -1
 */
public record DivisionSite(Value divisor, List<Condition> conditions, int line) {

  /** Copies the list. */
  public DivisionSite {
    conditions = List.copyOf(conditions);
  }
}
