package dev.slipstream.compiler.analysis.reduction;

import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.Condition;
import dev.slipstream.compiler.dataflow.Condition.Relation;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.SameValues;
import dev.slipstream.compiler.dataflow.SymbolicExecution;
import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.model.mapper.Operator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Classifies the values of one iteration by their relation to accumulators. A chain is the value of
 * an accumulator before the iteration, combined with plain values by its operator. Where a path
 * that keeps an accumulator meets one that took the compared value, the chain continues; the
 * comparison is recorded, to be checked later. Phis are evaluated repeatedly until nothing changes.
 */
final class Chains {
  private static final int MOST_SWEEPS = 200;
  private static final Part PLAIN = new Part(Role.PLAIN, -1);
  private static final Part UNKNOWN = new Part(Role.UNKNOWN, -1);

  private final ControlFlow flow;
  private final SymbolicExecution execution;
  private final SameValues same;
  private final Map<Value, Part> met = new HashMap<>();
  private final Map<Value, Part> computed = new HashMap<>();
  private final Map<Block, Comparison> comparisons = new LinkedHashMap<>();
  private final Map<Block, Set<Block>> updates = new HashMap<>();
  private final boolean settled;

  /** The role of a value. */
  enum Role {
    /** It depends on the iteration alone. */
    PLAIN,
    /** An accumulator. */
    CHAIN,
    /** The result of comparing an accumulator with a plain value, as {@code dcmpl} leaves it. */
    COMPARED,
    /** An accumulator on some paths, and something else on others. */
    BROKEN,
    /** Not known yet. */
    UNKNOWN
  }

  /**
   * The role of a value, and its accumulator.
   *
   * @param slot the accumulator's local slot, or -1
   */
  record Part(Role role, int slot) {}

  /**
   * @param execution one iteration, at whose start accumulators are phis of the entry block
   */
  Chains(SymbolicExecution execution) {
    this.flow = execution.flow();
    this.execution = execution;
    this.same = new SameValues(execution);
    this.settled = settle();
  }

  private boolean settle() {
    List<Block> order = flow.reversePostorder();
    for (int sweeps = 0; sweeps <= MOST_SWEEPS; sweeps++) {
      updates.clear();
      computed.clear();
      boolean changed = false;
      for (Block block : order) {
        if (execution.runs(block)) {
          changed |= meet(block);
          changed |= compare(block);
        }
      }
      if (!changed) {
        return true;
      }
    }
    return false;
  }

  /** Whether the classification is complete; false if it still changed after the last sweep. */
  boolean isSettled() {
    return settled;
  }

  /** The jumps on comparisons with accumulators, by their blocks. */
  Map<Block, Comparison> comparisons() {
    return comparisons;
  }

  /** The blocks behind a comparison's jump from which the accumulator takes the compared value. */
  Set<Block> updatesAfter(Comparison comparison) {
    return updates.getOrDefault(comparison.block(), Set.of());
  }

  /** Whether two values are certainly equal. */
  boolean areSame(Value first, Value second) {
    return same.areSame(first, second);
  }

  /** The role of a value. */
  Part of(Value value) {
    if (value instanceof Value.Phi phi) {
      return phi.block() == 0
          ? new Part(Role.CHAIN, phi.position())
          : met.getOrDefault(phi, UNKNOWN);
    }
    if (value instanceof Value.Operation operation) {
      List<Value> operands = operation.operands();
      Operator operator = operation.operator();
      Part part = part(operands, Family.of(operator), operator == Operator.SUBTRACT);
      return part.role() == Role.PLAIN && operator == Operator.COMPARE ? compared(operands) : part;
    }
    if (!(value instanceof Value.Opaque opaque) || opaque.instruction() < 0) {
      return PLAIN;
    }
    Part known = computed.get(opaque);
    if (known == null) {
      AbstractInsnNode node = flow.instructions().get(opaque.instruction());
      known = part(node, execution.operands(node));
      computed.put(opaque, known);
    }
    return known;
  }

  /**
   * The accumulator that an instruction combines with a plain value by an operator.
   *
   * @return its slot, or -1
   */
  int stepOf(AbstractInsnNode node, List<Value> operands) {
    Part part = part(node, operands);
    return part.role() == Role.CHAIN ? part.slot() : -1;
  }

  private Part part(AbstractInsnNode node, List<Value> operands) {
    if (node instanceof IincInsnNode) {
      return of(operands.get(0));
    }
    boolean subtracts = node.getOpcode() >= Opcodes.ISUB && node.getOpcode() <= Opcodes.DSUB;
    Part part = part(operands, Family.of(node), subtracts);
    return part.role() == Role.PLAIN && isComparison(node) ? compared(operands) : part;
  }

  /** Whether an instruction compares an accumulator with a plain value. */
  boolean compares(AbstractInsnNode node, List<Value> operands) {
    return isComparison(node) && chain(operands) >= 0;
  }

  private static boolean isComparison(AbstractInsnNode node) {
    return node.getOpcode() >= Opcodes.LCMP && node.getOpcode() <= Opcodes.DCMPG;
  }

  private Part compared(List<Value> operands) {
    int chain = chain(operands);
    return chain < 0 ? PLAIN : new Part(Role.COMPARED, of(operands.get(chain)).slot());
  }

  /** The index of the operand that is an accumulator, if the other one is plain; otherwise -1. */
  private int chain(List<Value> operands) {
    for (int chain = 0; chain < 2 && operands.size() == 2; chain++) {
      if (of(operands.get(chain)).role() == Role.CHAIN
          && of(operands.get(1 - chain)).role() == Role.PLAIN) {
        return chain;
      }
    }
    return -1;
  }

  private Part part(List<Value> operands, Optional<Family> family, boolean subtracts) {
    for (Value operand : operands) {
      if (of(operand).role() == Role.UNKNOWN) {
        return UNKNOWN;
      }
    }
    int chain = family.isPresent() ? chain(operands) : -1;
    return chain == 0 || (chain == 1 && !subtracts) ? of(operands.get(chain)) : PLAIN;
  }

  private boolean meet(Block block) {
    Frame<Value> start = execution.before(block.first()).orElseThrow();
    boolean changed = false;
    for (int slot = 0; slot < start.getLocals(); slot++) {
      changed |= meet(block, start.getLocal(slot));
    }
    for (int depth = 0; depth < start.getStackSize(); depth++) {
      changed |= meet(block, start.getStack(depth));
    }
    return changed;
  }

  private boolean meet(Block block, Value value) {
    if (!(value instanceof Value.Phi phi) || phi.block() != block.index() || block.index() == 0) {
      return false;
    }
    Map<Block, Value> ways = execution.meeting(phi);
    Set<Value> chains = new LinkedHashSet<>();
    List<Block> plain = new ArrayList<>();
    Part part = UNKNOWN;
    for (Map.Entry<Block, Value> way : ways.entrySet()) {
      Part its = of(way.getValue());
      switch (its.role()) {
        case CHAIN -> chains.add(way.getValue());
        case PLAIN -> plain.add(way.getKey());
        case COMPARED, BROKEN -> part = new Part(Role.BROKEN, its.slot());
        case UNKNOWN -> {
          // The value comes around a loop and is classified in a later sweep.
        }
      }
    }
    if (part.role() != Role.BROKEN) {
      part = chains.isEmpty() ? (plain.isEmpty() ? UNKNOWN : PLAIN) : goesOn(chains, plain, ways);
    }
    return !part.equals(UNKNOWN) && !part.equals(met.put(phi, part));
  }

  private Part goesOn(Set<Value> chains, List<Block> plain, Map<Block, Value> ways) {
    Value first = chains.iterator().next();
    int slot = of(first).slot();
    boolean goesOn = plain.isEmpty() || chains.size() == 1;
    for (Value chain : chains) {
      goesOn &= of(chain).slot() == slot;
    }
    for (Block way : plain) {
      goesOn = goesOn && isUpdate(way, ways.getOrDefault(way, first), first);
    }
    return new Part(goesOn ? Role.CHAIN : Role.BROKEN, slot);
  }

  /**
   * Whether a path runs only on one side of a comparison with an accumulator, and ends with the
   * compared value.
   */
  private boolean isUpdate(Block way, Value plain, Value kept) {
    for (Comparison comparison : comparisons.values()) {
      if (comparison.chain().equals(kept) && same.areSame(comparison.plain(), plain)) {
        for (Block side : comparison.block().successors()) {
          if (side.predecessors().size() == 1 && flow.dominates(side, way)) {
            updates.computeIfAbsent(comparison.block(), b -> new HashSet<>()).add(side);
            return true;
          }
        }
      }
    }
    return false;
  }

  private boolean compare(Block block) {
    Optional<Comparison> found = comparison(block);
    Comparison before =
        found.isPresent() ? comparisons.put(block, found.get()) : comparisons.remove(block);
    return !found.equals(Optional.ofNullable(before));
  }

  private Optional<Comparison> comparison(Block block) {
    AbstractInsnNode last = flow.instructions().get(block.last());
    Optional<Relation> relation = Relation.ofJump(last.getOpcode());
    if (relation.isEmpty() || block.successors().size() != 2) {
      return Optional.empty();
    }
    Value first = execution.operands(last).get(0);
    if (first instanceof Value.Opaque opaque && opaque.instruction() >= 0) {
      AbstractInsnNode node = flow.instructions().get(opaque.instruction());
      if (isComparison(node)) {
        List<Value> floats = execution.operands(node);
        return comparison(block, relation.get(), floats, node.getOpcode());
      }
    }
    Optional<Condition> taken = execution.jumpCondition(block);
    return taken.flatMap(
        condition ->
            comparison(
                block, condition.relation(), List.of(condition.left(), condition.right()), -1));
  }

  private Optional<Comparison> comparison(
      Block block, Relation relation, List<Value> operands, int comparing) {
    int chain = chain(operands);
    return chain < 0
        ? Optional.empty()
        : Optional.of(
            Comparison.of(
                block, of(operands.get(chain)).slot(), operands, chain, relation, comparing));
  }
}
