package dev.slipstream.compiler.normalisation.inlining;

import dev.slipstream.compiler.classfile.Instructions;
import java.util.Optional;
import org.objectweb.asm.tree.AbstractInsnNode;
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
    Optional<Number> largest = Instructions.constant(last);
    Optional<Number> smallest = Instructions.constant(first);
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
}
