package dev.slipstream.compiler.analysis.bounds;

import dev.slipstream.compiler.dataflow.Condition;
import dev.slipstream.compiler.dataflow.Value;
import java.util.List;

/**
 * An instruction that divides ints or longs.
 *
 * @param divisor the divisor
 * @param conditions the conditions that hold wherever it runs
 * @param line the source line, or -1
 * @param inBody whether the kernel runs it; a loop's condition is evaluated before the launch
 * @param checked whether the kernel itself checks that the divisor is not zero
 */
public record DivisionSite(
    Value divisor, List<Condition> conditions, int line, boolean inBody, boolean checked) {

  /** Copies the list. */
  public DivisionSite {
    conditions = List.copyOf(conditions);
  }

  /** This division in a kernel that checks it. */
  public DivisionSite withCheck() {
    return new DivisionSite(divisor, conditions, line, inBody, /* checked= */ true);
  }
}
