package dev.slipstream.compiler.opencl;

import dev.slipstream.compiler.dataflow.FlowGraph;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where each block's text goes, after Ramsey, "Beyond Relooper" (2022): into the branch that is its
 * only way in, after the block that dominates it, or after the loop that it leaves.
 */
final class BlockLayout {
  private final FlowGraph graph;
  private final Map<Integer, List<Integer>> after = new HashMap<>();
  private final Map<Integer, List<Integer>> afterLoop = new HashMap<>();
  private final boolean[] inBranch;
  private final boolean[] header;

  BlockLayout(List<CBlock> blocks) {
    int[][] successors = new int[blocks.size()][];
    for (int block = 0; block < successors.length; block++) {
      successors[block] = blocks.get(block).successors();
    }
    graph = new FlowGraph(successors);
    inBranch = new boolean[blocks.size()];
    header = new boolean[blocks.size()];
    for (FlowGraph.Loop loop : graph.loops()) {
      header[loop.header()] = true;
    }
    for (int block : graph.order()) {
      if (block != 0) {
        place(block, blocks.get(block));
      }
    }
  }

  private void place(int block, CBlock contents) {
    int dominator = graph.immediateDominator(block);
    boolean oneWay = graph.entries(block) == 1;
    for (FlowGraph.Loop loop : graph.loops()) {
      if (loop.nodes().get(dominator) && !loop.nodes().get(block)) {
        boolean leaves = contents.end() instanceof CBlock.Return;
        if (!(oneWay && leaves && loop.header() != dominator)) {
          afterLoop.computeIfAbsent(loop.header(), h -> new ArrayList<>()).add(block);
          return;
        }
        break;
      }
    }
    if (oneWay) {
      inBranch[block] = true;
    } else {
      after.computeIfAbsent(dominator, d -> new ArrayList<>()).add(block);
    }
  }

  /** Whether a block heads a loop. */
  boolean isHeader(int block) {
    return header[block];
  }

  /** Whether the text of {@code to} goes into the branch of {@code from} that leads to it. */
  boolean isInBranch(int from, int to) {
    return inBranch[to] && !graph.dominates(to, from);
  }

  /** The blocks whose text follows this block's, inside the loop if it heads one. */
  List<Integer> after(int block) {
    return after.getOrDefault(block, List.of());
  }

  /** The blocks whose text follows the loop that this block heads. */
  List<Integer> afterLoop(int block) {
    return afterLoop.getOrDefault(block, List.of());
  }
}
