package dev.slipstream.compiler.analysis.reduction;

import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.BlockFrames;
import dev.slipstream.compiler.dataflow.ControlFlow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * One iteration of a loop, executed on terms: the blocks are swept in order until nothing changes.
 * Where a way that keeps an accumulator meets one that took the value with which it was compared,
 * the accumulator goes on as a chain; the comparison is noted, to be judged later.
 */
final class TermExecution {
  private static final int MOST_SWEEPS = 200;

  private final ControlFlow flow;
  private final BlockFrames<Term> frames;
  private final List<Block> order;
  private final Map<Block, Set<Integer>> merged = new HashMap<>();
  private final Map<Block, Comparison> comparisons = new LinkedHashMap<>();
  private final Map<Block, Set<Block>> updates = new LinkedHashMap<>();
  private final boolean settled;

  /**
   * @param flow the iteration; its first block is the loop's header
   * @param entry the terms of the local variables at its start
   * @param maxStack the largest height of the stack
   */
  TermExecution(ControlFlow flow, Term[] entry, int maxStack) {
    this.flow = flow;
    this.frames =
        new BlockFrames<>(flow, new TermInterpreter(flow.instructions(), (node, operands) -> {}));
    Frame<Term> start = new Frame<>(entry.length, maxStack);
    for (int slot = 0; slot < entry.length; slot++) {
      start.setLocal(slot, entry[slot]);
    }
    this.order = flow.reversePostorder();
    this.settled = sweep(start);
  }

  /** Whether the terms are known; if not, there was no end of their changes. */
  boolean isSettled() {
    return settled;
  }

  /** Shows every instruction of a block, with the terms before it, in order. */
  void walk(Block block, BlockFrames.Visitor<Term> visitor) {
    frames.walk(block, visitor);
  }

  /** Shows the operands of every instruction that can run. */
  void showUses(TermInterpreter.Uses uses) {
    TermInterpreter watching = new TermInterpreter(flow.instructions(), uses);
    flow.blocks().forEach(block -> frames.watch(block, watching));
  }

  /** The terms when a block starts; empty if it never runs. */
  Optional<Frame<Term>> atStartOf(Block block) {
    return frames.atStartOf(block);
  }

  /** The jumps on comparisons with accumulators, by their blocks. */
  Map<Block, Comparison> comparisons() {
    return comparisons;
  }

  /** The blocks behind a comparison's jump from which the accumulator takes the value compared. */
  Set<Block> updatesAfter(Comparison comparison) {
    return updates.getOrDefault(comparison.block(), Set.of());
  }

  private boolean sweep(Frame<Term> start) {
    BlockFrames.Meeting<Term> meeting =
        new BlockFrames.Meeting<>() {
          @Override
          public Term meet(Block block, int position, List<Block> ways) {
            Map<Block, Term> terms = new LinkedHashMap<>();
            for (Block way : ways) {
              terms.put(way, frames.atEndOf(way, position));
            }
            return TermExecution.this.meet(block, position, terms);
          }

          @Override
          public boolean passed(Block block) {
            return note(block);
          }
        };
    for (int sweeps = 0; sweeps <= MOST_SWEEPS; sweeps++) {
      updates.clear();
      if (!frames.sweep(order, start, meeting)) {
        return true;
      }
    }
    return false;
  }

  private boolean note(Block block) {
    AbstractInsnNode last = flow.instructions().get(block.last());
    if (!(last instanceof JumpInsnNode)) {
      return false;
    }
    Comparison found = comparison(block, last, frames.before(block.last()).orElseThrow());
    Comparison before = found == null ? comparisons.remove(block) : comparisons.put(block, found);
    return found == null ? before != null : !found.equals(before);
  }

  private static @Nullable Comparison comparison(
      Block block, AbstractInsnNode last, Frame<Term> frame) {
    int opcode = last.getOpcode();
    if (block.successors().size() != 2) {
      return null;
    }
    int top = frame.getStackSize() - 1;
    if (opcode >= Opcodes.IFEQ && opcode <= Opcodes.IFLE) {
      Term operand = frame.getStack(top);
      if (operand instanceof Term.Compared compared) {
        return new Comparison(
            block,
            compared.chain(),
            compared.plain(),
            compared.chainLeft(),
            compared.opcode(),
            opcode);
      }
      // javac compares with the constant 0 by one operand.
      return operand instanceof Term.Chain chain
          ? new Comparison(
              block, chain, Term.Plain.leaf("constant " + Opcodes.ICONST_0, 1), true, -1, opcode)
          : null;
    }
    if (opcode < Opcodes.IF_ICMPEQ || opcode > Opcodes.IF_ICMPLE) {
      return null;
    }
    Term left = frame.getStack(top - 1);
    Term right = frame.getStack(top);
    if (left instanceof Term.Chain chain && right instanceof Term.Plain plain) {
      return new Comparison(block, chain, plain, true, -1, opcode);
    }
    return left instanceof Term.Plain plain && right instanceof Term.Chain chain
        ? new Comparison(block, chain, plain, false, -1, opcode)
        : null;
  }

  private Term meet(Block block, int position, Map<Block, Term> ways) {
    List<Term> distinct = ways.values().stream().distinct().toList();
    Set<Integer> met = merged.computeIfAbsent(block, b -> new HashSet<>());
    if (distinct.size() == 1 && !met.contains(position)) {
      return distinct.get(0);
    }
    // Once different values have met here they are never one again, so that the sweeps end.
    met.add(position);
    String version = "p" + block.index() + ":" + position;
    int size = distinct.stream().mapToInt(Term::getSize).max().orElse(1);
    List<Term.Chain> chains = new ArrayList<>();
    for (Term term : distinct) {
      if (term instanceof Term.Broken broken) {
        return broken;
      }
      if (term instanceof Term.Compared compared) {
        return new Term.Broken(compared.chain().slot(), 1);
      }
      if (term instanceof Term.Chain chain) {
        chains.add(chain);
      }
    }
    if (chains.isEmpty()) {
      return Term.Plain.leaf(version, size);
    }
    Term.Chain first = chains.get(0);
    boolean one = chains.stream().allMatch(chain -> chain.slot() == first.slot());
    if (!one) {
      return new Term.Broken(first.slot(), size);
    }
    for (Map.Entry<Block, Term> way : ways.entrySet()) {
      if (way.getValue() instanceof Term.Plain plain
          && (chains.size() > 1 || !isUpdate(way.getKey(), plain, first))) {
        return new Term.Broken(first.slot(), size);
      }
    }
    return new Term.Chain(first.slot(), version, size);
  }

  /** Whether a way runs only where a value was compared with an accumulator, and brings it. */
  private boolean isUpdate(Block way, Term.Plain plain, Term.Chain kept) {
    for (Comparison comparison : comparisons.values()) {
      if (comparison.chain().equals(kept) && comparison.plain().equals(plain)) {
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
}
