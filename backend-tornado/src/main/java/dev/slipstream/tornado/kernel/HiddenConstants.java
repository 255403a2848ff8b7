package dev.slipstream.tornado.kernel;

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
 *   <li>a number that is masked with all bits of a smaller type becomes one without sign, and so
 *       does everything that is computed of it: negative differences are large numbers then.
 * </ul>
 */
final class HiddenConstants {
  private static final int CHARS = 0xffff;
  private static final Set<Object> HIDDEN =
      Set.of(Integer.MIN_VALUE, Long.MIN_VALUE, 0xff, 0xffL, CHARS, 0xffffL, 0xffffffffL);

  private HiddenConstants() {}

  /**
   * What comes after a constant was pushed.
   *
   * @param zero the local variable that is always zero
   */
  static InsnList hidden(Object constant, int zero) {
    InsnList code = new InsnList();
    if (HIDDEN.contains(constant)) {
      code.add(new VarInsnNode(Opcodes.ILOAD, zero));
      if (constant instanceof Long) {
        code.add(new InsnNode(Opcodes.I2L));
        code.add(new InsnNode(Opcodes.LADD));
      } else {
        code.add(new InsnNode(Opcodes.IADD));
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
