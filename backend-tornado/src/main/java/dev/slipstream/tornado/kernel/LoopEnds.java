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
 * Makes loops end where their condition is false. A workaround for TornadoVM 5.2 on PTX. If a loop
 * ends where its condition is true, as {@code k <= n} becomes {@code !(n < k)}, TornadoVM writes
 * the code after the loop before the loop's body. The kernel then goes on there without an
 * iteration.
 *
 * <p>Such a condition selects one of two numbers. The loop goes on while that number, plus a zero
 * that the compiler does not know, is zero.
 */
final class LoopEnds {
  /** The jumps whose conditions TornadoVM does not invert. */
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
   * Changes the code of a method.
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

  /** Returns the loops of a method whose code is being changed. */
  static Loops loops(InsnList code) {
    Map<AbstractInsnNode, AbstractInsnNode> last = new LinkedHashMap<>();
    for (AbstractInsnNode node : code) {
      if (node instanceof JumpInsnNode jump && code.indexOf(jump.label) < code.indexOf(node)) {
        // Jumps are visited in order, so the last one stays.
        last.put(jump.label, node);
      }
    }
    return new Loops(code, last);
  }

  /**
   * The loops of a method.
   *
   * @param code the method's code
   * @param last the last jump back to the start of each loop
   */
  record Loops(InsnList code, Map<AbstractInsnNode, AbstractInsnNode> last) {
    /**
     * Whether a jump ends a loop if it is taken (true) or if it is not (false); empty if it ends
     * none.
     */
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
