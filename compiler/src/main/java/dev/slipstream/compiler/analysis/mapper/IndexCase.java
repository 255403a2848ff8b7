package dev.slipstream.compiler.analysis.mapper;

import dev.slipstream.compiler.analysis.bounds.Polynomial;
import dev.slipstream.compiler.dataflow.Condition;
import java.util.List;

/**
 * The indices of one access where certain conditions hold: {@code (i + 1) % n} is {@code i + 1} for
 * all {@code i} but the last one, and 0 there.
 *
 * @param conditions the conditions, including those of the access
 * @param added the number of conditions, at the end, that divide the access into cases
 * @param isSure whether the conditions are sufficient for this case
 * @param indices the indices as sums, outermost first; one that may wrap is an unknown value
 */
record IndexCase(List<Condition> conditions, int added, boolean isSure, List<Polynomial> indices) {
  IndexCase {
    conditions = List.copyOf(conditions);
    indices = List.copyOf(indices);
  }

  /** The conditions that divide the access into cases. */
  List<Condition> dividing() {
    return conditions.subList(conditions.size() - added, conditions.size());
  }
}
