package dev.slipstream.runtime.graph.command;

import dev.slipstream.runtime.graph.NodeId;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;

/** A set of nodes, of any number. Immutable; sets are equal if they have the same nodes. */
final class NodeSet {
  static final NodeSet NONE = new NodeSet(new long[0]);

  /** Bit r of word w is rank 64 w + r; the last word is not 0. */
  private final long[] words;

  private NodeSet(long[] words) {
    this.words = words;
  }

  NodeSet with(NodeId node) {
    if (contains(node)) {
      return this;
    }
    int word = node.rank() / Long.SIZE;
    long[] more = Arrays.copyOf(words, Math.max(words.length, word + 1));
    more[word] |= 1L << node.rank();
    return new NodeSet(more);
  }

  boolean contains(NodeId node) {
    int word = node.rank() / Long.SIZE;
    return word < words.length && (words[word] >>> node.rank() & 1) != 0;
  }

  Set<NodeId> nodes() {
    Set<NodeId> nodes = new TreeSet<>();
    for (int rank = 0; rank < words.length * Long.SIZE; rank++) {
      if (contains(new NodeId(rank))) {
        nodes.add(new NodeId(rank));
      }
    }
    return nodes;
  }

  boolean isEmpty() {
    return words.length == 0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NodeSet set && Arrays.equals(words, set.words);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(words);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("{");
    for (int rank = 0; rank < words.length * Long.SIZE; rank++) {
      if (contains(new NodeId(rank))) {
        text.append(text.length() == 1 ? "" : ", ").append(rank);
      }
    }
    return text.append('}').toString();
  }
}
