package dev.slipstream.tornado.kernel;

import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Keeps results apart from what uses them, with a zero that the compiler does not know, where a
 * compiler of OpenCL C may do for both together what Java forbids: compare what made a sum instead
 * of a sum that may overflow, or round a product and a sum only once.
 */
final class HiddenResults {
  private static final Set<Integer> OVERFLOWING =
      Set.of(
          Opcodes.IADD,
          Opcodes.ISUB,
          Opcodes.IMUL,
          Opcodes.INEG,
          Opcodes.LADD,
          Opcodes.LSUB,
          Opcodes.LMUL,
          Opcodes.LNEG);

  private HiddenResults() {}

  /**
   * What comes after an instruction.
   *
   * @return nothing if its result is harmless, or is used by what hides its own
   */
  static InsnList after(AbstractInsnNode node, int zero) {
    InsnList code = new InsnList();
    int opcode = node.getOpcode();
    if (OVERFLOWING.contains(opcode) && !isUsedHarmlessly(node)) {
      boolean wide = (opcode - Opcodes.IADD) % 4 == 1;
      code.add(new VarInsnNode(Opcodes.ILOAD, zero));
      if (wide) {
        code.add(new InsnNode(Opcodes.I2L));
      }
      code.add(new InsnNode(wide ? Opcodes.LXOR : Opcodes.IXOR));
    } else if (opcode == Opcodes.FMUL || opcode == Opcodes.DMUL) {
      // Nothing changes when +0.0 is taken away, and a compiler that makes one operation of the
      // product and that rounds as the product does.
      boolean wide = opcode == Opcodes.DMUL;
      code.add(new VarInsnNode(Opcodes.ILOAD, zero));
      code.add(new InsnNode(wide ? Opcodes.I2D : Opcodes.I2F));
      code.add(new InsnNode(wide ? Opcodes.DSUB : Opcodes.FSUB));
    }
    return code;
  }

  /** Whether it becomes part of another sum or product, or an index or element of an array. */
  private static boolean isUsedHarmlessly(AbstractInsnNode node) {
    AbstractInsnNode next = node.getNext();
    if (next instanceof MethodInsnNode call) {
      return call.name.equals("get") || call.name.equals("set");
    }
    return next != null && OVERFLOWING.contains(next.getOpcode());
  }
}
