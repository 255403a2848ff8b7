package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.analysis.bounds.CountedLoop;
import dev.slipstream.compiler.analysis.bounds.Polynomial;
import dev.slipstream.compiler.analysis.reduction.ArrayAtomic;
import dev.slipstream.compiler.analysis.reduction.Family;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.SymbolicExecution;
import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.compiler.discovery.LoopMarks;
import dev.slipstream.compiler.discovery.RefusalException;
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
import java.util.function.Predicate;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * The arrays of which several iterations may change the same element, all by one operator and in no
 * other way: each change is made in one step then, and the order does not matter.
 */
final class ElementReductions {
  private static final Set<Operator> FOLDING =
      Set.of(
          Operator.REMAINDER,
          Operator.FLOOR_REMAINDER,
          Operator.DIVIDE,
          Operator.FLOOR_DIVIDE,
          Operator.SHIFT_RIGHT,
          Operator.AND);

  private final ControlFlow flow;
  private final SymbolicExecution execution;
  private final NestStructure nest;
  private final Map<AbstractInsnNode, ElementUpdates.Update> steps = new HashMap<>();
  private final Set<ArrayAtomic> atomics = new LinkedHashSet<>();

  private ElementReductions(NestStructure nest) {
    this.flow = nest.flow();
    this.execution = nest.execution();
    this.nest = nest;
  }

  /**
   * Finds them.
   *
   * @throws RefusalException if elements are changed where iterations may meet, and not in such a
   *     way
   */
  static ElementReductions of(NestStructure nest) throws RefusalException {
    ElementReductions reductions = new ElementReductions(nest);
    reductions.find();
    return reductions;
  }

  /** The operator by which a load or store takes part in a change in one step. */
  Optional<Family> family(AbstractInsnNode node) {
    return Optional.ofNullable(steps.get(node)).map(ElementUpdates.Update::family);
  }

  /** The operations that a kernel needs. */
  Set<ArrayAtomic> atomics() {
    return atomics;
  }

  /**
   * What stands in a kernel for an instruction that takes part in a change in one step.
   *
   * @param kernelClass the internal name of the kernel class
   */
  Optional<InsnList> instead(AbstractInsnNode node, String kernelClass) {
    ElementUpdates.Update update = steps.get(node);
    if (update == null) {
      return Optional.empty();
    }
    InsnList code = new InsnList();
    if (node == update.load()) {
      code.add(new InsnNode(Opcodes.POP2));
    } else if (node == update.store()) {
      ArrayAtomic atomic = new ArrayAtomic(update.family(), update.type());
      code.add(
          new MethodInsnNode(
              Opcodes.INVOKESTATIC, kernelClass, atomic.methodName(), atomic.descriptor(), false));
    } else if (update.subtracts()) {
      code.add(new InsnNode(Type.getType("" + update.type()).getOpcode(Opcodes.INEG)));
    }
    return Optional.of(code);
  }

  private void find() throws RefusalException {
    Map<Value, List<ElementUpdates.Update>> byArray = new LinkedHashMap<>();
    Set<AbstractInsnNode> parts = new HashSet<>();
    ElementUpdates updates = new ElementUpdates(flow, execution);
    for (ElementUpdates.Update update : updates.find()) {
      if (update.array() instanceof Value.PrivateArray) {
        continue;
      }
      byArray.computeIfAbsent(update.array().root(), a -> new ArrayList<>()).add(update);
      parts.add(update.load());
      parts.add(update.store());
    }
    requireNothingHidden(updates, parts);
    if (byArray.isEmpty()) {
      return;
    }
    Set<Value> read = new HashSet<>();
    Set<Value> written = new HashSet<>();
    execution.walk(
        (block, node, frame) -> {
          int top = frame.getStackSize() - 1;
          if (!parts.contains(node) && ElementUpdates.isLoad(node.getOpcode())) {
            read.add(frame.getStack(top - 1).root());
          } else if (!parts.contains(node) && ElementUpdates.isStore(node.getOpcode())) {
            written.add(frame.getStack(top - 2).root());
          }
        });
    for (Map.Entry<Value, List<ElementUpdates.Update>> entry : byArray.entrySet()) {
      decide(entry.getValue(), read.contains(entry.getKey()), written.contains(entry.getKey()));
    }
  }

  /** Refuses changes of elements that only an iteration knows, in ways that are not recognised. */
  private void requireNothingHidden(ElementUpdates updates, Set<AbstractInsnNode> parts)
      throws RefusalException {
    for (int i = 0; i < flow.instructions().size(); i++) {
      AbstractInsnNode node = flow.instructions().get(i);
      if (!ElementUpdates.isStore(node.getOpcode())
          || parts.contains(node)
          || execution.before(i).isEmpty()) {
        continue;
      }
      Frame<Value> frame = execution.before(i).get();
      int top = frame.getStackSize() - 1;
      Value array = frame.getStack(top - 2);
      Value index = frame.getStack(top - 1);
      if (!(array instanceof Value.PrivateArray)
          && (isOnlyKnownToIteration(array, index)
              || (isWhole(frame.getStack(top)) && folds(index)))
          && updates.isHiddenUpdate(i)) {
        throw new RefusalException(
            LoopMarks.lineOf(flow, i),
            "changes " + array + "[" + index + "], which several iterations may do",
            "Compute the other value into a local variable first, then use one of += -= &= |= ^="
                + " on an int[] or long[].");
      }
    }
  }

  private void decide(List<ElementUpdates.Update> updates, boolean read, boolean written)
      throws RefusalException {
    if (updates.stream().allMatch(this::isRegular)) {
      return;
    }
    ElementUpdates.Update first = updates.get(0);
    boolean steady =
        updates.stream().allMatch(u -> u.family() == first.family())
            && ArrayAtomic.exists(first.family(), first.type());
    if (steady && !read && !written) {
      for (ElementUpdates.Update update : updates) {
        steps.put(update.load(), update);
        steps.put(update.operation(), update);
        steps.put(update.store(), update);
        atomics.add(new ArrayAtomic(update.family(), update.type()));
      }
      return;
    }
    for (ElementUpdates.Update update : updates) {
      // What the loop also writes may be meant for one iteration alone.
      if (!written && (isRead(update) || (!read && meets(update)))) {
        throw refusal(update, steady);
      }
    }
  }

  private RefusalException refusal(ElementUpdates.Update update, boolean steady) {
    int line = LoopMarks.lineOf(flow, flow.instructions().indexOf(update.store()));
    String element = update.array() + "[" + update.index() + "]";
    return steady
        ? new RefusalException(
            line,
            "changes "
                + element
                + ", which several iterations may do, and also reads "
                + update.array(),
            "Read it in a loop of its own.")
        : new RefusalException(
            line,
            "changes " + element + ", which several iterations may do, in an order that matters",
            "Use one of += -= &= |= ^= on an int[] or long[], or give each iteration an element of"
                + " its own.");
  }

  /** Whether two iterations certainly mean different elements, or the numbers will tell. */
  private boolean isRegular(ElementUpdates.Update update) {
    Set<Value> counted = new HashSet<>();
    nest.countedLoops().forEach(loop -> counted.add(loop.variable()));
    nest.dimensions().forEach(loop -> counted.add(loop.variable()));
    Set<Map<List<Value>, Long>> strides = new HashSet<>();
    for (CountedLoop dimension : nest.dimensions()) {
      boolean found = false;
      for (Value index : indices(update)) {
        Map<List<Value>, Long> stride = new HashMap<>();
        for (Map.Entry<List<Value>, Long> term : Polynomial.of(index).terms().entrySet()) {
          List<Value> rest = new ArrayList<>(term.getKey());
          if (rest.stream().anyMatch(v -> !v.isInvariant() && !counted.contains(v))) {
            return false;
          }
          if (rest.remove(dimension.variable())) {
            if (!rest.stream().allMatch(Value::isInvariant)) {
              return false;
            }
            stride.merge(rest, term.getValue(), Long::sum);
          }
        }
        // Rows and columns are strides of their own.
        stride.put(List.of(index), 0L);
        found |= stride.size() > 1 && strides.add(stride);
      }
      if (!found) {
        return false;
      }
    }
    return true;
  }

  private static List<Value> indices(ElementUpdates.Update update) {
    return Value.indices(update.array(), update.index());
  }

  /** Whether the element is only known to the iteration. */
  private static boolean isRead(ElementUpdates.Update update) {
    return isOnlyKnownToIteration(update.array(), update.index());
  }

  private static boolean isWhole(Value value) {
    return value.kind() == 'I' || value.kind() == 'J';
  }

  /** Whether an index is a remainder or quotient, which different iterations mostly share. */
  private static boolean folds(Value index) {
    for (List<Value> product : Polynomial.of(index).terms().keySet()) {
      for (Value atom : product) {
        if (!atom.isInvariant()
            && atom instanceof Value.Operation operation
            && FOLDING.contains(operation.operator())) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isOnlyKnownToIteration(Value array, Value index) {
    for (Value part : Value.indices(array, index)) {
      if (mentions(part, atom -> atom instanceof Value.Opaque)) {
        return true;
      }
    }
    return false;
  }

  /** Whether all iterations of some loop mean the same elements. */
  private boolean meets(ElementUpdates.Update update) {
    Set<Value> counted = new HashSet<>();
    nest.countedLoops().forEach(loop -> counted.add(loop.variable()));
    return nest.dimensions().stream()
        .anyMatch(
            loop ->
                indices(update).stream()
                    .noneMatch(
                        index ->
                            mentions(
                                index,
                                part ->
                                    part.equals(loop.variable())
                                        || (part instanceof Value.Phi && !counted.contains(part))
                                        || part instanceof Value.Opaque)));
  }

  private static boolean mentions(Value value, Predicate<Value> what) {
    if (!(value instanceof Value.Operation operation)) {
      return what.test(value);
    }
    for (Value operand : operation.operands()) {
      if (mentions(operand, what)) {
        return true;
      }
    }
    return false;
  }
}
