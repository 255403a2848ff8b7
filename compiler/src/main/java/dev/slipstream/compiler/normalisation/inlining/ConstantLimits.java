package dev.slipstream.compiler.normalisation.inlining;

import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * {@code Math.clamp} throws if its limits are in the wrong order. With constants, as it is mostly
 * called, they are seen to be in the right one, and nothing needs to be checked.
 */
final class ConstantLimits {
  private ConstantLimits() {}

  /** Whether a call clamps between two constants with which it never throws. */
  static boolean areOrdered(MethodInsnNode call) {
    if (!call.name.equals("clamp")
        || !(call.owner.equals("java/lang/Math") || call.owner.equals("java/lang/StrictMath"))) {
      return false;
    }
    AbstractInsnNode last = before(call);
    AbstractInsnNode first = before(last);
    Optional<Number> largest = constant(last);
    Optional<Number> smallest = constant(first);
    if (largest.isEmpty() || smallest.isEmpty()) {
      return false;
    }
    if (call.desc.endsWith("F") || call.desc.endsWith("D")) {
      double low = smallest.get().doubleValue();
      double high = largest.get().doubleValue();
      return !Double.isNaN(low) && !Double.isNaN(high) && Double.compare(low, high) <= 0;
    }
    return smallest.get().longValue() <= largest.get().longValue();
  }

  /** The instruction before; a label may be jumped to and thus ends the search. */
  private static AbstractInsnNode before(AbstractInsnNode node) {
    AbstractInsnNode previous = node.getPrevious();
    while (previous instanceof LineNumberNode) {
      previous = previous.getPrevious();
    }
    return previous == null ? node : previous;
  }

  private static Optional<Number> constant(AbstractInsnNode node) {
    int opcode = node.getOpcode();
    if (node instanceof LdcInsnNode load && load.cst instanceof Number number) {
      return Optional.of(number);
    }
    if (node instanceof IntInsnNode push && opcode != Opcodes.NEWARRAY) {
      return Optional.of(push.operand);
    }
    if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
      return Optional.of(opcode - Opcodes.ICONST_0);
    }
    if (opcode == Opcodes.LCONST_0 || opcode == Opcodes.LCONST_1) {
      return Optional.of((long) (opcode - Opcodes.LCONST_0));
    }
    if (opcode >= Opcodes.FCONST_0 && opcode <= Opcodes.FCONST_2) {
      return Optional.of((float) (opcode - Opcodes.FCONST_0));
    }
    if (opcode == Opcodes.DCONST_0 || opcode == Opcodes.DCONST_1) {
      return Optional.of((double) (opcode - Opcodes.DCONST_0));
    }
    return Optional.empty();
  }
}
