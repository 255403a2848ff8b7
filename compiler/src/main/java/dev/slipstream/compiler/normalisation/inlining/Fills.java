package dev.slipstream.compiler.normalisation.inlining;

import dev.slipstream.compiler.classfile.ClassFiles;
import java.util.Optional;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * {@code Arrays.fill} as loops, independent of the JDK's implementation. The method may throw
 * without reaching an element, if a range ends before it begins, or is empty and lies outside the
 * array. A division by zero replaces that: it sends the loop to the host, where the JDK's own
 * method throws.
 */
final class Fills {
  private static final String OWNER = "java/util/Arrays";

  private Fills() {}

  /** The loop that replaces a call; empty if the call fills no array of numbers. */
  static Optional<ClassFiles.Declared<MethodNode>> of(MethodInsnNode call) {
    Type[] arguments = Type.getArgumentTypes(call.desc);
    if (!call.owner.equals(OWNER)
        || !call.name.equals("fill")
        || arguments[0].getElementType().getSort() > Type.DOUBLE) {
      return Optional.empty();
    }
    ClassNode owner = new ClassNode();
    owner.name = OWNER;
    return Optional.of(new ClassFiles.Declared<>(owner, method(call, arguments)));
  }

  private static MethodNode method(MethodInsnNode call, Type[] arguments) {
    boolean isRange = arguments.length == 4;
    Type element = arguments[arguments.length - 1];
    int value = isRange ? 3 : 1;
    int at = value + element.getSize();
    MethodNode fill = new MethodNode(Opcodes.ACC_STATIC, call.name, call.desc, null, null);
    if (isRange) {
      fill.visitVarInsn(Opcodes.ILOAD, 2);
      fill.visitVarInsn(Opcodes.ILOAD, 1);
      fill.visitInsn(Opcodes.ISUB);
      requireNotNegative(fill);
      fill.visitVarInsn(Opcodes.ILOAD, 1);
      requireNotNegative(fill);
      fill.visitVarInsn(Opcodes.ALOAD, 0);
      fill.visitInsn(Opcodes.ARRAYLENGTH);
      fill.visitVarInsn(Opcodes.ILOAD, 2);
      fill.visitInsn(Opcodes.ISUB);
      requireNotNegative(fill);
      fill.visitVarInsn(Opcodes.ILOAD, 1);
    } else {
      fill.visitInsn(Opcodes.ICONST_0);
    }
    fill.visitVarInsn(Opcodes.ISTORE, at);
    Label next = new Label();
    Label end = new Label();
    fill.visitLabel(next);
    fill.visitVarInsn(Opcodes.ILOAD, at);
    if (isRange) {
      fill.visitVarInsn(Opcodes.ILOAD, 2);
    } else {
      fill.visitVarInsn(Opcodes.ALOAD, 0);
      fill.visitInsn(Opcodes.ARRAYLENGTH);
    }
    fill.visitJumpInsn(Opcodes.IF_ICMPGE, end);
    fill.visitVarInsn(Opcodes.ALOAD, 0);
    fill.visitVarInsn(Opcodes.ILOAD, at);
    fill.visitVarInsn(element.getOpcode(Opcodes.ILOAD), value);
    fill.visitInsn(element.getOpcode(Opcodes.IASTORE));
    fill.visitIincInsn(at, 1);
    fill.visitJumpInsn(Opcodes.GOTO, next);
    fill.visitLabel(end);
    fill.visitInsn(Opcodes.RETURN);
    fill.visitMaxs(5, at + 1);
    return fill;
  }

  /**
   * Adds code that divides by zero if the number on the stack is negative: 1 / max(number + 1, 0).
   */
  static void requireNotNegative(MethodNode code) {
    code.visitInsn(Opcodes.ICONST_1);
    code.visitInsn(Opcodes.IADD);
    code.visitInsn(Opcodes.ICONST_0);
    code.visitMethodInsn(
        Opcodes.INVOKESTATIC, "java/lang/Math", "max", "(II)I", /* isInterface= */ false);
    code.visitInsn(Opcodes.ICONST_1);
    code.visitInsn(Opcodes.SWAP);
    code.visitInsn(Opcodes.IDIV);
    code.visitInsn(Opcodes.POP);
  }
}
