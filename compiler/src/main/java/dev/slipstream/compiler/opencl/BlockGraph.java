package dev.slipstream.compiler.opencl;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * What the order of a method's blocks follows from: dominators (Cooper, Harvey and Kennedy, "A
 * Simple, Fast Dominance Algorithm", 2001) and natural loops. All blocks are reachable from block
 * 0.
 */
final class BlockGraph {
  private final List<List<Integer>> successors = new ArrayList<>();
  private final List<List<Integer>> predecessors = new ArrayList<>();
  private final int[] order;
  private final int[] position;
  private final int[] dominator;
  private final List<Loop> loops = new ArrayList<>();

  BlockGraph(List<Block> blocks) {
    int count = blocks.size();
    for (int i = 0; i < count; i++) {
      successors.add(blocks.get(i).successors());
      predecessors.add(new ArrayList<>());
    }
    for (int i = 0; i < count; i++) {
      for (int target : successors.get(i)) {
        predecessors.get(target).add(i);
      }
    }
    order = reversePostorder(count);
    position = new int[count];
    for (int i = 0; i < count; i++) {
      position[order[i]] = i;
    }
    dominator = dominators(count);
    findLoops(count);
  }

  /** A natural loop. */
  record Loop(int header, BitSet blocks) {
    boolean contains(int block) {
      return blocks.get(block);
    }
  }

  /** The blocks in reverse postorder. */
  int[] order() {
    return order.clone();
  }

  int positionOf(int block) {
    return position[block];
  }

  int immediateDominator(int block) {
    return dominator[block];
  }

  boolean dominates(int above, int block) {
    int b = block;
    while (position[b] > position[above]) {
      b = dominator[b];
    }
    return b == above;
  }

  /** How many blocks lead to this one, leaving out the ends of the loop that it heads. */
  int entries(int block) {
    int entries = 0;
    for (int from : predecessors.get(block)) {
      entries += dominates(block, from) ? 0 : 1;
    }
    return entries;
  }

  /** The loops, outer ones before the loops that they contain. */
  List<Loop> loops() {
    return List.copyOf(loops);
  }

  private int[] reversePostorder(int count) {
    int[] result = new int[count];
    int filled = count;
    int[] next = new int[count];
    int[] path = new int[count];
    boolean[] seen = new boolean[count];
    int depth = 0;
    path[depth++] = 0;
    seen[0] = true;
    while (depth > 0) {
      int block = path[depth - 1];
      if (next[block] < successors.get(block).size()) {
        int target = successors.get(block).get(next[block]++);
        if (!seen[target]) {
          seen[target] = true;
          path[depth++] = target;
        }
      } else {
        result[--filled] = block;
        depth--;
      }
    }
    if (filled != 0) {
      throw new IllegalArgumentException("unreachable blocks");
    }
    return result;
  }

  private int[] dominators(int count) {
    int[] result = new int[count];
    Arrays.fill(result, -1);
    result[0] = 0;
    for (boolean changed = true; changed; ) {
      changed = false;
      for (int i = 1; i < count; i++) {
        int block = order[i];
        int common = -1;
        for (int from : predecessors.get(block)) {
          if (result[from] >= 0) {
            common = common < 0 ? from : intersect(result, from, common);
          }
        }
        if (result[block] != common) {
          result[block] = common;
          changed = true;
        }
      }
    }
    return result;
  }

  private int intersect(int[] dominators, int first, int second) {
    int a = first;
    int b = second;
    while (a != b) {
      while (position[a] > position[b]) {
        a = dominators[a];
      }
      while (position[b] > position[a]) {
        b = dominators[b];
      }
    }
    return a;
  }

  private void findLoops(int count) {
    for (int header : order) {
      BitSet members = new BitSet(count);
      List<Integer> open = new ArrayList<>();
      for (int from : predecessors.get(header)) {
        if (dominates(header, from)) {
          open.add(from);
        }
      }
      if (open.isEmpty()) {
        continue;
      }
      members.set(header);
      while (!open.isEmpty()) {
        int block = open.remove(open.size() - 1);
        if (!members.get(block)) {
          members.set(block);
          open.addAll(predecessors.get(block));
        }
      }
      loops.add(new Loop(header, members));
    }
  }
}
