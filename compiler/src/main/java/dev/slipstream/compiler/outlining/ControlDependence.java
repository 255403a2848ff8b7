package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.SymbolicExecution;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/**
 * Which jumps of an iteration decide whether a block runs: a block depends on a jump if it runs on
 * every way after one of its targets, and not on every way after the jump itself (Ferrante,
 * Ottenstein, Warren, The program dependence graph and its use in optimization, 1987). Leaving the
 * iteration because of a violation does not count.
 */
final class ControlDependence {
  private final NestStructure nest;
  private final ControlFlow flow;
  private final List<Block> blocks = new ArrayList<>();
  private final Map<Block, BitSet> passed = new HashMap<>();
  private final Map<Block, Set<Block>> deciders = new HashMap<>();
  private final int end;

  /**
   * @param execution says which blocks can run
   */
  ControlDependence(ControlFlow flow, SymbolicExecution execution, NestStructure nest) {
    this.flow = flow;
    this.nest = nest;
    this.end = flow.blocks().size();
    for (Block block : flow.blocks()) {
      if (nest.body().contains(block) && execution.runs(block)) {
        blocks.add(block);
      }
    }
    findPassed();
    for (Block block : blocks) {
      decide(block);
    }
  }

  /** Whether each block can come to the end of the iteration; otherwise nothing here is right. */
  boolean isComplete() {
    return blocks.stream().allMatch(block -> passedAfter(block).get(end));
  }

  /** The blocks that can run. */
  List<Block> blocks() {
    return blocks;
  }

  /** The blocks whose jumps decide whether a block runs, or how often. */
  Set<Block> deciders(Block block) {
    return deciders.getOrDefault(block, Set.of());
  }

  /**
   * The block that comes next whatever a block's jump decides.
   *
   * @return empty if that is the end of the iteration
   */
  Optional<Block> meeting(Block block) {
    BitSet after = passedAfter(block);
    for (Block candidate : blocks) {
      if (candidate != block && after.get(candidate.index())) {
        // What is passed from the next one on is all that is passed after the block.
        BitSet here = (BitSet) passedAfter(candidate).clone();
        here.set(block.index());
        if (here.equals(after)) {
          return Optional.of(candidate);
        }
      }
    }
    return Optional.empty();
  }

  private BitSet passedAfter(Block block) {
    BitSet set = passed.get(block);
    if (set == null) {
      throw new IllegalStateException(block + " never runs");
    }
    return set;
  }

  /** What every way passes from a block on, itself included: its postdominators. */
  private void findPassed() {
    for (Block block : blocks) {
      BitSet all = new BitSet();
      blocks.forEach(each -> all.set(each.index()));
      // A block that never comes to the end keeps this mark unset.
      all.set(end + 1);
      passed.put(block, all);
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int b = blocks.size() - 1; b >= 0; b--) {
        Block block = blocks.get(b);
        BitSet meet = meet(block);
        meet.set(block.index());
        if (!meet.equals(passed.put(block, meet))) {
          changed = true;
        }
      }
    }
    for (Block block : blocks) {
      BitSet set = passedAfter(block);
      if (!set.get(end + 1)) {
        set.set(end);
      }
    }
  }

  private BitSet meet(Block block) {
    BitSet meet = null;
    for (Optional<Block> successor : successors(block)) {
      BitSet way = successor.map(this::passedAfter).orElseGet(BitSet::new);
      if (meet == null) {
        meet = (BitSet) way.clone();
      } else {
        meet.and(way);
      }
    }
    return meet == null ? new BitSet() : meet;
  }

  /** Where the kernel goes from a block; empty stands for the end of the iteration. */
  private List<Optional<Block>> successors(Block block) {
    int dimension = nest.dimensionOf(block);
    if (dimension > 0) {
      return List.of(Optional.of(nest.stay(dimension)));
    }
    if (flow.lastInstruction(block).getOpcode() == Opcodes.ATHROW) {
      return List.of(Optional.empty());
    }
    List<Optional<Block>> successors = new ArrayList<>();
    for (Block next : block.successors()) {
      successors.add(nest.endsIteration(block, next) ? Optional.empty() : Optional.of(next));
    }
    return successors;
  }

  private void decide(Block jump) {
    List<Optional<Block>> successors = successors(jump);
    if (successors.size() < 2) {
      return;
    }
    for (Optional<Block> successor : successors) {
      if (successor.isEmpty()) {
        continue;
      }
      BitSet after = passedAfter(successor.get());
      for (Block block : blocks) {
        boolean always = block != jump && passedAfter(jump).get(block.index());
        if (after.get(block.index()) && !always) {
          deciders.computeIfAbsent(block, b -> new LinkedHashSet<>()).add(jump);
        }
      }
    }
  }
}
