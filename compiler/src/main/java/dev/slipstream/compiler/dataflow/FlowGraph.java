package dev.slipstream.compiler.dataflow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * A graph of numbered nodes, entered at node 0: the order of its nodes, dominators (Cooper, Harvey
 * and Kennedy, "A Simple, Fast Dominance Algorithm", 2001) and natural loops. Nodes that cannot be
 * reached dominate nothing, and nothing dominates them.
 */
public final class FlowGraph {
  private final int[][] successors;
  private final int[][] predecessors;
  private final int[] order;
  private final int[] position;
  private final int[] dominator;

  /**
   * Numbers in a preorder walk over the dominator tree: the nodes that a node dominates have
   * consecutive numbers, from its own on.
   */
  private final int[] number;

  private final int[] dominated;
  private final List<Loop> loops = new ArrayList<>();

  /**
   * @param successors the nodes that may follow each node
   */
  public FlowGraph(int[][] successors) {
    this.successors = successors;
    int count = successors.length;
    position = new int[count];
    Arrays.fill(position, -1);
    order = reversePostorder(count);
    for (int i = 0; i < order.length; i++) {
      position[order[i]] = i;
    }
    predecessors = predecessors(count);
    dominator = new int[count];
    findDominators();
    number = new int[count];
    dominated = new int[count];
    numberTree();
    findLoops(count);
  }

  /**
   * A natural loop.
   *
   * @param header the node with which each turn starts
   * @param nodes all of its nodes, including the header
   */
  public record Loop(int header, BitSet nodes) {}

  /** The nodes that can be reached, in reverse postorder. */
  public int[] order() {
    return order.clone();
  }

  /** Whether a node can be reached. */
  public boolean reaches(int node) {
    return position[node] >= 0;
  }

  /** The last node that all paths to a node pass before it; the node itself if it is the entry. */
  public int immediateDominator(int node) {
    return dominator[node];
  }

  /** Whether all paths to a node pass another one; a node dominates itself. */
  public boolean dominates(int above, int node) {
    return number[above] <= number[node] && number[node] < number[above] + dominated[above];
  }

  /** The number of nodes that lead to this one, without the ends of the loop whose header it is. */
  public int entries(int node) {
    int entries = 0;
    for (int from : predecessors[node]) {
      entries += dominates(node, from) ? 0 : 1;
    }
    return entries;
  }

  /** The loops in the order of their headers, and so outer loops before those that they contain. */
  public List<Loop> loops() {
    return List.copyOf(loops);
  }

  /**
   * Whether every cycle is a natural loop, entered through its header alone: without the edges back
   * to headers, each edge leads forward in the order.
   */
  public boolean isReducible() {
    for (int from : order) {
      for (int to : successors[from]) {
        if (position[to] <= position[from] && !dominates(to, from)) {
          return false;
        }
      }
    }
    return true;
  }

  private int[] reversePostorder(int count) {
    int[] result = new int[count];
    int filled = count;
    int[] next = new int[count];
    int[] path = new int[count];
    boolean[] seen = new boolean[count];
    int depth = 0;
    if (count > 0) {
      path[depth++] = 0;
      seen[0] = true;
    }
    while (depth > 0) {
      int node = path[depth - 1];
      if (next[node] < successors[node].length) {
        int target = successors[node][next[node]++];
        if (!seen[target]) {
          seen[target] = true;
          path[depth++] = target;
        }
      } else {
        result[--filled] = node;
        depth--;
      }
    }
    return Arrays.copyOfRange(result, filled, count);
  }

  private int[][] predecessors(int count) {
    int[] sizes = new int[count];
    for (int from : order) {
      for (int to : successors[from]) {
        sizes[to]++;
      }
    }
    int[][] result = new int[count][];
    for (int node = 0; node < count; node++) {
      result[node] = new int[sizes[node]];
    }
    for (int from = count - 1; from >= 0; from--) {
      for (int to : reaches(from) ? successors[from] : new int[0]) {
        result[to][--sizes[to]] = from;
      }
    }
    return result;
  }

  private void findDominators() {
    Arrays.fill(dominator, -1);
    if (order.length > 0) {
      dominator[0] = 0;
    }
    for (boolean changed = true; changed; ) {
      changed = false;
      for (int i = 1; i < order.length; i++) {
        int node = order[i];
        int common = -1;
        for (int from : predecessors[node]) {
          if (dominator[from] >= 0) {
            common = common < 0 ? from : intersect(from, common);
          }
        }
        changed |= dominator[node] != common;
        dominator[node] = common;
      }
    }
  }

  private int intersect(int first, int second) {
    int a = first;
    int b = second;
    while (a != b) {
      while (position[a] > position[b]) {
        a = dominator[a];
      }
      while (position[b] > position[a]) {
        b = dominator[b];
      }
    }
    return a;
  }

  private void numberTree() {
    Arrays.fill(number, -1);
    for (int i = order.length - 1; i >= 0; i--) {
      dominated[order[i]]++;
      if (i > 0) {
        dominated[dominator[order[i]]] += dominated[order[i]];
      }
    }
    int[] free = new int[number.length];
    for (int i = 0; i < order.length; i++) {
      int node = order[i];
      number[node] = free[dominator[node]];
      free[dominator[node]] += dominated[node];
      free[node] = number[node] + 1;
    }
  }

  private void findLoops(int count) {
    for (int header : order) {
      List<Integer> open = new ArrayList<>();
      for (int from : predecessors[header]) {
        if (dominates(header, from)) {
          open.add(from);
        }
      }
      if (open.isEmpty()) {
        continue;
      }
      BitSet members = new BitSet(count);
      members.set(header);
      while (!open.isEmpty()) {
        int node = open.remove(open.size() - 1);
        if (!members.get(node)) {
          members.set(node);
          for (int from : predecessors[node]) {
            open.add(from);
          }
        }
      }
      loops.add(new Loop(header, members));
    }
  }
}
