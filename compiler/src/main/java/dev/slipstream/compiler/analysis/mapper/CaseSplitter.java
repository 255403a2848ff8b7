package dev.slipstream.compiler.analysis.mapper;

import dev.slipstream.compiler.analysis.bounds.AccessSite;
import dev.slipstream.compiler.analysis.bounds.Interval;
import dev.slipstream.compiler.analysis.bounds.KnownExecution;
import dev.slipstream.compiler.analysis.bounds.Polynomial;
import dev.slipstream.compiler.analysis.bounds.Ranges;
import dev.slipstream.compiler.analysis.bounds.StaysOnHost;
import dev.slipstream.compiler.dataflow.Choice;
import dev.slipstream.compiler.dataflow.Condition;
import dev.slipstream.compiler.dataflow.Condition.Relation;
import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.model.mapper.Operator;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Finds the indices of an access as sums. Three kinds of indices are split into cases, as long as
 * there are few: the smaller or larger of two values, a remainder that starts anew within the
 * iterations, and a variable that may have one of several values.
 */
final class CaseSplitter {
  private static final int MOST_CASES = 16;
  private static final int MOST_PERIODS = 3;
  private static final int DEEPEST = 4;

  private final KnownExecution execution;
  private final IndexRewriter rewriter;

  /**
   * The possible values of a value, each with its conditions.
   *
   * @param areSure whether the conditions of a branch are sufficient for it to be taken
   */
  private record Branches(List<Choice> all, boolean areSure) {
    static final Branches NONE = new Branches(List.of(), /* areSure= */ true);

    static Branches sure(Choice... all) {
      return new Branches(List.of(all), /* areSure= */ true);
    }
  }

  CaseSplitter(KnownExecution execution, IndexRewriter rewriter) {
    this.execution = execution;
    this.rewriter = rewriter;
  }

  /**
   * The cases of an access.
   *
   * @return an empty list if it is never reached
   * @throws StaysOnHost if a number does not fit in 64 bits
   */
  List<IndexCase> of(AccessSite site) throws StaysOnHost {
    List<IndexCase> cases = new ArrayList<>();
    Ranges here = execution.ranges().where(site.conditions());
    if (here.isUnreachable()) {
      return cases;
    }
    List<Polynomial> sums = new ArrayList<>();
    for (Value index : site.indices()) {
      sums.add(rewriter.simplest(index, here).orElse(Polynomial.atom(index)));
    }
    Deque<IndexCase> open = new ArrayDeque<>();
    open.add(new IndexCase(site.conditions(), 0, /* isSure= */ true, sums));
    while (!open.isEmpty()) {
      IndexCase next = open.remove();
      List<IndexCase> parts = cases.size() + open.size() < MOST_CASES ? split(next) : List.of(next);
      if (parts.size() == 1 && parts.get(0).equals(next)) {
        cases.add(next);
      } else {
        open.addAll(parts);
      }
    }
    return cases;
  }

  /** The parts of a case; the case itself if it cannot be split. */
  private List<IndexCase> split(IndexCase whole) throws StaysOnHost {
    Ranges here = execution.ranges().where(whole.conditions());
    for (Polynomial index : whole.indices()) {
      for (Value value : index.values()) {
        Branches branches = branches(value, here);
        // A value that has grown too large is opaque.
        boolean areKnown = !branches.all().isEmpty();
        for (Choice branch : branches.all()) {
          areKnown &= !(branch.value() instanceof Value.Opaque);
        }
        if (areKnown) {
          return parts(whole, value, branches);
        }
      }
    }
    return List.of(whole);
  }

  private List<IndexCase> parts(IndexCase whole, Value value, Branches branches)
      throws StaysOnHost {
    List<IndexCase> parts = new ArrayList<>();
    for (Choice branch : branches.all()) {
      List<Condition> conditions = new ArrayList<>(whole.conditions());
      conditions.addAll(branch.conditions());
      Ranges there = execution.ranges().where(conditions);
      if (there.isUnreachable()) {
        continue;
      }
      Optional<Polynomial> instead = rewriter.simplest(branch.value(), there);
      if (instead.isEmpty()) {
        return List.of(whole);
      }
      List<Polynomial> indices =
          whole.indices().stream().map(sum -> sum.replace(value, instead.get())).toList();
      int added = whole.added() + branch.conditions().size();
      parts.add(new IndexCase(conditions, added, whole.isSure() && branches.areSure(), indices));
    }
    return parts;
  }

  private Branches branches(Value value, Ranges here) throws StaysOnHost {
    if (isChosen(value)) {
      return choices(value);
    }
    if (!(value instanceof Value.Operation operation) || !isFormula(value)) {
      return Branches.NONE;
    }
    Value left = operation.operands().get(0);
    Value right = operation.operands().get(operation.operands().size() - 1);
    return switch (operation.operator()) {
      case MIN -> either(left, right, right, left);
      case MAX -> either(left, right, left, right);
      case ABS -> {
        Value zero = new Value.Constant(left.kind(), 0);
        Value negated = Value.Operation.of(-1, Operator.NEGATE, left.kind(), left);
        yield either(left, zero, left, negated);
      }
      case FLOOR_REMAINDER, FLOOR_DIVIDE ->
          right instanceof Value.Constant divisor
              ? periods(operation, left, divisor.number(), here)
              : Branches.NONE;
      default -> Branches.NONE;
    };
  }

  /** The values that a variable may have, if each of them is constant throughout the iteration. */
  private Branches choices(Value value) {
    List<Choice> branches = new ArrayList<>();
    for (Choice choice : execution.choices().getOrDefault(value, List.of())) {
      if (!isSteady(choice.value(), 0)) {
        return Branches.NONE;
      }
      List<Condition> steady =
          choice.conditions().stream()
              .filter(c -> isSteady(c.left(), 0) && isSteady(c.right(), 0))
              .toList();
      branches.add(new Choice(choice.value(), steady));
    }
    return new Branches(branches, excludeEachOther(branches));
  }

  /**
   * Whether the conditions of no two branches can hold at the same time. One branch is always
   * taken, and its conditions hold, so those of no other branch do.
   */
  private static boolean excludeEachOther(List<Choice> branches) {
    for (int b = 0; b < branches.size(); b++) {
      List<Condition> one = branches.get(b).conditions();
      for (Choice other : branches.subList(0, b)) {
        if (one.stream().noneMatch(c -> other.conditions().contains(c.negated()))) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean isChosen(Value value) {
    return value instanceof Value.Phi
        && !execution.innerLoops().containsKey(value)
        && execution.dimension(value) < 0;
  }

  /** Whether a value is computed from the variables of loops alone. */
  private boolean isFormula(Value value) {
    return value instanceof Value.Operation operation
        ? operation.operands().stream().allMatch(this::isFormula)
        : execution.innerLoops().containsKey(value) || isSteady(value, 0);
  }

  /** Whether a value depends on the iteration alone, not on the turns of its inner loops. */
  private boolean isSteady(Value value, int depth) {
    if (value instanceof Value.Operation operation) {
      return operation.operands().stream().allMatch(o -> isSteady(o, depth));
    }
    if (isChosen(value)) {
      List<Choice> ways = execution.choices().getOrDefault(value, List.of());
      return depth < DEEPEST
          && !ways.isEmpty()
          && ways.stream().allMatch(way -> isSteady(way.value(), depth + 1));
    }
    return execution.dimension(value) >= 0 || value.isInvariant();
  }

  private static Branches either(Value left, Value right, Value ifLarger, Value ifSmaller) {
    return Branches.sure(
        new Choice(ifLarger, List.of(new Condition(Relation.GREATER_OR_EQUAL, left, right))),
        new Choice(ifSmaller, List.of(new Condition(Relation.LESS, left, right))));
  }

  private Branches periods(Value.Operation operation, Value dividend, long divisor, Ranges here)
      throws StaysOnHost {
    Interval range = here.of(dividend);
    if (range.isAll() || rewriter.exact(dividend, here).isEmpty()) {
      return Branches.NONE;
    }
    long first = Math.floorDiv(range.low(), divisor);
    long last = Math.floorDiv(range.high(), divisor);
    if (last - first >= MOST_PERIODS) {
      return Branches.NONE;
    }
    char kind = dividend.kind();
    List<Choice> branches = new ArrayList<>();
    for (long period = first; period <= last; period++) {
      Value start = new Value.Constant(kind, period * divisor);
      Value end = new Value.Constant(kind, (period + 1) * divisor);
      Value value =
          operation.operator() == Operator.FLOOR_DIVIDE
              ? new Value.Constant(kind, period)
              : Value.Operation.of(-1, Operator.SUBTRACT, kind, dividend, start);
      branches.add(
          new Choice(
              value,
              List.of(
                  new Condition(Relation.GREATER_OR_EQUAL, dividend, start),
                  new Condition(Relation.LESS, dividend, end))));
    }
    return new Branches(branches, /* areSure= */ true);
  }
}
