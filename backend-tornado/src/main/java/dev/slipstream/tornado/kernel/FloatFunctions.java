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
 * Replaces functions of doubles by functions of floats where argument and result are floats. If
 * results may differ from Java's, TornadoVM's own functions are used, whose error is not
 * documented. Otherwise {@code FloatFunctionEmulation} and {@code FloatAngles} in {@code
 * dev.slipstream.tornado.emulation} are used, which give the same results in less time. A square
 * root becomes one of floats, which TornadoVM has and devices round as Java does. A double has so
 * many more digits that rounding twice equals rounding once.
 */
final class FloatFunctions {
  /** The prefix of the copies of the compiler's functions in a kernel's class. */
  private static final String COPY = "KernelMath_";

  /** The functions for which TornadoVM's own are used where results may differ. */
  private static final Set<String> OF_DEVICE = Set.of("sin", "cos", "exp", "log");

  /** The class that has the float form of a function. */
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
   * Changes the code of a method.
   *
   * @param source the internal name of the class with the copies
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

  /** Whether a call's argument is a float made a double, and its result is made a float. */
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
