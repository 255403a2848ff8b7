package dev.slipstream.tornado.kernel;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Finds places that two conditions lead to, as those of {@code a && b} do. TornadoVM 5.2 joins such
 * conditions into one and negates that wrongly: it makes {@code !(a || b)} of {@code a && b}.
 * Returns and loops, whose ends are several conditions too, are left as they are.
 */
final class SharedTargets {
  private SharedTargets() {}

  /** Whether a method has such a place. */
  static boolean areIn(MethodNode method) {
    InsnList code = method.instructions;
    Map<Integer, Set<Integer>> sources = new HashMap<>();
    for (AbstractInsnNode node : code) {
      if (node instanceof JumpInsnNode jump && jump.getOpcode() != Opcodes.GOTO) {
        int from = code.indexOf(node);
        for (AbstractInsnNode to : new AbstractInsnNode[] {jump.label, node.getNext()}) {
          int target = code.indexOf(skipMarks(to));
          if (target > from && !endsMethod(code.get(target)) && !leavesLoop(code, from, target)) {
            sources.computeIfAbsent(target, t -> new HashSet<>()).add(from);
          }
        }
      }
    }
    return sources.values().stream().anyMatch(from -> from.size() > 1);
  }

  private static AbstractInsnNode skipMarks(AbstractInsnNode start) {
    AbstractInsnNode node = start;
    while (node.getOpcode() < 0 && node.getNext() != null) {
      node = node.getNext();
    }
    return node;
  }

  private static boolean endsMethod(AbstractInsnNode node) {
    return node.getOpcode() == Opcodes.RETURN;
  }

  /** Whether a jump leads behind a jump back to a place before it. */
  private static boolean leavesLoop(InsnList code, int from, int target) {
    for (int i = from; i < target; i++) {
      if (code.get(i) instanceof JumpInsnNode back && code.indexOf(back.label) <= from) {
        return true;
      }
    }
    return false;
  }
}
