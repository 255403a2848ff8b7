package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.analysis.bounds.CountedLoop;
import dev.slipstream.compiler.analysis.bounds.Polynomial;
import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.BlockFrames;
import dev.slipstream.compiler.dataflow.Condition;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.NaturalLoop;
import dev.slipstream.compiler.dataflow.SymbolicExecution;
import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.model.mapper.Operator;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Recognises counted loops: the variable grows by the same step in each iteration, and the header
 * compares it with a limit.
 */
final class CountedLoops {
  private final ControlFlow flow;
  private final SymbolicExecution execution;
  private final Map<NaturalLoop, Optional<CountedLoop>> recognised = new HashMap<>();

  CountedLoops(ControlFlow flow, SymbolicExecution execution) {
    this.flow = flow;
    this.execution = execution;
  }

  /** The counted loop for an inner loop. */
  Optional<CountedLoop> inner(NaturalLoop loop) {
    Optional<CountedLoop> known = recognised.get(loop);
    if (known == null) {
      known = recogniseInner(loop);
      recognised.put(loop, known);
    }
    return known;
  }

  private Optional<CountedLoop> recogniseInner(NaturalLoop loop) {
    Condition stay = stayCondition(loop.header(), loop.blocks()).orElse(null);
    if (stay == null) {
      return Optional.empty();
    }
    for (Condition oriented : List.of(stay, stay.mirrored())) {
      if (counted(oriented.left()) instanceof Value.Phi phi
          && phi.block() == loop.header().index()
          && phi.position() < BlockFrames.STACK) {
        Optional<Value> initial = initial(loop, phi.position());
        List<Block> ends = new ArrayList<>(loop.header().predecessors());
        ends.retainAll(loop.blocks());
        Optional<Value> step = step(phi, phi.position(), ends);
        boolean isSteady = step.isPresent() && steady(loop, step.get()).equals(step.get());
        Value limit = steady(loop, oriented.right());
        boolean mayBeMissed =
            oriented.relation() == Condition.Relation.NOT_EQUAL && !limit.equals(oriented.right());
        if (initial.isPresent() && isSteady && !mayBeMissed) {
          return Optional.of(
              new CountedLoop(phi, initial.get(), step.get(), oriented.relation(), limit));
        }
      }
    }
    return Optional.empty();
  }

  /**
   * A limit in which values that may differ between evaluations are replaced by new ones of the
   * same range. A condition about one evaluation must not narrow the others.
   */
  private Value steady(NaturalLoop loop, Value limit) {
    if (limit instanceof Value.Phi phi && loop.contains(flow.blocks().get(phi.block()))) {
      return Value.Opaque.of(-1 - loop.header().first(), phi.kind());
    }
    if (limit instanceof Value.Opaque opaque
        && opaque.instruction() >= 0
        && loop.contains(flow.blockAt(opaque.instruction()))) {
      return new Value.Opaque(
          -1 - opaque.instruction(),
          opaque.kind(),
          opaque.smallest(),
          opaque.largest(),
          opaque.text());
    }
    if (limit instanceof Value.Operation operation) {
      List<Value> operands = operation.operands().stream().map(o -> steady(loop, o)).toList();
      return operands.equals(operation.operands())
          ? operation
          : new Value.Operation(operation.operator(), operands, operation.kind(), operation.size());
    }
    if (limit instanceof Value.Length length) {
      return new Value.Length(steady(loop, length.array()));
    }
    return limit instanceof Value.Row row
        ? new Value.Row(steady(loop, row.array()), steady(loop, row.index()))
        : limit;
  }

  /** The condition under which a header continues the loop, if it ends with a comparison. */
  Optional<Condition> stayCondition(Block header, Collection<Block> loop) {
    if (!(flow.instructions().get(header.last()) instanceof JumpInsnNode jump)
        || header.successors().size() != 2) {
      return Optional.empty();
    }
    Block target = flow.blockAt(jump.label);
    boolean staysInFirst = loop.contains(header.successors().get(0));
    if (staysInFirst == loop.contains(header.successors().get(1))) {
      return Optional.empty();
    }
    Optional<Condition> taken = execution.jumpCondition(header);
    return loop.contains(target) || taken.isEmpty() ? taken : Optional.of(taken.get().negated());
  }

  /** The value that a condition compares: an int variable may be compared as a long. */
  static Value counted(Value compared) {
    return compared instanceof Value.Operation operation && operation.operator() == Operator.TO_LONG
        ? operation.operands().get(0)
        : compared;
  }

  /**
   * The increment of a local from an iteration's start to its ends, if it is the same at all ends
   * and does not depend on the variable itself.
   */
  Optional<Value> step(Value variable, int slot, Collection<Block> ends) {
    Optional<Value> step = Optional.empty();
    for (Block end : ends) {
      Frame<Value> frame = execution.after(end).orElse(null);
      if (frame == null) {
        continue;
      }
      Optional<Value> growth =
          frame.getLocal(slot).kind() == variable.kind()
              ? growth(frame.getLocal(slot), variable)
              : Optional.empty();
      if (growth.isEmpty() || (step.isPresent() && !step.equals(growth))) {
        return Optional.empty();
      }
      step = growth;
    }
    return step;
  }

  private static Optional<Value> growth(Value after, Value variable) {
    OptionalLong constant = Polynomial.of(after).exceeds(Polynomial.of(variable));
    if (constant.isPresent()) {
      long number = constant.getAsLong();
      boolean fits = variable.kind() == 'J' || (int) number == number;
      return fits && number != 0
          ? Optional.of(new Value.Constant(variable.kind(), number))
          : Optional.empty();
    }
    return added(after, variable);
  }

  /** The value that was added to a variable, if no other operation was applied. */
  private static Optional<Value> added(Value sum, Value variable) {
    char kind = variable.kind();
    if (sum.equals(variable)) {
      return Optional.of(new Value.Constant(kind, 0));
    }
    if (!(sum instanceof Value.Operation operation)
        || (operation.operator() != Operator.ADD && operation.operator() != Operator.SUBTRACT)) {
      return Optional.empty();
    }
    Value left = operation.operands().get(0);
    Value right = operation.operands().get(1);
    boolean isLeft = left.mentions(variable);
    if (isLeft == right.mentions(variable)) {
      return Optional.empty();
    }
    if (!isLeft && operation.operator() == Operator.SUBTRACT) {
      return Optional.empty();
    }
    Value other = isLeft ? right : left;
    return added(isLeft ? left : right, variable)
        .map(
            inner ->
                inner instanceof Value.Constant none
                        && none.number() == 0
                        && operation.operator() == Operator.ADD
                    ? other
                    : new Value.Operation(
                        operation.operator(),
                        List.of(inner, other),
                        kind,
                        1 + inner.size() + other.size()));
  }

  private Optional<Value> initial(NaturalLoop loop, int slot) {
    Value initial = null;
    for (Block predecessor : loop.header().predecessors()) {
      Frame<Value> frame =
          loop.contains(predecessor) ? null : execution.after(predecessor).orElse(null);
      if (frame != null) {
        if (initial != null && !initial.equals(frame.getLocal(slot))) {
          return Optional.empty();
        }
        initial = frame.getLocal(slot);
      }
    }
    return initial != null && (initial.kind() == 'I' || initial.kind() == 'J')
        ? Optional.of(initial)
        : Optional.empty();
  }
}
