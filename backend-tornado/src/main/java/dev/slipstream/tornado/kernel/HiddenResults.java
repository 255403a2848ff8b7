package dev.slipstream.tornado.kernel;

import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Separates results from their uses by a zero that the compiler does not know. Needed on
 * TornadoVM's backends that write OpenCL C (5.2) or CUDA C++ (6.0): their compilers may treat both
 * together in ways that Java forbids. They compare the operands of a sum instead of a sum that may
 * overflow, or round a product and a sum only once.
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
   * Returns the code that follows an instruction.
   *
   * @return empty if the result is harmless, or if the instruction that uses it hides its own
   *     result
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
      // To subtract +0.0 changes nothing, and a compiler that fuses this with the product still
      // rounds as the product does.
      boolean wide = opcode == Opcodes.DMUL;
      code.add(new VarInsnNode(Opcodes.ILOAD, zero));
      code.add(new InsnNode(wide ? Opcodes.I2D : Opcodes.I2F));
      code.add(new InsnNode(wide ? Opcodes.DSUB : Opcodes.FSUB));
    }
    return code;
  }

  /**
   * Whether a result is an operand of another sum or product, or an index or element of an array.
   */
  private static boolean isUsedHarmlessly(AbstractInsnNode node) {
    AbstractInsnNode next = node.getNext();
    if (next instanceof MethodInsnNode call) {
      return call.name.equals("get") || call.name.equals("set");
    }
    return next != null && OVERFLOWING.contains(next.getOpcode());
  }
}
