package dev.slipstream.tornado.kernel;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.Map;
import java.util.function.Predicate;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Finds branches that skip a loop to which other ways lead that do not come past the branch, as by
 * {@code if (a) { if (b) continue; c(); } for (…) d();}. In OpenCL C, which has no jumps, TornadoVM
 * 5.2 writes what they lead to into the branch, and what comes after the loop twice. Without a loop
 * there it is right.
 */
final class SkippedLoops {
  private final InsnList code;
  private final BitSet loops;

  /** The last jump back to the place where each loop begins, as indices. */
  private final Map<Integer, Integer> ends;

  private SkippedLoops(InsnList code, BitSet loops, Map<Integer, Integer> ends) {
    this.code = code;
    this.loops = loops;
    this.ends = ends;
  }

  /**
   * Whether there is such a branch.
   *
   * @param hasLoop whether a method that is called has a loop, or calls one that has
   */
  static boolean areIn(InsnList code, Predicate<MethodInsnNode> hasLoop) {
    Map<Integer, Integer> ends = Successors.loops(code);
    BitSet loops = new BitSet();
    ends.keySet().forEach(loops::set);
    for (AbstractInsnNode node : code) {
      if (node instanceof MethodInsnNode call && hasLoop.test(call)) {
        loops.set(code.indexOf(node));
      }
    }
    SkippedLoops skipped = new SkippedLoops(code, loops, ends);
    return !loops.isEmpty() && Arrays.stream(code.toArray()).anyMatch(skipped::isSkippedBy);
  }

  /**
   * Whether one way of a decision leads to a loop that others lead to as well, and one does not.
   */
  private boolean isSkippedBy(AbstractInsnNode decision) {
    BitSet next = after(code.indexOf(decision));
    if (next.cardinality() < 2) {
      return false;
    }
    int first = next.nextSetBit(0);
    BitSet one = reached(first, -1);
    one.xor(reached(next.nextSetBit(first + 1), -1));
    one.and(reached(0, code.indexOf(decision)));
    return one.intersects(loops);
  }

  /** What is reached from an instruction on, while loops are run once. */
  private BitSet reached(int start, int wall) {
    BitSet reached = new BitSet(code.size());
    Deque<Integer> open = new ArrayDeque<>();
    open.push(start);
    while (!open.isEmpty()) {
      int index = open.pop();
      if (!reached.get(index)) {
        reached.set(index);
        if (index != wall) {
          after(index).stream().forEach(open::push);
        }
      }
    }
    return reached;
  }

  /** Where an instruction leads to; a jump back leads to what comes after the loop. */
  private BitSet after(int index) {
    BitSet after = new BitSet();
    for (AbstractInsnNode next : Successors.after(code.get(index))) {
      int to = code.indexOf(next);
      after.set(to > index ? to : Math.min(ends.getOrDefault(to, index) + 1, code.size() - 1));
    }
    after.clear(index);
    return after;
  }
}
