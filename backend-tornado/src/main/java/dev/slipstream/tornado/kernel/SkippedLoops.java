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
 * Finds branches that skip a loop which is also reached on paths that avoid the branch, as in
 * {@code if (a) { if (b) continue; c(); } for (…) d();}. Kernels with such branches are refused,
 * because of TornadoVM 5.2 on OpenCL: as OpenCL C has no jumps, it writes the branch's target into
 * the branch, and the code after the loop twice. Without a loop the result is correct.
 */
final class SkippedLoops {
  private final InsnList code;
  private final BitSet loops;

  /** The last jump back to the start of each loop, as indices. */
  private final Map<Integer, Integer> ends;

  private SkippedLoops(InsnList code, BitSet loops, Map<Integer, Integer> ends) {
    this.code = code;
    this.loops = loops;
    this.ends = ends;
  }

  /**
   * Whether the code has such a branch.
   *
   * @param hasLoop whether a called method has a loop, or calls a method that has one
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
   * Whether one path of a decision leads to a loop, which other paths lead to as well, and the
   * other path does not.
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

  /** Returns the instructions reached from a start, if loops run once. */
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

  /** Returns the successors of an instruction; a jump back leads to the code after the loop. */
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
