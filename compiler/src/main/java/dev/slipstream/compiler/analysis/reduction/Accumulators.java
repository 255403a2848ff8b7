package dev.slipstream.compiler.analysis.reduction;

import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.Liveness;
import dev.slipstream.compiler.dataflow.SymbolicExecution;
import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.compiler.discovery.LoopMarks;
import dev.slipstream.compiler.discovery.RefusalException;
import dev.slipstream.model.loop.RefusalKind;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.analysis.Frame;

/** Recognises the accumulators among the locals that each iteration reads and writes. */
public final class Accumulators {
  private final SymbolicExecution execution;
  private final ControlFlow flow;
  private final BitSet carried;
  private final BitSet noted;
  private final BitSet important;
  private final BitSet reassociable;
  private final IntFunction<String> names;
  private final Chains chains;
  private final Map<Integer, Set<Family>> families = new HashMap<>();
  private final Map<Integer, AbstractInsnNode> misuses = new HashMap<>();

  /**
   * @param execution one iteration; its first block is the loop's header, where numbers that
   *     earlier iterations have left are phis
   * @param carried the locals that an iteration reads before it writes them, at least one
   * @param noted the locals that are read after the loop and that not every iteration writes
   * @param important all locals that are read after the loop or by the next iteration
   * @param reassociable the locals whose sums may be computed in another order
   * @param names the names of locals
   */
  public Accumulators(
      SymbolicExecution execution,
      BitSet carried,
      BitSet noted,
      BitSet important,
      BitSet reassociable,
      IntFunction<String> names) {
    this.execution = execution;
    this.flow = execution.flow();
    this.carried = carried;
    this.noted = noted;
    this.important = important;
    this.reassociable = reassociable;
    this.names = names;
    this.chains = new Chains(execution);
  }

  /**
   * Finds the accumulators.
   *
   * @param end the block in which the iteration ends
   * @throws RefusalException if a carried local is no accumulator
   */
  public List<Accumulator> find(Block end) throws RefusalException {
    if (!chains.isSettled()) {
      throw carried(carried.nextSetBit(0), null);
    }
    execution.walk(
        (block, node, frame) -> use(block, node, SymbolicExecution.operands(node, frame)));
    Map<Integer, List<Updates.Update>> updates = findUpdates();
    Optional<Frame<Value>> last = execution.before(end.first());
    List<Accumulator> found = new ArrayList<>();
    for (int slot = carried.nextSetBit(0); slot >= 0; slot = carried.nextSetBit(slot + 1)) {
      AbstractInsnNode misuse = misuses.get(slot);
      boolean kept =
          last.isPresent()
              && chains
                  .of(last.get().getLocal(slot))
                  .equals(new Chains.Part(Chains.Role.CHAIN, slot));
      Optional<Accumulator.Variable> variable = variable(slot);
      if (misuse != null || !kept || variable.isEmpty()) {
        throw carried(slot, misuse);
      }
      found.add(accumulator(variable.get(), updates.getOrDefault(slot, List.of())));
    }
    requirePayloadsOfTheirOwn(found, updates);
    return found;
  }

  /** The variable in a slot that an earlier iteration has set, if it is a number. */
  private Optional<Accumulator.Variable> variable(int slot) {
    return execution.before(0).orElseThrow().getLocal(slot) instanceof Value.Phi phi
        ? Optional.of(new Accumulator.Variable(slot, phi.name(), phi.kind()))
        : Optional.empty();
  }

  private void use(Block block, AbstractInsnNode node, List<Value> operands) {
    int slot = chains.stepOf(node, operands);
    if (slot >= 0) {
      Family family =
          node.getOpcode() == Opcodes.IINC ? Family.PLUS : Family.of(node).orElseThrow();
      families.computeIfAbsent(slot, s -> EnumSet.noneOf(Family.class)).add(family);
      return;
    }
    boolean jumps =
        chains.comparisons().containsKey(block) && flow.instructions().get(block.last()) == node;
    if (chains.compares(node, operands) || jumps) {
      return;
    }
    for (Value operand : operands) {
      int misused = chains.of(operand).slot();
      if (misused >= 0) {
        misuses.putIfAbsent(misused, node);
      }
    }
  }

  private Map<Integer, List<Updates.Update>> findUpdates() {
    Updates judge = new Updates(execution, chains, important, noted);
    Map<Integer, List<Updates.Update>> found = new HashMap<>();
    for (Comparison comparison : chains.comparisons().values()) {
      int slot = comparison.slot();
      boolean current = comparedInPlace(comparison, slot);
      Optional<Updates.Update> update = current ? judge.of(comparison) : Optional.empty();
      if (update.isPresent()) {
        found.computeIfAbsent(slot, s -> new ArrayList<>()).add(update.get());
      } else {
        misuses.putIfAbsent(slot, flow.instructions().get(comparison.block().last()));
      }
    }
    return found;
  }

  /** Whether the compared value is the one that the variable holds at that time. */
  private boolean comparedInPlace(Comparison comparison, int slot) {
    Frame<Value> frame = execution.before(comparison.block().last()).orElseThrow();
    return frame.getLocal(slot).equals(comparison.chain());
  }

  private Accumulator accumulator(Accumulator.Variable variable, List<Updates.Update> updates)
      throws RefusalException {
    int slot = variable.slot();
    Set<Family> used = EnumSet.noneOf(Family.class);
    used.addAll(families.getOrDefault(slot, Set.of()));
    boolean combines = !used.isEmpty();
    updates.forEach(update -> used.add(update.relation().family()));
    if (used.size() != 1) {
      throw carried(slot, null);
    }
    Family family = used.iterator().next();
    Accumulator plain = new Accumulator(variable, family, Optional.empty());
    if (plain.rounds() && !reassociable.get(slot)) {
      throw new RefusalException(
          lineOf(firstRead(slot)),
          RefusalKind.FLOATING_POINT_SUMS,
          (family == Family.PLUS ? "adds up " : "multiplies ")
              + variable.name()
              + ", a floating-point number, in the order of the iterations",
          "Write @Reduction before its declaration if another order is good enough, which may"
              + " change its last bits.");
    }
    BitSet stored = new BitSet();
    updates.forEach(update -> stored.or(update.stored()));
    stored.clear(slot);
    boolean floating = variable.type() == 'F' || variable.type() == 'D';
    if (updates.isEmpty() || (!floating && stored.isEmpty())) {
      return plain;
    }
    boolean strict = updates.get(0).relation().strict();
    BitSet all = (BitSet) stored.clone();
    all.set(slot);
    for (Updates.Update update : updates) {
      BitSet own = (BitSet) update.stored().clone();
      own.set(slot);
      if (combines || update.relation().strict() != strict || !own.equals(all)) {
        throw carried(slot, null);
      }
    }
    return new Accumulator(variable, family, Optional.of(selection(strict, stored, updates)));
  }

  private Accumulator.Selection selection(
      boolean strict, BitSet stored, List<Updates.Update> updates) throws RefusalException {
    List<Accumulator.Variable> payloads = new ArrayList<>();
    for (int slot = stored.nextSetBit(0); slot >= 0; slot = stored.nextSetBit(slot + 1)) {
      Optional<Accumulator.Variable> payload = variable(slot);
      if (payload.isEmpty()) {
        throw carried(slot, null);
      }
      payloads.add(payload.get());
    }
    Set<AbstractInsnNode> after = new LinkedHashSet<>();
    Set<Block> at = new LinkedHashSet<>();
    for (Updates.Update update : updates) {
      after.addAll(update.after());
      update.at().ifPresent(at::add);
    }
    return new Accumulator.Selection(strict, payloads, after, at);
  }

  /** Requires that a payload of an accumulator is written nowhere else. */
  private void requirePayloadsOfTheirOwn(
      List<Accumulator> found, Map<Integer, List<Updates.Update>> updates) throws RefusalException {
    for (Accumulator accumulator : found) {
      Set<AbstractInsnNode> own = new LinkedHashSet<>();
      updates
          .getOrDefault(accumulator.variable().slot(), List.of())
          .forEach(update -> own.addAll(update.noting()));
      for (Accumulator.Variable payload :
          accumulator.selection().map(Accumulator.Selection::payloads).orElse(List.of())) {
        for (AbstractInsnNode node : flow.instructions()) {
          if (Liveness.writtenSlot(node) == payload.slot() && !own.contains(node)) {
            throw carried(payload.slot(), node);
          }
        }
      }
    }
  }

  private RefusalException carried(int slot, @Nullable AbstractInsnNode misuse) {
    AbstractInsnNode where = misuse == null ? firstRead(slot) : misuse;
    return new RefusalException(
        lineOf(where),
        RefusalKind.CARRIED_VALUES,
        "reads " + names.apply(slot) + ", which the iteration before may have written",
        "Use it only as "
            + names.apply(slot)
            + " += …, *=, &=, |=, ^=, Math.min, Math.max, or if (x > "
            + names.apply(slot)
            + ") "
            + names.apply(slot)
            + " = x; or give each iteration a variable of its own.");
  }

  private AbstractInsnNode firstRead(int slot) {
    for (AbstractInsnNode node : flow.instructions()) {
      if (Liveness.readSlot(node) == slot) {
        return node;
      }
    }
    return flow.instructions().getFirst();
  }

  private int lineOf(AbstractInsnNode node) {
    return LoopMarks.lineOf(flow, flow.instructions().indexOf(node));
  }
}
