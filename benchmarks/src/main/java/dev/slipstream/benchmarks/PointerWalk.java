package dev.slipstream.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Walks along the edges of a graph of small objects, each of which has a small array. */
final class PointerWalk {
  private static final int NODES = 2000;
  private static final int EDGES = 4;

  private Node at;

  /** An object with references to others, and a count of the steps to it. */
  static final class Node {
    private final Node[] next = new Node[EDGES];
    private final int[] visits = new int[EDGES];
    private int seen;
  }

  PointerWalk(Random random) {
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < NODES; i++) {
      nodes.add(new Node());
    }
    for (Node node : nodes) {
      for (int e = 0; e < EDGES; e++) {
        node.next[e] = nodes.get(random.nextInt(NODES));
      }
    }
    at = nodes.get(0);
  }

  /** Takes some steps, each to the neighbour with the fewest steps up to now. */
  int walk(int steps) {
    Node node = at;
    int sum = 0;
    for (int i = 0; i < steps; i++) {
      int least = 0;
      for (int e = 1; e < EDGES; e++) {
        if (node.visits[e] < node.visits[least]) {
          least = e;
        }
      }
      node.visits[least]++;
      sum += node.seen++ & 7;
      node = node.next[least];
    }
    at = node;
    return sum;
  }
}
