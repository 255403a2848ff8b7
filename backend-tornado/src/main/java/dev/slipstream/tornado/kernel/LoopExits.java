package dev.slipstream.tornado.kernel;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Finds loops with several exits ({@code return}, labelled {@code break}, or a check that fails),
 * and loops that make another decision before they decide whether to end. Kernels with such loops
 * are refused, because of TornadoVM 5.2: it writes the code after such a loop into the loop, or
 * omits it. The kernel then runs forever, or goes on where it should end.
 */
final class LoopExits {
  private static final Set<String> DECIDE_NOTHING = Set.of("get", "sqrt", "min", "max", "abs");

  /** Instructions that are replaced by methods with branches. */
  private static final Set<Integer> CONVERSIONS =
      Set.of(Opcodes.F2I, Opcodes.F2L, Opcodes.D2I, Opcodes.D2L);

  private final InsnList code;

  private LoopExits(InsnList code) {
    this.code = code;
  }

  /** Whether the code has such a loop. */
  static boolean areUnusualIn(InsnList code) {
    LoopExits exits = new LoopExits(code);
    return Successors.loops(code).entrySet().stream()
        .anyMatch(
            loop ->
                exits.places(loop.getKey(), loop.getValue()).size() > 1
                    || exits.decidesBefore(loop.getKey(), loop.getValue()));
  }

  /** Whether a loop makes another decision before it decides whether to end. */
  private boolean decidesBefore(int first, int last) {
    for (int i = first; i <= last; i++) {
      AbstractInsnNode node = code.get(i);
      if (node instanceof MethodInsnNode call && !DECIDE_NOTHING.contains(call.name)) {
        return true;
      }
      if (CONVERSIONS.contains(node.getOpcode())) {
        return true;
      }
      if (Successors.after(node).size() > 1) {
        return Successors.after(node).stream()
            .mapToInt(code::indexOf)
            .allMatch(next -> next >= first && next <= last);
      }
    }
    return false;
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
