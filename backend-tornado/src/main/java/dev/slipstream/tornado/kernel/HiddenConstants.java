package dev.slipstream.tornado.kernel;

import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Makes constants something that the compiler does not know, by adding a zero that it does not
 * know. TornadoVM 5.2 recognises what they are used for and then gets it wrong:
 *
 * <ul>
 *   <li>numbers that the least int or long is added to on both sides of a comparison are compared
 *       without sign, which it gets wrong for negative ones;
 *   <li>infinities and what is no number get a text that is another number's or none in OpenCL C:
 *       quotients stand for them, and numbers of which it could make them are hidden;
 *   <li>a number that is masked with all bits of a smaller type becomes one without sign, and so
 *       does everything that is computed of it: negative differences are large numbers then.
 * </ul>
 */
final class HiddenConstants {
  private static final int CHARS = 0xffff;
  private static final double LARGE_DOUBLE = 0x1p128;
  private static final double LARGE_FLOAT = 0x1p32;
  private static final Set<Object> HIDDEN =
      Set.of(Integer.MIN_VALUE, Long.MIN_VALUE, 0xff, 0xffL, CHARS, 0xffffL, 0xffffffffL);

  private HiddenConstants() {}

  /**
   * What comes after a constant was pushed. A sum is enough, but for the least numbers: that would
   * still be seen to change signs. So would a shift of ints by a known count, of which Graal 23.1
   * makes {@code -(x << 31)}, which overflows.
   *
   * @param zero the local variable that is always zero
   */
  static InsnList hidden(Object constant, int zero) {
    InsnList code = new InsnList();
    if (!HIDDEN.contains(constant)) {
      return code;
    }
    boolean isLong = constant instanceof Long;
    boolean least = constant.equals(Integer.MIN_VALUE) || constant.equals(Long.MIN_VALUE);
    if (least) {
      code.add(new InsnNode(isLong ? Opcodes.POP2 : Opcodes.POP));
      code.add(new InsnNode(isLong ? Opcodes.LCONST_1 : Opcodes.ICONST_1));
    }
    code.add(sum(isLong, zero));
    if (least) {
      code.add(new LdcInsnNode(isLong ? 63 : 31));
      if (!isLong) {
        code.add(sum(false, zero));
      }
      code.add(new InsnNode(isLong ? Opcodes.LSHL : Opcodes.ISHL));
    }
    return code;
  }

  /** Adds the zero to an int or long, so that the compiler does not know the sum. */
  static InsnList sum(boolean isLong, int zero) {
    InsnList code = new InsnList();
    code.add(new VarInsnNode(Opcodes.ILOAD, zero));
    if (isLong) {
      code.add(new InsnNode(Opcodes.I2L));
    }
    code.add(new InsnNode(isLong ? Opcodes.LADD : Opcodes.IADD));
    return code;
  }

  /**
   * What stands for a constant that is infinite or no number.
   *
   * @return empty for all others
   */
  static Optional<InsnList> quotient(Object constant, int zero) {
    if (!(constant instanceof Float || constant instanceof Double)) {
      return Optional.empty();
    }
    double value = ((Number) constant).doubleValue();
    if (Double.isFinite(value)) {
      return Optional.empty();
    }
    boolean wide = constant instanceof Double;
    int dividend = Double.isNaN(value) ? 0 : value > 0 ? 1 : -1;
    InsnList code = new InsnList();
    code.add(new LdcInsnNode(dividend));
    code.add(new InsnNode(Opcodes.I2D));
    code.add(new VarInsnNode(Opcodes.ILOAD, zero));
    code.add(new InsnNode(Opcodes.I2D));
    code.add(new InsnNode(Opcodes.DDIV));
    if (!wide) {
      code.add(new InsnNode(Opcodes.D2F));
    }
    return Optional.of(code);
  }

  /**
   * What comes after a constant was pushed that is so large or so small that the compiler might
   * find an infinity when it computes with a few of its kind. It is a number other than zero, which
   * a sum with zero leaves as it is.
   */
  static InsnList extreme(Object constant, int zero) {
    InsnList code = new InsnList();
    boolean wide = constant instanceof Double;
    if (wide || constant instanceof Float) {
      double size = Math.abs(((Number) constant).doubleValue());
      double large = wide ? LARGE_DOUBLE : LARGE_FLOAT;
      if (size >= large || (size != 0 && size <= 1 / large)) {
        code.add(new VarInsnNode(Opcodes.ILOAD, zero));
        code.add(new InsnNode(wide ? Opcodes.I2D : Opcodes.I2F));
        code.add(new InsnNode(wide ? Opcodes.DADD : Opcodes.FADD));
      }
    }
    return code;
  }

  /** What stands for a conversion to char. */
  static InsnList mask(int zero) {
    InsnList code = new InsnList();
    code.add(new LdcInsnNode(CHARS));
    code.add(hidden(CHARS, zero));
    code.add(new InsnNode(Opcodes.IAND));
    return code;
  }
}
