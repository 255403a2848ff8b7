package dev.slipstream.tornado.kernel;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;

/**
 * Finds loops that end in several places, by a {@code return} or a labelled {@code break}, or where
 * a check fails. TornadoVM 5.2 writes what comes after such a loop into it, or leaves it out, so
 * that kernels run forever or go on where they should end.
 */
final class LoopExits {
  private final InsnList code;
  private final Map<Integer, Integer> ends = new HashMap<>();

  private LoopExits(InsnList code) {
    this.code = code;
    for (AbstractInsnNode node : code) {
      if (node instanceof JumpInsnNode jump) {
        int from = code.indexOf(node);
        int to = code.indexOf(jump.label);
        if (to < from) {
          ends.merge(to, from, Math::max);
        }
      }
    }
  }

  /** Whether there is a loop that ends in several places. */
  static boolean areSeveralIn(InsnList code) {
    LoopExits exits = new LoopExits(code);
    return exits.ends.entrySet().stream()
        .anyMatch(loop -> exits.places(loop.getKey(), loop.getValue()).size() > 1);
  }

  private Set<Integer> places(int first, int last) {
    Set<Integer> places = new HashSet<>();
    for (int i = first; i <= last; i++) {
      if (Successors.ends(code.get(i).getOpcode())) {
        places.add(i);
      }
      for (AbstractInsnNode next : Successors.after(code.get(i))) {
        int place = code.indexOf(next);
        if (place < first || place > last) {
          places.add(code.indexOf(SeparateConditions.skipMarks(next)));
        }
      }
    }
    return places;
  }
}
