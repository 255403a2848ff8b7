package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.analysis.bounds.AccessSite;
import dev.slipstream.compiler.analysis.bounds.FirstTurn;
import dev.slipstream.compiler.classfile.Instructions;
import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.Condition;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.NaturalLoop;
import dev.slipstream.compiler.dataflow.SymbolicExecution;
import dev.slipstream.compiler.dataflow.Value;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.analysis.Frame;

/** Determines which elements accesses touch when an iteration first reaches them. */
final class FirstTurns {
  private final ControlFlow flow;
  private final SymbolicExecution execution;
  private final NestStructure nest;
  private final Map<AbstractInsnNode, AccessSite> accesses;
  private final BitSet written = new BitSet();
  private final Map<Value, Boolean> same = new HashMap<>();

  /** Whether conditions are computed from what the loop writes; accesses of a block share them. */
  private final IdentityHashMap<Condition, Boolean> isOfWritten = new IdentityHashMap<>();

  /** Whether conditions are computed from loop variables. */
  private final IdentityHashMap<Condition, Boolean> isOfVariable = new IdentityHashMap<>();

  /**
   * @param accesses the accesses of the iteration, by their instructions
   */
  FirstTurns(NestStructure nest, Map<AbstractInsnNode, AccessSite> accesses) {
    this.flow = nest.flow();
    this.execution = nest.execution();
    this.nest = nest;
    this.accesses = accesses;
    for (AccessSite site : accesses.values()) {
      if (site.writes() && !site.isPrivate()) {
        written.set(site.parameter());
      }
    }
  }

  /** The behaviour of an access in its first turn. */
  FirstTurn of(AbstractInsnNode node, AccessSite site) {
    if (site.isPrivate() || !written.get(site.parameter())) {
      return FirstTurn.UNKNOWN;
    }
    Block block = flow.blockAt(flow.instructions().indexOf(node));
    Map<Value, Value> variables = new HashMap<>();
    for (Value index : site.indices()) {
      enter(index, block, variables);
    }
    return new FirstTurn(variables, isSelective(site, block), stored(node));
  }

  /**
   * Adds the values that the variables of a value have in the first turns of the loops around a
   * block.
   */
  private void enter(Value value, Block block, Map<Value, Value> variables) {
    if (variables.containsKey(value)) {
      return;
    }
    if (value instanceof Value.Phi phi) {
      Optional<Value> first = first(phi, block);
      if (first.isPresent()) {
        variables.put(phi, first.get());
        enter(first.get(), block, variables);
      }
    } else if (value instanceof Value.Opaque && isSteady(value, block, new HashSet<>())) {
      variables.put(value, value);
    } else if (value instanceof Value.Operation operation) {
      for (Value operand : operation.operands()) {
        enter(operand, block, variables);
      }
    }
  }

  /** The value that a variable of a loop around a block has in the loop's first turn. */
  private Optional<Value> first(Value.Phi phi, Block block) {
    for (NaturalLoop loop : nest.loopsAround(block)) {
      if (loop.header().index() == phi.block()) {
        Set<Value> ways = new HashSet<>();
        execution
            .meeting(phi)
            .forEach(
                (from, value) -> {
                  if (!loop.contains(from)) {
                    ways.add(value);
                  }
                });
        return ways.size() == 1 ? Optional.of(ways.iterator().next()) : Optional.empty();
      }
    }
    return Optional.empty();
  }

  /**
   * Whether a value is the same in all iterations, in the first turns of the loops around a block.
   */
  private boolean isSteady(Value value, Block block, Set<Value> seen) {
    if (value.isInvariant() || !seen.add(value)) {
      return true;
    }
    if (value instanceof Value.Phi phi) {
      return first(phi, block).filter(first -> isSteady(first, block, seen)).isPresent();
    }
    if (value instanceof Value.Opaque opaque) {
      return computed(opaque)
          .filter(operands -> operands.stream().allMatch(part -> isSteady(part, block, seen)))
          .isPresent();
    }
    return value instanceof Value.Operation operation
        && operation.operands().stream().allMatch(part -> isSteady(part, block, seen));
  }

  /** The values from which a value is computed; empty if it is an element of an array. */
  private Optional<List<Value>> computed(Value.Opaque opaque) {
    Optional<AbstractInsnNode> node = made(opaque);
    return node.isEmpty() || Instructions.loadsElement(node.get().getOpcode())
        ? Optional.empty()
        : Optional.of(execution.operands(node.get()));
  }

  private Optional<AbstractInsnNode> made(Value.Opaque opaque) {
    return opaque.instruction() < 0
        ? Optional.empty()
        : Optional.of(flow.instructions().get(opaque.instruction()));
  }

  /** The value that a write stores, if it is the same in all iterations. */
  private Optional<Value> stored(AbstractInsnNode node) {
    if (!Instructions.storesElement(node.getOpcode())) {
      return Optional.empty();
    }
    Frame<Value> frame = execution.before(flow.instructions().indexOf(node)).orElseThrow();
    Value value = frame.getStack(frame.getStackSize() - 1);
    return isSame(value) ? Optional.of(value) : Optional.empty();
  }

  private boolean isSame(Value value) {
    if (value.isInvariant()) {
      return true;
    }
    if (!(value instanceof Value.Opaque opaque)) {
      return false;
    }
    Boolean known = same.get(value);
    if (known == null) {
      known = computed(opaque).filter(parts -> parts.stream().allMatch(this::isSame)).isPresent();
      same.put(value, known);
    }
    return known;
  }

  /**
   * Whether conditions may reserve each element for one iteration. They do if they compare the
   * index, or the iteration itself, with a value of the iteration. Values that the loop has written
   * before, and the bounds of inner loops, do not count.
   */
  private boolean isSelective(AccessSite site, Block block) {
    Set<Condition> stays = new HashSet<>();
    for (NaturalLoop loop : nest.loopsAround(block)) {
      nest.stayCondition(loop).ifPresent(stays::add);
    }
    Set<Value> parts = new HashSet<>();
    for (Value index : site.indices()) {
      addVarying(index, parts);
    }
    int bounds = 0;
    for (Condition condition : site.conditions()) {
      if (condition.relation() == Condition.Relation.NOT_EQUAL
          || stays.contains(condition)
          || isOfWritten.computeIfAbsent(condition, each -> reaches(each, this::isWritten))) {
        continue;
      }
      boolean isEqual = condition.relation() == Condition.Relation.EQUAL;
      if (isOfVariable.computeIfAbsent(
              condition, each -> reaches(each, part -> part instanceof Value.LoopVariable))
          && reaches(condition, parts::contains)) {
        bounds += isEqual ? 2 : 1;
      } else if (isEqual && (isOfIteration(condition.left()) || isOfIteration(condition.right()))) {
        bounds += 2;
      }
    }
    return bounds >= 2;
  }

  private static void addVarying(Value value, Set<Value> parts) {
    if (value instanceof Value.Operation operation) {
      for (Value operand : operation.operands()) {
        addVarying(operand, parts);
      }
    } else if (!value.isInvariant()) {
      parts.add(value);
    }
  }

  /**
   * Whether a loop variable is an operand of a value, not only part of the index from which the
   * value was read.
   */
  private static boolean isOfIteration(Value value) {
    Set<Value> parts = new HashSet<>();
    addVarying(value, parts);
    return parts.stream().anyMatch(part -> part instanceof Value.LoopVariable);
  }

  private boolean isWritten(Value value) {
    return value instanceof Value.Opaque opaque
        && made(opaque)
            .map(accesses::get)
            .filter(site -> !site.isPrivate() && written.get(site.parameter()))
            .isPresent();
  }

  /** Whether a condition is computed from a value with a given property. */
  private boolean reaches(Condition condition, Predicate<Value> wanted) {
    Set<Value> seen = new HashSet<>();
    return reaches(condition.left(), wanted, seen) || reaches(condition.right(), wanted, seen);
  }

  private boolean reaches(Value value, Predicate<Value> wanted, Set<Value> seen) {
    if (!seen.add(value)) {
      return false;
    }
    if (wanted.test(value)) {
      return true;
    }
    List<Value> parts = value.parts();
    if (value instanceof Value.Phi phi) {
      parts = List.copyOf(execution.meeting(phi).values());
    } else if (value instanceof Value.Opaque opaque) {
      parts = made(opaque).map(execution::operands).orElse(List.of());
    }
    for (Value part : parts) {
      if (reaches(part, wanted, seen)) {
        return true;
      }
    }
    return false;
  }
}
