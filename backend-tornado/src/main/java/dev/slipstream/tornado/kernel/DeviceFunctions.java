package dev.slipstream.tornado.kernel;

import dev.slipstream.tornado.binding.ApiNames;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Lets functions of floats be TornadoVM's own, where results may differ from Java's. It does not
 * say how far they are off.
 */
final class DeviceFunctions {
  /** The names of the copies of the compiler's functions in a kernel's class start with it. */
  private static final String COPY = "KernelMath_";

  private static final Set<String> KNOWN = Set.of("sin", "cos", "exp", "log");

  private DeviceFunctions() {}

  /**
   * Changes a method's code.
   *
   * @param source the internal name of the class that has the copies
   */
  static void in(InsnList code, String source) {
    for (AbstractInsnNode node : code.toArray()) {
      if (node instanceof MethodInsnNode call
          && call.owner.equals(source)
          && call.name.startsWith(COPY)
          && KNOWN.contains(call.name.substring(COPY.length()))
          && FloatRoots.is(call.getPrevious(), Opcodes.F2D)
          && FloatRoots.is(call.getNext(), Opcodes.D2F)) {
        code.remove(call.getPrevious());
        code.remove(call.getNext());
        call.owner = ApiNames.API + "math/TornadoMath";
        call.name = call.name.substring(COPY.length());
        call.desc = "(F)F";
      }
    }
  }
}
