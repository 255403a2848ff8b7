package dev.slipstream.compiler.normalisation.inlining;

import dev.slipstream.compiler.classfile.Instructions;
import dev.slipstream.compiler.classfile.Intrinsics;
import java.util.Optional;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The methods of {@code java.lang.Math} that throw when a result does not fit or limits are in the
 * wrong order. They are inlined with the JDK's code.
 */
final class ThrowingMethods {
  private ThrowingMethods() {}

  /** Whether a call is a call of one of them. */
  static boolean isOne(MethodInsnNode call) {
    return Intrinsics.isOfMath(call) && (call.name.endsWith("Exact") || call.name.equals("clamp"));
  }

  /**
   * A replacement for the code of one of them: the product of longs without the JDK's division,
   * which is slow on devices. The product fits if the high half only repeats the low half's sign.
   */
  static Optional<MethodNode> inOtherForm(MethodInsnNode call) {
    if (!isOne(call) || !call.name.equals("multiplyExact") || !call.desc.equals("(JJ)J")) {
      return Optional.empty();
    }
    MethodNode product = new MethodNode(Opcodes.ACC_STATIC, call.name, call.desc, null, null);
    Label fits = new Label();
    product.visitVarInsn(Opcodes.LLOAD, 0);
    product.visitVarInsn(Opcodes.LLOAD, 2);
    product.visitInsn(Opcodes.LMUL);
    product.visitVarInsn(Opcodes.LSTORE, 4);
    product.visitVarInsn(Opcodes.LLOAD, 0);
    product.visitVarInsn(Opcodes.LLOAD, 2);
    product.visitMethodInsn(
        Opcodes.INVOKESTATIC, "java/lang/Math", "multiplyHigh", "(JJ)J", /* isInterface= */ false);
    product.visitVarInsn(Opcodes.LLOAD, 4);
    product.visitIntInsn(Opcodes.BIPUSH, 63);
    product.visitInsn(Opcodes.LSHR);
    product.visitInsn(Opcodes.LCMP);
    product.visitJumpInsn(Opcodes.IFEQ, fits);
    product.visitInsn(Opcodes.ACONST_NULL);
    product.visitInsn(Opcodes.ATHROW);
    product.visitLabel(fits);
    product.visitVarInsn(Opcodes.LLOAD, 4);
    product.visitInsn(Opcodes.LRETURN);
    product.visitMaxs(5, 6);
    return Optional.of(product);
  }

  /**
   * Whether a call clamps between two constants in the right order, which is the usual case: then
   * it never throws.
   */
  static boolean neverThrows(MethodInsnNode call) {
    if (!isOne(call) || !call.name.equals("clamp")) {
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

  /** The preceding instruction. A label may be a jump target, and ends the search. */
  private static AbstractInsnNode before(AbstractInsnNode node) {
    AbstractInsnNode previous = node.getPrevious();
    while (previous instanceof LineNumberNode) {
      previous = previous.getPrevious();
    }
    return previous == null ? node : previous;
  }
}
