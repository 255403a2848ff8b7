package dev.slipstream.tornado.kernel;

import dev.slipstream.tornado.binding.ApiNames;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Lets {@code (float) Math.sqrt(x)} of a float be a square root of floats, which TornadoVM has and
 * devices round as Java does: a double has so many more digits that rounding twice is rounding
 * once.
 */
final class FloatRoots {
  private FloatRoots() {}

  /** Changes a method's code. */
  static void in(InsnList code) {
    for (AbstractInsnNode node : code.toArray()) {
      if (node instanceof MethodInsnNode call
          && call.owner.equals("java/lang/Math")
          && call.name.equals("sqrt")
          && is(node.getPrevious(), Opcodes.F2D)
          && is(node.getNext(), Opcodes.D2F)) {
        code.remove(node.getPrevious());
        code.remove(node.getNext());
        call.owner = ApiNames.API + "math/TornadoMath";
        call.desc = "(F)F";
      }
    }
  }

  /** Whether there is an instruction, and it is this one. */
  static boolean is(@Nullable AbstractInsnNode node, int opcode) {
    return node != null && node.getOpcode() == opcode;
  }
}
