package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.FlowGraph;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/**
 * Determines which jumps of an iteration decide whether a block runs. A block depends on a jump if
 * it runs on every path after one of its targets, and not on every path after the jump itself
 * (Ferrante, Ottenstein, Warren, The program dependence graph and its use in optimization, 1987).
 * Leaving the iteration because of a violation does not count.
 */
final class ControlDependence {
  private final NestStructure nest;
  private final ControlFlow flow;
  private final List<Block> blocks = new ArrayList<>();
  private final Map<Block, Set<Block>> deciders = new HashMap<>();

  /**
   * The reversed flow graph from the end of the iteration, node 0; a block's node is its index plus
   * one.
   */
  private final FlowGraph backwards;

  ControlDependence(NestStructure nest) {
    this.flow = nest.flow();
    this.nest = nest;
    for (Block block : flow.blocks()) {
      if (nest.body().contains(block) && nest.execution().runs(block)) {
        blocks.add(block);
      }
    }
    this.backwards = new FlowGraph(predecessors());
    for (Block block : blocks) {
      decide(block);
    }
  }

  /**
   * Whether each block can reach the end of the iteration. If not, the other results are not valid.
   */
  boolean isComplete() {
    for (Block block : blocks) {
      if (!backwards.reaches(block.index() + 1)) {
        return false;
      }
    }
    return true;
  }

  /** The blocks that can run. */
  List<Block> blocks() {
    return blocks;
  }

  /** The blocks whose jumps decide whether, or how often, a block runs. */
  Set<Block> deciders(Block block) {
    return deciders.getOrDefault(block, Set.of());
  }

  /**
   * The block that runs next on every path, regardless of a block's jump.
   *
   * @return empty if that is the end of the iteration
   */
  Optional<Block> meeting(Block block) {
    int next = backwards.immediateDominator(block.index() + 1);
    return next > 0 ? Optional.of(flow.blocks().get(next - 1)) : Optional.empty();
  }

  /** Whether every path from a block passes another one: whether that one postdominates it. */
  private boolean isPassed(Block block, Block from) {
    return backwards.dominates(block.index() + 1, from.index() + 1);
  }

  private int[][] predecessors() {
    List<List<Integer>> before = new ArrayList<>();
    for (int node = 0; node <= flow.blocks().size(); node++) {
      before.add(new ArrayList<>());
    }
    for (Block block : blocks) {
      List<Optional<Block>> after = successors(block);
      if (after.isEmpty()) {
        before.get(0).add(block.index() + 1);
      }
      for (Optional<Block> next : after) {
        before.get(next.map(b -> b.index() + 1).orElse(0)).add(block.index() + 1);
      }
    }
    int[][] predecessors = new int[before.size()][];
    for (int node = 0; node < predecessors.length; node++) {
      predecessors[node] = before.get(node).stream().mapToInt(number -> number).toArray();
    }
    return predecessors;
  }

  /** The kernel's successors of a block; empty denotes the end of the iteration. */
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
      for (Block block : blocks) {
        boolean always = block != jump && isPassed(block, jump);
        if (isPassed(block, successor.get()) && !always) {
          deciders.computeIfAbsent(block, b -> new LinkedHashSet<>()).add(jump);
        }
      }
    }
  }
}
