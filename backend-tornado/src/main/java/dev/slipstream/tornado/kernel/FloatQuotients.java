package dev.slipstream.tornado.kernel;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;

/**
 * Lets quotients of a whole number and a constant float be products with the constant's reciprocal
 * in doubles. No quotient of two floats lies nearer to the middle between two normal floats than
 * one part in 2<sup>49</sup> of itself, and the product differs from the quotient by less than one
 * in 2<sup>51</sup>; of whole numbers and constants that are not very large it is a normal number.
 * Quotients of powers of two are products with what these have as reciprocals.
 */
final class FloatQuotients {
  private static final float MOST = 0x1p60f;

  private FloatQuotients() {}

  /** Changes a method's code. */
  static void in(InsnList code) {
    for (AbstractInsnNode node : code.toArray()) {
      if (node.getOpcode() == Opcodes.FDIV
          && node.getPrevious() instanceof LdcInsnNode divisor
          && divisor.cst instanceof Float value
          && Math.abs(value) < MOST
          && Math.abs(value) > 1 / MOST) {
        if (Math.abs(value) == Math.scalb(1f, Math.getExponent(value))) {
          divisor.cst = 1 / value;
          code.set(node, new InsnNode(Opcodes.FMUL));
        } else if (isWhole(divisor.getPrevious())) {
          code.insertBefore(divisor, new InsnNode(Opcodes.F2D));
          divisor.cst = 1.0 / value;
          code.insertBefore(node, new InsnNode(Opcodes.DMUL));
          code.set(node, new InsnNode(Opcodes.D2F));
        }
      }
    }
  }

  private static boolean isWhole(@Nullable AbstractInsnNode node) {
    return node != null && (node.getOpcode() == Opcodes.I2F || node.getOpcode() == Opcodes.L2F);
  }
}
