package dev.slipstream.tornado.kernel;

import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Hides constants from the compiler by adding a zero whose value it does not know. A workaround for
 * TornadoVM 5.2, which recognises certain uses of constants and then miscompiles them:
 *
 * <ul>
 *   <li>if the least int or long is added to both sides of a comparison, the comparison becomes
 *       unsigned, which is wrong for negative numbers;
 *   <li>the text of infinities and NaN is invalid in OpenCL C, or is another number: quotients
 *       replace them, and constants from which the compiler could compute them are hidden;
 *   <li>a number that is masked with all bits of a smaller type becomes unsigned, and so does
 *       everything computed from it: negative differences become large numbers.
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
   * Returns the code that follows the push of a constant. A sum hides the constant, except for the
   * least int and long: the compiler would still recognise a change of sign. The same holds for a
   * shift of ints by a known count, which Graal 23.1 turns into {@code -(x << 31)}, which
   * overflows.
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

  /**
   * Returns code that adds the zero to an int or long, so that the compiler does not know the sum.
   */
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
   * Returns the code that replaces an infinite or NaN constant.
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
   * Returns the code that follows the push of a very large or very small constant, from which the
   * compiler might compute an infinity. Such a constant is not zero, so a sum with zero does not
   * change it.
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

  /** Returns the code that replaces a conversion to char. */
  static InsnList mask(int zero) {
    InsnList code = new InsnList();
    code.add(new LdcInsnNode(CHARS));
    code.add(hidden(CHARS, zero));
    code.add(new InsnNode(Opcodes.IAND));
    return code;
  }
}
