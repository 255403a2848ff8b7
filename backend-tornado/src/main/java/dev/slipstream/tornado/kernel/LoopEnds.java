package dev.slipstream.tornado.kernel;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Lets loops end where a condition is false. TornadoVM 5.2 writes what comes after a loop in front
 * of its body if the loop ends where its condition is true, as of {@code k <= n} it makes {@code
 * !(n < k)}, and then goes on there on PTX, without a turn.
 *
 * <p>Such a condition chooses between two numbers, and the loop goes on while that number and a
 * zero that the compiler does not know are zero.
 */
final class LoopEnds {
  /** The jumps of whose conditions TornadoVM keeps the sense. */
  private static final Set<Integer> STRAIGHT =
      Set.of(
          Opcodes.IF_ICMPGT,
          Opcodes.IF_ICMPLT,
          Opcodes.IF_ICMPEQ,
          Opcodes.IFGT,
          Opcodes.IFLT,
          Opcodes.IFEQ);

  private LoopEnds() {}

  /**
   * Changes a method's code.
   *
   * @param zero the local variable that is always zero
   */
  static void in(InsnList code, int zero) {
    Loops loops = loops(code);
    for (AbstractInsnNode node : code.toArray()) {
      if (node instanceof JumpInsnNode jump && jump.getOpcode() != Opcodes.GOTO) {
        Optional<Boolean> ends = loops.endsWhenTaken(jump);
        if (ends.isPresent() && ends.get() == STRAIGHT.contains(jump.getOpcode())) {
          turn(code, jump, ends.get(), zero);
        }
      }
    }
  }

  /** The loops of a method, while its code is changed. */
  static Loops loops(InsnList code) {
    Map<AbstractInsnNode, AbstractInsnNode> last = new LinkedHashMap<>();
    for (AbstractInsnNode node : code) {
      if (node instanceof JumpInsnNode jump && code.indexOf(jump.label) < code.indexOf(node)) {
        // The jumps come in their order.
        last.put(jump.label, node);
      }
    }
    return new Loops(code, last);
  }

  /**
   * Loops.
   *
   * @param code the method's code
   * @param last the last jump back to the place where each begins
   */
  record Loops(InsnList code, Map<AbstractInsnNode, AbstractInsnNode> last) {
    /** Whether a jump ends a loop where it is taken, or where not; empty if it ends none. */
    Optional<Boolean> endsWhenTaken(JumpInsnNode jump) {
      int from = code.indexOf(jump);
      int taken = code.indexOf(jump.label);
      int passed = code.indexOf(SeparateConditions.skipMarks(jump.getNext()));
      Map<Integer, Integer> loops = new TreeMap<>();
      last.forEach((first, end) -> loops.put(code.indexOf(first), code.indexOf(end)));
      for (Map.Entry<Integer, Integer> loop : loops.entrySet()) {
        if (from >= loop.getKey() && from <= loop.getValue()) {
          boolean stays = taken >= loop.getKey() && taken <= loop.getValue();
          boolean goesOn = passed >= loop.getKey() && passed <= loop.getValue();
          if (stays != goesOn) {
            return Optional.of(goesOn);
          }
        }
      }
      return Optional.empty();
    }
  }

  private static void turn(InsnList code, JumpInsnNode jump, boolean endsWhenTaken, int zero) {
    LabelNode place = jump.label;
    LabelNode held = new LabelNode();
    LabelNode chosen = new LabelNode();
    InsnList added = new InsnList();
    added.add(new InsnNode(endsWhenTaken ? Opcodes.ICONST_0 : Opcodes.ICONST_1));
    added.add(new JumpInsnNode(Opcodes.GOTO, chosen));
    added.add(held);
    added.add(new InsnNode(endsWhenTaken ? Opcodes.ICONST_1 : Opcodes.ICONST_0));
    added.add(chosen);
    added.add(new VarInsnNode(Opcodes.ILOAD, zero));
    added.add(new InsnNode(Opcodes.IADD));
    added.add(new JumpInsnNode(endsWhenTaken ? Opcodes.IFNE : Opcodes.IFEQ, place));
    jump.label = held;
    code.insert(jump, added);
  }
}
