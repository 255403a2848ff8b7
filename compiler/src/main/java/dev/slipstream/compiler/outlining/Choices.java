package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.analysis.bounds.AccessSite;
import dev.slipstream.compiler.analysis.bounds.CountedLoop;
import dev.slipstream.compiler.analysis.bounds.DivisionSite;
import dev.slipstream.compiler.dataflow.Choice;
import dev.slipstream.compiler.dataflow.Condition;
import dev.slipstream.compiler.dataflow.SymbolicExecution;
import dev.slipstream.compiler.dataflow.Value;
import java.util.ArrayList;
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

  /** The choices of all variables that an execution's proof reads, directly or indirectly. */
  Map<Value, List<Choice>> of(
      List<CountedLoop> loops,
      Collection<AccessSite> accesses,
      Collection<DivisionSite> divisions) {
    proofValues(loops, accesses, divisions).forEach(this::follow);
    return Map.copyOf(found);
  }

  /** The values that an execution's proof reads, in the order of the program. */
  static List<Value> proofValues(
      List<CountedLoop> loops,
      Collection<AccessSite> accesses,
      Collection<DivisionSite> divisions) {
    List<Value> values = new ArrayList<>();
    for (CountedLoop loop : loops) {
      values.addAll(List.of(loop.initial(), loop.step(), loop.limit()));
    }
    for (AccessSite access : accesses) {
      values.add(access.index());
      values.add(access.array());
      add(access.conditions(), values);
    }
    for (DivisionSite division : divisions) {
      values.add(division.divisor());
      add(division.conditions(), values);
    }
    return values;
  }

  /** Adds the operands of conditions. */
  static void add(List<Condition> conditions, List<Value> values) {
    for (Condition condition : conditions) {
      values.add(condition.left());
      values.add(condition.right());
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
          List<Value> compared = new ArrayList<>();
          add(choice.conditions(), compared);
          compared.forEach(this::follow);
        }
      }
    }
  }
}
