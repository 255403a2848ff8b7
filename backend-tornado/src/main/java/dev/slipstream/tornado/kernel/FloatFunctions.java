package dev.slipstream.tornado.kernel;

import dev.slipstream.tornado.binding.ApiNames;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Lets functions of floats be others than those of doubles: where results may differ from Java's
 * TornadoVM's own, which does not say how far they are off, and otherwise those of {@code
 * FloatFunctions} and {@code FloatAngles} in {@code dev.slipstream.tornado.emulation}, whose
 * results are the same.
 */
final class FloatFunctions {
  /** The names of the copies of the compiler's functions in a kernel's class start with it. */
  private static final String COPY = "KernelMath_";

  /** What TornadoVM's functions are taken for where results may differ. */
  private static final Set<String> OF_DEVICE = Set.of("sin", "cos", "exp", "log");

  /** Which class has the form of a function. */
  private static final Map<String, String> EXACT =
      Map.of(
          "exp",
          EmulationLibrary.FLOAT_FUNCTIONS,
          "log",
          EmulationLibrary.FLOAT_FUNCTIONS,
          "sin",
          EmulationLibrary.FLOAT_ANGLES,
          "cos",
          EmulationLibrary.FLOAT_ANGLES,
          "tan",
          EmulationLibrary.FLOAT_ANGLES);

  private FloatFunctions() {}

  /**
   * Changes a method's code.
   *
   * @param source the internal name of the class that has the copies
   * @param fastMath whether results may differ from Java's
   */
  static void in(InsnList code, String source, boolean fastMath) {
    for (AbstractInsnNode node : code.toArray()) {
      if (node instanceof MethodInsnNode call
          && call.owner.equals(source)
          && call.name.startsWith(COPY)
          && EXACT.containsKey(call.name.substring(COPY.length()))
          && FloatRoots.is(call.getPrevious(), Opcodes.F2D)
          && FloatRoots.is(call.getNext(), Opcodes.D2F)) {
        code.remove(call.getPrevious());
        code.remove(call.getNext());
        call.name = call.name.substring(COPY.length());
        call.owner =
            fastMath && OF_DEVICE.contains(call.name)
                ? ApiNames.API + "math/TornadoMath"
                : EXACT.get(call.name);
        call.desc = "(F)F";
      }
    }
  }
}
