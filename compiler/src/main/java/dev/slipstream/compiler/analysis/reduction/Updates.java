package dev.slipstream.compiler.analysis.reduction;

import dev.slipstream.compiler.classfile.Instructions;
import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.Liveness;
import dev.slipstream.compiler.dataflow.SymbolicExecution;
import dev.slipstream.compiler.dataflow.Value;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Checks the code that an iteration runs where a value compares as larger or smaller than an
 * accumulator. It may take the value and set payloads beside it, and nothing else.
 */
final class Updates {
  private final ControlFlow flow;
  private final SymbolicExecution execution;
  private final Chains chains;
  private final Liveness liveness;
  private final BitSet important;
  private final BitSet payloads;

  /**
   * @param important the slots that matter after the iteration
   * @param payloads those important slots that may be set together with an accumulator
   */
  Updates(SymbolicExecution execution, Chains chains, BitSet important, BitSet payloads) {
    this.flow = execution.flow();
    this.execution = execution;
    this.chains = chains;
    this.liveness = new Liveness(flow);
    this.important = important;
    this.payloads = payloads;
  }

  /**
   * The effect of an update.
   *
   * @param stored the slots that are written: all of them, or none
   * @param after the instructions that take the value
   * @param noting the instructions that write the other slots
   * @param at the block where the value is taken to the stack, if no instruction stores it
   */
  record Update(
      Comparison.Order relation,
      BitSet stored,
      Set<AbstractInsnNode> after,
      Set<AbstractInsnNode> noting,
      Optional<Block> at) {}

  /** The update behind a comparison; empty if anything else depends on the comparison. */
  Optional<Update> of(Comparison comparison) {
    Set<Block> sides = chains.updatesAfter(comparison);
    if (sides.size() != 1) {
      return Optional.empty();
    }
    Block update = sides.iterator().next();
    Block jump = comparison.block();
    Block keep = jump.successors().stream().filter(b -> b != update).findFirst().orElseThrow();
    // The first successor of a conditional jump is the fall-through.
    boolean taken = jump.successors().get(1) == update;
    Optional<Comparison.Order> relation = comparison.on(taken);
    Set<Block> region = dominatedBy(update);
    Optional<Block> meeting = meeting(region, keep);
    if (relation.isEmpty() || meeting.isEmpty() || region.contains(meeting.get())) {
      return Optional.empty();
    }
    BitSet stored = new BitSet();
    Set<AbstractInsnNode> after = new LinkedHashSet<>();
    Set<AbstractInsnNode> noting = new LinkedHashSet<>();
    for (Block block : region) {
      if (!mayRun(block, comparison, meeting.get(), stored, after, noting)) {
        return Optional.empty();
      }
    }
    if (!storesAllOrNothing(update, region, stored)) {
      return Optional.empty();
    }
    int slot = comparison.slot();
    int left = stackHeight(meeting.get()) - stackHeight(update);
    Optional<Block> at = Optional.empty();
    if (!stored.get(slot)) {
      if (!stored.isEmpty()
          || region.size() > 1
          || left != 1
          || !startsByStoring(meeting.get(), slot)) {
        return Optional.empty();
      }
      at = Optional.of(update);
    } else if (left != 0) {
      return Optional.empty();
    }
    return Optional.of(new Update(relation.get(), stored, after, noting, at));
  }

  private int stackHeight(Block block) {
    return execution.before(block.first()).orElseThrow().getStackSize();
  }

  private Set<Block> dominatedBy(Block top) {
    Set<Block> region = new LinkedHashSet<>();
    for (Block block : flow.blocks()) {
      if (flow.dominates(top, block) && execution.runs(block)) {
        region.add(block);
      }
    }
    return region;
  }

  /** The block where the path that takes the value and the one that keeps the old value meet. */
  private Optional<Block> meeting(Set<Block> region, Block keep) {
    Set<Block> ends = new LinkedHashSet<>(Set.of(keep));
    region.forEach(
        b -> b.successors().stream().filter(s -> !region.contains(s)).forEach(ends::add));
    List<List<Block>> ways = ends.stream().map(this::straightOn).toList();
    return ends.size() == 1 && !leads(region, keep)
        ? Optional.empty()
        : ways.get(0).stream()
            .filter(b -> ways.stream().allMatch(way -> way.contains(b)))
            .findFirst();
  }

  private static boolean leads(Set<Block> region, Block to) {
    return region.stream().anyMatch(b -> b.successors().contains(to));
  }

  /** The blocks that run in sequence from a block on, up to one that has an effect. */
  private List<Block> straightOn(Block from) {
    List<Block> way = new ArrayList<>();
    Block block = from;
    while (!way.contains(block)) {
      way.add(block);
      if (block.successors().size() != 1 || acts(block)) {
        break;
      }
      block = block.successors().get(0);
    }
    return way;
  }

  private boolean acts(Block block) {
    for (int i = block.first(); i <= block.last(); i++) {
      AbstractInsnNode node = flow.instructions().get(i);
      if (Liveness.writtenSlot(node) >= 0 || Instructions.storesElement(node.getOpcode())) {
        return true;
      }
    }
    return false;
  }

  private boolean mayRun(
      Block block,
      Comparison comparison,
      Block meeting,
      BitSet stored,
      Set<AbstractInsnNode> after,
      Set<AbstractInsnNode> noting) {
    boolean[] fine = {true};
    BitSet read = liveness.atStartOf(meeting);
    execution.walk(
        block,
        (b, node, frame) -> {
          int slot = Liveness.writtenSlot(node);
          if (Instructions.storesElement(node.getOpcode())) {
            fine[0] = false;
          } else if (slot == comparison.slot()) {
            fine[0] &=
                node instanceof VarInsnNode && chains.areSame(top(frame), comparison.plain());
            stored.set(slot);
            after.add(node);
          } else if (slot >= 0 && payloads.get(slot)) {
            fine[0] &=
                node instanceof VarInsnNode && chains.of(top(frame)).role() == Chains.Role.PLAIN;
            stored.set(slot);
            noting.add(node);
          } else if (slot >= 0 && (important.get(slot) || read.get(slot))) {
            fine[0] = false;
          }
        });
    return fine[0];
  }

  private static Value top(Frame<Value> frame) {
    return frame.getStack(frame.getStackSize() - 1);
  }

  /** Whether each path through the region writes either all of some slots or none. */
  private boolean storesAllOrNothing(Block update, Set<Block> region, BitSet all) {
    Map<Block, Set<BitSet>> before = new HashMap<>();
    before.put(update, new HashSet<>(Set.of(new BitSet())));
    boolean changed = true;
    boolean even = true;
    while (changed) {
      changed = false;
      for (Block block : region) {
        for (BitSet entry : Set.copyOf(before.getOrDefault(block, Set.of()))) {
          BitSet end = (BitSet) entry.clone();
          BitSet written = flow.writtenSlots(List.of(block));
          written.and(all);
          end.or(written);
          for (Block successor : block.successors()) {
            if (region.contains(successor)) {
              changed |= before.computeIfAbsent(successor, b -> new HashSet<>()).add(end);
            } else {
              even &= end.isEmpty() || end.equals(all);
            }
          }
        }
      }
    }
    return even;
  }

  private boolean startsByStoring(Block block, int slot) {
    for (int i = block.first(); i <= block.last(); i++) {
      AbstractInsnNode node = flow.instructions().get(i);
      if (node.getOpcode() >= 0) {
        return Liveness.writtenSlot(node) == slot && node instanceof VarInsnNode;
      }
    }
    return false;
  }
}
