package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.analysis.bounds.AccessSite;
import dev.slipstream.compiler.analysis.bounds.CountedLoop;
import dev.slipstream.compiler.analysis.bounds.Polynomial;
import dev.slipstream.compiler.analysis.reduction.ArrayAtomic;
import dev.slipstream.compiler.dataflow.SymbolicExecution;
import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.compiler.discovery.RefusalException;
import dev.slipstream.model.loop.RefusalKind;
import dev.slipstream.model.mapper.Operator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.AbstractInsnNode;

/**
 * Finds the arrays of which several iterations may update the same element, all with one operator
 * and in no other way. Each update is then atomic, and the order does not matter.
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

  private final SymbolicExecution execution;
  private final NestStructure nest;
  private final Map<AbstractInsnNode, AccessSite> accesses;
  private final Map<AbstractInsnNode, ElementUpdates.Update> steps = new HashMap<>();

  /** The positions of scratch arrays among the kernel's parameters; null if not looked for. */
  private @Nullable Set<Integer> scratch;

  /**
   * @param accesses the accesses of the iteration, by their instructions
   */
  ElementReductions(NestStructure nest, Map<AbstractInsnNode, AccessSite> accesses) {
    this.execution = nest.execution();
    this.nest = nest;
    this.accesses = accesses;
  }

  /**
   * Finds the atomic updates.
   *
   * @return the updates, by the instructions that take part in them
   * @throws RefusalException if iterations may update the same element in another way
   */
  Map<AbstractInsnNode, ElementUpdates.Update> find() throws RefusalException {
    Map<Integer, List<ElementUpdates.Update>> byArray = new LinkedHashMap<>();
    Set<AbstractInsnNode> parts = new HashSet<>();
    ElementUpdates updates = new ElementUpdates(execution, accesses);
    accesses.forEach(
        (store, written) -> {
          if (written.writes() && !written.isPrivate()) {
            updates
                .endingWith(store, written)
                .ifPresent(
                    update -> {
                      byArray
                          .computeIfAbsent(written.parameter(), a -> new ArrayList<>())
                          .add(update);
                      parts.add(update.load());
                      parts.add(store);
                    });
          }
        });
    Set<Integer> read = new HashSet<>();
    Set<Integer> written = new HashSet<>();
    for (Map.Entry<AbstractInsnNode, AccessSite> access : accesses.entrySet()) {
      AccessSite site = access.getValue();
      if (!parts.contains(access.getKey()) && !site.isPrivate()) {
        if (site.writes()) {
          requireNotHidden(updates, access.getKey(), site);
          written.add(site.parameter());
        } else if (site.kind() == AccessSite.Kind.READ) {
          read.add(site.parameter());
        }
      }
    }
    for (Map.Entry<Integer, List<ElementUpdates.Update>> entry : byArray.entrySet()) {
      decide(entry.getValue(), read.contains(entry.getKey()), written.contains(entry.getKey()));
    }
    return steps;
  }

  /**
   * Refuses an unrecognised update of an element whose index only the iteration itself computes.
   */
  private void requireNotHidden(ElementUpdates updates, AbstractInsnNode store, AccessSite site)
      throws RefusalException {
    if ((isOnlyKnownToIteration(site)
            || (isWhole(execution.operands(store).get(2)) && folds(site.index())))
        && updates.isHidden(store, site)
        && !isScratch(site.parameter())) {
      throw new RefusalException(
          site.line(),
          RefusalKind.SHARED_ELEMENTS,
          "changes " + site.text() + ", as several iterations may do",
          "Compute the other value into a local variable first, then use one of += -= &= |= ^="
              + " on an int[] or long[].");
    }
  }

  /** Each iteration has its own copy of a scratch array, or the loop runs on the host. */
  private boolean isScratch(int parameter) {
    Set<Integer> known = scratch;
    if (known == null) {
      known = new ScratchArrays(nest, accesses).parameters();
      scratch = known;
    }
    return known.contains(parameter);
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
      }
      return;
    }
    for (ElementUpdates.Update update : updates) {
      // Elements that the loop also writes may belong to one iteration each.
      if (!written && (isOnlyKnownToIteration(update.site()) || (!read && meets(update)))) {
        throw refusal(update, steady);
      }
    }
  }

  private RefusalException refusal(ElementUpdates.Update update, boolean steady) {
    int line = update.site().line();
    String element = update.site().text();
    return steady
        ? new RefusalException(
            line,
            RefusalKind.SHARED_ELEMENTS,
            "changes "
                + element
                + ", as several iterations may do, and the loop also reads "
                + update.site().array(),
            "Read it in a loop of its own.")
        : new RefusalException(
            line,
            RefusalKind.SHARED_ELEMENTS,
            "changes " + element + ", as several iterations may do, in an order that matters",
            "Use one of += -= &= |= ^= on an int[] or long[], or give each iteration an element of"
                + " its own.");
  }

  /**
   * Whether two iterations certainly update different elements, or the numbers of an execution will
   * show it.
   */
  private boolean isRegular(ElementUpdates.Update update) {
    Set<Value> counted = new HashSet<>();
    nest.countedLoops().forEach(loop -> counted.add(loop.variable()));
    nest.dimensions().forEach(loop -> counted.add(loop.variable()));
    Set<Map<List<Value>, Long>> strides = new HashSet<>();
    for (CountedLoop dimension : nest.dimensions()) {
      boolean found = false;
      for (Value index : update.site().indices()) {
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
        // Strides along rows and along columns are distinct.
        stride.put(List.of(index), 0L);
        found |= stride.size() > 1 && strides.add(stride);
      }
      if (!found) {
        return false;
      }
    }
    return true;
  }

  private static boolean isWhole(Value value) {
    return value.kind() == 'I' || value.kind() == 'J';
  }

  /** Whether an index is a remainder or quotient, which several iterations usually share. */
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

  /** Whether the index of an element depends on values that only the iteration computes. */
  private static boolean isOnlyKnownToIteration(AccessSite site) {
    for (Value part : site.indices()) {
      if (mentions(part, atom -> atom instanceof Value.Opaque)) {
        return true;
      }
    }
    return false;
  }

  /** Whether all iterations of some loop update the same elements. */
  private boolean meets(ElementUpdates.Update update) {
    Set<Value> counted = new HashSet<>();
    nest.countedLoops().forEach(loop -> counted.add(loop.variable()));
    return nest.dimensions().stream()
        .anyMatch(
            loop ->
                update.site().indices().stream()
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
