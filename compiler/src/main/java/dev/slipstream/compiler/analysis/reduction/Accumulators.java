package dev.slipstream.compiler.analysis.reduction;

import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.Liveness;
import dev.slipstream.compiler.discovery.LoopMarks;
import dev.slipstream.compiler.discovery.RefusalException;
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
  private final ControlFlow flow;
  private final Locals locals;
  private final TermExecution execution;
  private final Map<Integer, Set<Family>> families = new HashMap<>();
  private final Map<Integer, AbstractInsnNode> misuses = new HashMap<>();

  /**
   * The local variables of a loop.
   *
   * @param carried those that an iteration reads before it writes them
   * @param noted those that are read after the loop and that not every iteration writes
   * @param important all those that are read after the loop or by the next iteration
   * @param reassociable those whose sums may be computed in another order
   * @param variables what is known of each slot, empty if it holds no number
   * @param slots their number
   * @param maxStack the largest height of the stack
   */
  public record Locals(
      BitSet carried,
      BitSet noted,
      BitSet important,
      BitSet reassociable,
      IntFunction<Optional<Accumulator.Variable>> variables,
      IntFunction<String> names,
      int slots,
      int maxStack) {}

  private Accumulators(ControlFlow flow, Locals locals) {
    this.flow = flow;
    this.locals = locals;
    Term[] entry = new Term[locals.slots()];
    for (int slot = 0; slot < entry.length; slot++) {
      Optional<Accumulator.Variable> variable =
          locals.carried().get(slot) ? locals.variables().apply(slot) : Optional.empty();
      entry[slot] =
          variable.isPresent()
              ? new Term.Chain(slot, "entry", size(variable.get().type()))
              : Term.Plain.leaf("entry " + slot, 1);
    }
    this.execution = new TermExecution(flow, entry, locals.maxStack());
  }

  private static int size(char type) {
    return type == 'J' || type == 'D' ? 2 : 1;
  }

  /**
   * Recognises them.
   *
   * @param flow one iteration; its first block is the loop's header
   * @param end the block in which the iteration ends
   * @throws RefusalException if a carried local is no accumulator
   */
  public static List<Accumulator> of(ControlFlow flow, Block end, Locals locals)
      throws RefusalException {
    if (locals.carried().isEmpty()) {
      return List.of();
    }
    return new Accumulators(flow, locals).find(end);
  }

  private List<Accumulator> find(Block end) throws RefusalException {
    if (!execution.isSettled()) {
      throw carried(locals.carried().nextSetBit(0), null);
    }
    execution.showUses(this::use);
    Map<Integer, List<Updates.Update>> updates = findUpdates();
    List<Accumulator> found = new ArrayList<>();
    for (int slot = locals.carried().nextSetBit(0);
        slot >= 0;
        slot = locals.carried().nextSetBit(slot + 1)) {
      Optional<Frame<Term>> last = execution.atStartOf(end);
      AbstractInsnNode misuse = misuses.get(slot);
      boolean kept =
          last.isPresent()
              && last.get().getLocal(slot) instanceof Term.Chain chain
              && chain.slot() == slot;
      Optional<Accumulator.Variable> variable = locals.variables().apply(slot);
      if (misuse != null || !kept || variable.isEmpty()) {
        throw carried(slot, misuse);
      }
      found.add(accumulator(variable.get(), updates.getOrDefault(slot, List.of())));
    }
    requirePayloadsOfTheirOwn(found, updates);
    return found;
  }

  private void use(AbstractInsnNode node, List<? extends Term> operands) {
    Optional<ChainStep> step = ChainStep.of(node, operands);
    if (step.isPresent()) {
      families
          .computeIfAbsent(step.get().chain().slot(), s -> EnumSet.noneOf(Family.class))
          .add(step.get().family());
      return;
    }
    boolean compares =
        node.getOpcode() >= Opcodes.LCMP
            && node.getOpcode() <= Opcodes.DCMPG
            && operands.stream().filter(t -> t instanceof Term.Chain).count() == 1
            && operands.stream().filter(t -> t instanceof Term.Plain).count() == 1;
    Block block = flow.blockAt(flow.instructions().indexOf(node));
    boolean jumps =
        execution.comparisons().containsKey(block) && flow.instructions().get(block.last()) == node;
    if (compares || jumps) {
      return;
    }
    for (Term operand : operands) {
      if (operand instanceof Term.Chain chain) {
        misuses.putIfAbsent(chain.slot(), node);
      } else if (operand instanceof Term.Broken broken) {
        misuses.putIfAbsent(broken.slot(), node);
      } else if (operand instanceof Term.Compared compared) {
        misuses.putIfAbsent(compared.chain().slot(), node);
      }
    }
  }

  private Map<Integer, List<Updates.Update>> findUpdates() {
    Updates judge = new Updates(flow, execution, locals.important(), locals.noted());
    Map<Integer, List<Updates.Update>> found = new HashMap<>();
    for (Comparison comparison : execution.comparisons().values()) {
      int slot = comparison.chain().slot();
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

  /** Whether what is compared is what the variable holds at that time. */
  private boolean comparedInPlace(Comparison comparison, int slot) {
    boolean[] same = {false};
    AbstractInsnNode jump = flow.instructions().get(comparison.block().last());
    execution.walk(
        comparison.block(),
        (block, node, frame) -> {
          if (node == jump) {
            same[0] = frame.getLocal(slot).equals(comparison.chain());
          }
        });
    return same[0];
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
    if (plain.rounds() && !locals.reassociable().get(slot)) {
      throw new RefusalException(
          lineOf(firstRead(slot)),
          (family == Family.PLUS ? "adds to " : "multiplies ")
              + variable.name()
              + " in the order of the iterations",
          "Write @Reduction before its declaration if its last bits may differ from those of that"
              + " order, or remove the annotation.");
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
      Optional<Accumulator.Variable> payload = locals.variables().apply(slot);
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

  /** What is noted beside an accumulator must be written nowhere else. */
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
        "reads " + locals.names().apply(slot) + ", which the iteration before may have written",
        "Use it only as "
            + locals.names().apply(slot)
            + " += …, *=, &=, |=, ^=, Math.min, Math.max, or if (x > "
            + locals.names().apply(slot)
            + ") "
            + locals.names().apply(slot)
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
