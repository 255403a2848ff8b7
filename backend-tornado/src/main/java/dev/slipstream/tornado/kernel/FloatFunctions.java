package dev.slipstream.tornado.kernel;

import dev.slipstream.tornado.binding.ApiNames;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Lets functions of floats be others than those of doubles: where results may differ from Java's
 * TornadoVM's own, which does not say how far they are off, and otherwise those of {@code
 * FloatFunctions} and {@code FloatAngles} in {@code dev.slipstream.tornado.emulation}, whose
 * results are the same. A square root becomes one of floats, which TornadoVM has and devices round
 * as Java does: a double has so many more digits that rounding twice is rounding once.
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
          && call.owner.equals("java/lang/Math")
          && call.name.equals("sqrt")
          && isOfFloat(call)) {
        takeFloat(code, call, ApiNames.API + "math/TornadoMath");
      } else if (node instanceof MethodInsnNode call
          && call.owner.equals(source)
          && call.name.startsWith(COPY)
          && EXACT.containsKey(call.name.substring(COPY.length()))
          && isOfFloat(call)) {
        call.name = call.name.substring(COPY.length());
        takeFloat(
            code,
            call,
            fastMath && OF_DEVICE.contains(call.name)
                ? ApiNames.API + "math/TornadoMath"
                : Objects.requireNonNull(EXACT.get(call.name)));
      }
    }
  }

  /** Whether a float is made a double for a call, and its result a float. */
  private static boolean isOfFloat(MethodInsnNode call) {
    return is(call.getPrevious(), Opcodes.F2D) && is(call.getNext(), Opcodes.D2F);
  }

  private static boolean is(@Nullable AbstractInsnNode node, int opcode) {
    return node != null && node.getOpcode() == opcode;
  }

  private static void takeFloat(InsnList code, MethodInsnNode call, String owner) {
    code.remove(call.getPrevious());
    code.remove(call.getNext());
    call.owner = owner;
    call.desc = "(F)F";
  }
}
