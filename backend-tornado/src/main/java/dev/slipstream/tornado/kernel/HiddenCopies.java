package dev.slipstream.tornado.kernel;

import java.util.BitSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Lets no variable of a loop take the value that another one has. At the end of a turn TornadoVM
 * 5.2 sets the variables one after the other, so that a variable would take what the other one has
 * only got for the next turn: two that are exchanged become the same.
 *
 * <p>What is stored in a loop therefore gets a zero added that the compiler does not know, unless
 * it is a constant, an element of an array, or computed with floating-point numbers: of integers
 * the compiler sees that {@code a + b - b} is {@code a}.
 */
final class HiddenCopies {
  private HiddenCopies() {}

  /**
   * Changes a method's code.
   *
   * @param zero the local variable that is always zero
   */
  static void in(InsnList code, int zero) {
    BitSet looping = looping(code);
    AbstractInsnNode[] nodes = code.toArray();
    for (int i = 0; i < nodes.length; i++) {
      if (looping.get(i) && isStore(nodes[i].getOpcode()) && !isNew(nodes[i].getPrevious())) {
        code.insertBefore(nodes[i], plusZero(nodes[i].getOpcode(), zero));
      }
    }
  }

  /** The instructions that lie between a place and a jump back to it. */
  static BitSet looping(InsnList code) {
    BitSet looping = new BitSet();
    for (AbstractInsnNode node : code) {
      if (node instanceof JumpInsnNode jump) {
        int from = code.indexOf(node);
        int to = code.indexOf(jump.label);
        if (to < from) {
          looping.set(to, from);
        }
      }
    }
    return looping;
  }

  private static boolean isStore(int opcode) {
    return opcode >= Opcodes.ISTORE && opcode <= Opcodes.DSTORE;
  }

  /** Whether what an instruction leaves on the stack is for certain the value of no variable. */
  private static boolean isNew(AbstractInsnNode before) {
    if (before instanceof MethodInsnNode call) {
      return call.name.equals("get") || call.name.equals("sqrt");
    }
    int opcode = before.getOpcode();
    return before instanceof LdcInsnNode
        || (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.SIPUSH)
        || (opcode >= Opcodes.FADD && opcode <= Opcodes.DDIV && (opcode - Opcodes.IADD) % 4 > 1);
  }

  /** Of floating-point numbers zero is taken away, so that -0.0 stays what it is. */
  private static InsnList plusZero(int store, int zero) {
    InsnList code = new InsnList();
    code.add(new VarInsnNode(Opcodes.ILOAD, zero));
    switch (store) {
      case Opcodes.LSTORE -> {
        code.add(new InsnNode(Opcodes.I2L));
        code.add(new InsnNode(Opcodes.LADD));
      }
      case Opcodes.FSTORE -> {
        code.add(new InsnNode(Opcodes.I2F));
        code.add(new InsnNode(Opcodes.FSUB));
      }
      case Opcodes.DSTORE -> {
        code.add(new InsnNode(Opcodes.I2D));
        code.add(new InsnNode(Opcodes.DSUB));
      }
      default -> code.add(new InsnNode(Opcodes.IADD));
    }
    return code;
  }
}
