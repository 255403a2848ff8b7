package dev.slipstream.tornado.kernel;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;

/**
 * Replaces quotients of a whole number by a constant float with products with the constant's
 * reciprocal, in doubles. A workaround for TornadoVM 5.2 on PTX, whose quotients of floats are not
 * rounded to nearest; this form takes less time than a division of doubles.
 *
 * <p>A quotient of two floats is never nearer to the middle between two normal floats than one part
 * in 2<sup>49</sup> of itself. The product differs from the quotient by less than one part in
 * 2<sup>51</sup>. For whole numbers and moderate constants the quotient is a normal number. A
 * quotient by a power of two becomes a product of floats with the exact reciprocal.
 */
final class FloatQuotients {
  private static final float MOST = 0x1p60f;

  private FloatQuotients() {}

  /** Changes the code of a method. */
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
