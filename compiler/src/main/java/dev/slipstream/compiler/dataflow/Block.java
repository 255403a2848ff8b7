package dev.slipstream.compiler.dataflow;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import org.objectweb.asm.tree.TryCatchBlockNode;

/** A basic block: instructions from {@code first} to {@code last}, both included. */
public final class Block {
  /** Orders blocks as their instructions are ordered. */
  public static final Comparator<Block> IN_ORDER = Comparator.comparingInt(Block::index);

  private final int index;
  private final int first;
  private final int last;
  private final List<Block> successors = new ArrayList<>();
  private final List<Block> predecessors = new ArrayList<>();
  private final List<TryCatchBlockNode> handlers = new ArrayList<>(0);
  private int normal;

  Block(int index, int first, int last) {
    this.index = index;
    this.first = first;
    this.last = last;
  }

  /** The block's number in its method, in the order of the instructions. */
  public int index() {
    return index;
  }

  /** The index of the first instruction. */
  public int first() {
    return first;
  }

  /** The index of the last instruction. */
  public int last() {
    return last;
  }

  /** Blocks that may run next; in a conditional jump the fall-through comes first. */
  public List<Block> successors() {
    return successors;
  }

  /** The successors that run next unless an exception is thrown. */
  public List<Block> normalSuccessors() {
    return successors.subList(0, normal);
  }

  /** The handlers of exceptions thrown in this block, in the order in which the JVM tries them. */
  public List<TryCatchBlockNode> handlers() {
    return handlers;
  }

  /** Blocks after which this one may run. */
  public List<Block> predecessors() {
    return predecessors;
  }

  void addSuccessor(Block block) {
    if (!successors.contains(block)) {
      successors.add(block);
      block.predecessors.add(this);
    }
    normal = successors.size();
  }

  /** To be called after the normal successors were added. */
  void addHandler(TryCatchBlockNode handler, Block start) {
    int normalOnes = normal;
    addSuccessor(start);
    normal = normalOnes;
    handlers.add(handler);
  }

  /** Removes the predecessors that cannot be reached. */
  void keepPredecessors(BitSet reached) {
    predecessors.removeIf(block -> !reached.get(block.index));
  }

  @Override
  public String toString() {
    return "block " + index + " [" + first + ", " + last + "]";
  }
}
