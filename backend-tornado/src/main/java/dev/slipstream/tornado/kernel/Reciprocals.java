package dev.slipstream.tornado.kernel;

import java.util.BitSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Replaces float quotients in loops, by a whole number that no loop changes, with products with its
 * reciprocal, which the device's compiler computes once. Only used where results may differ from
 * Java's: the error is about that of TornadoVM's own division. A whole number and its reciprocal
 * are never too large or too small for a float.
 */
final class Reciprocals {
  private Reciprocals() {}

  /** Changes the code of a method. */
  static void in(InsnList code) {
    BitSet looping = Successors.looping(code);
    AbstractInsnNode[] nodes = code.toArray();
    for (int i = 2; i < nodes.length; i++) {
      if (looping.get(i)
          && nodes[i].getOpcode() == Opcodes.FDIV
          && isOfVariable(nodes[i - 2], nodes[i - 1])
          && !isChanged(nodes, looping, ((VarInsnNode) nodes[i - 2]).var)) {
        code.insertBefore(nodes[i - 2], new InsnNode(Opcodes.FCONST_1));
        code.insert(nodes[i], new InsnNode(Opcodes.FMUL));
      }
    }
  }

  private static boolean isOfVariable(AbstractInsnNode load, AbstractInsnNode conversion) {
    return (load.getOpcode() == Opcodes.ILOAD && conversion.getOpcode() == Opcodes.I2F)
        || (load.getOpcode() == Opcodes.LLOAD && conversion.getOpcode() == Opcodes.L2F);
  }

  private static boolean isChanged(AbstractInsnNode[] nodes, BitSet looping, int variable) {
    return looping.stream()
        .anyMatch(
            i ->
                (nodes[i] instanceof IincInsnNode increment && increment.var == variable)
                    || (nodes[i] instanceof VarInsnNode used
                        && used.var == variable
                        && used.getOpcode() >= Opcodes.ISTORE));
  }
}
