package dev.slipstream.compiler.outline;

import dev.slipstream.compiler.bounds.CountedLoop;
import dev.slipstream.compiler.bounds.Polynomial;
import dev.slipstream.compiler.flow.Block;
import dev.slipstream.compiler.flow.ControlFlow;
import dev.slipstream.compiler.flow.NaturalLoop;
import dev.slipstream.compiler.value.Condition;
import dev.slipstream.compiler.value.SymbolicExecution;
import dev.slipstream.compiler.value.Value;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Recognises loops that count: a variable with a constant step, compared with a limit in the
 * header.
 */
final class CountedLoops {
  private final ControlFlow flow;
  private final SymbolicExecution execution;
  private final Map<NaturalLoop, Optional<CountedLoop>> recognised = new HashMap<>();

  CountedLoops(ControlFlow flow, SymbolicExecution execution) {
    this.flow = flow;
    this.execution = execution;
  }

  /** An inner loop as a counted loop. */
  Optional<CountedLoop> inner(NaturalLoop loop) {
    return recognised.computeIfAbsent(loop, this::recogniseInner);
  }

  private Optional<CountedLoop> recogniseInner(NaturalLoop loop) {
    Condition stay = stayCondition(loop.header(), loop.blocks()).orElse(null);
    if (stay == null) {
      return Optional.empty();
    }
    for (Condition oriented : List.of(stay, mirrored(stay))) {
      if (oriented.left() instanceof Value.Phi phi
          && phi.block() == loop.header().index()
          && phi.position() < Value.Phi.STACK) {
        Optional<Value> initial = initial(loop, phi.position());
        OptionalInt step =
            step(
                phi,
                phi.position(),
                loop.header().predecessors().stream().filter(loop::contains).toList());
        Value limit = steady(loop, oriented.right());
        boolean mayBeMissed =
            oriented.relation() == Condition.Relation.NOT_EQUAL && !limit.equals(oriented.right());
        if (initial.isPresent() && step.isPresent() && !mayBeMissed) {
          return Optional.of(
              new CountedLoop(phi, initial.get(), step.getAsInt(), oriented.relation(), limit));
        }
      }
    }
    return Optional.empty();
  }

  /**
   * A limit in which values that differ from one evaluation to the next are replaced by new ones of
   * the same range: what a condition says about one evaluation must not narrow the others.
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
      return new Value.Length(steadyArray(loop, length.array()));
    }
    return limit;
  }

  private Value steadyArray(NaturalLoop loop, Value array) {
    return array instanceof Value.Row row
        ? new Value.Row(steadyArray(loop, row.array()), steady(loop, row.index()))
        : array;
  }

  /** The condition under which a header stays in the loop, if it ends with a comparison. */
  Optional<Condition> stayCondition(Block header, Collection<Block> loop) {
    if (!(flow.instructions().get(header.last()) instanceof JumpInsnNode jump)
        || header.successors().size() != 2) {
      return Optional.empty();
    }
    Block target = flow.blockAt(jump.label);
    long inside = header.successors().stream().filter(loop::contains).count();
    if (inside != 1) {
      return Optional.empty();
    }
    return execution
        .jumpCondition(header)
        .map(condition -> loop.contains(target) ? condition : condition.negated());
  }

  /** The same condition with its sides exchanged. */
  static Condition mirrored(Condition condition) {
    return new Condition(
        condition.relation().mirrored(),
        /* left= */ condition.right(),
        /* right= */ condition.left());
  }

  /** By how much a local grows from an iteration's start to its ends, if that is a constant. */
  OptionalInt step(Value variable, int slot, Collection<Block> ends) {
    OptionalInt step = OptionalInt.empty();
    for (Block end : ends) {
      Frame<Value> frame = execution.after(end).orElse(null);
      if (frame == null) {
        continue;
      }
      OptionalLong growth =
          frame.getLocal(slot).kind() == 'I'
              ? Polynomial.of(frame.getLocal(slot)).exceeds(Polynomial.of(variable))
              : OptionalLong.empty();
      if (growth.isEmpty()
          || growth.getAsLong() == 0
          || (int) growth.getAsLong() != growth.getAsLong()
          || (step.isPresent() && step.getAsInt() != growth.getAsLong())) {
        return OptionalInt.empty();
      }
      step = OptionalInt.of((int) growth.getAsLong());
    }
    return step;
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
    return Optional.ofNullable(initial).filter(value -> value.kind() == 'I');
  }
}
