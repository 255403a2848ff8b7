package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.analysis.bounds.AccessSite;
import dev.slipstream.compiler.analysis.bounds.CountedLoop;
import dev.slipstream.compiler.analysis.bounds.DivisionSite;
import dev.slipstream.compiler.dataflow.Choice;
import dev.slipstream.compiler.dataflow.Condition;
import dev.slipstream.compiler.dataflow.SymbolicExecution;
import dev.slipstream.compiler.dataflow.Value;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The values that may meet in each variable on which the proofs depend: both sides of {@code i > 0
 * ? i - 1 : n - 1}, or all results of an inlined method.
 */
final class Choices {
  private static final int MOST = 200;

  private final SymbolicExecution execution;
  private final Map<Value, List<Choice>> found = new HashMap<>();

  Choices(SymbolicExecution execution) {
    this.execution = execution;
  }

  /** Follows everything that an execution's proof looks at. */
  Map<Value, List<Choice>> of(
      List<CountedLoop> loops,
      Collection<AccessSite> accesses,
      Collection<DivisionSite> divisions) {
    for (CountedLoop loop : loops) {
      follow(loop.initial());
      follow(loop.step());
      follow(loop.limit());
    }
    for (AccessSite access : accesses) {
      follow(access.index());
      follow(access.conditions());
    }
    for (DivisionSite division : divisions) {
      follow(division.divisor());
      follow(division.conditions());
    }
    return Map.copyOf(found);
  }

  private void follow(List<Condition> conditions) {
    for (Condition condition : conditions) {
      follow(condition.left());
      follow(condition.right());
    }
  }

  private void follow(Value value) {
    if (value instanceof Value.Operation operation) {
      for (Value operand : operation.operands()) {
        follow(operand);
      }
    } else if (value instanceof Value.Phi phi && !found.containsKey(phi) && found.size() < MOST) {
      List<Choice> choices = List.copyOf(execution.incoming(phi));
      if (!choices.isEmpty()) {
        found.put(phi, choices);
        for (Choice choice : choices) {
          follow(choice.value());
          follow(choice.conditions());
        }
      }
    }
  }
}
