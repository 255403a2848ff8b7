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
 * {@code System.arraycopy} of numbers as loops, where both arrays are known to be of the same type.
 * If the target position is higher, the loop copies from the end, so that ranges of one array may
 * overlap. As in {@link Fills}, a division by zero replaces the exceptions.
 */
final class Copies {
  private static final String OWNER = "java/lang/System";
  private static final String OF_OBJECTS = "(Ljava/lang/Object;ILjava/lang/Object;II)V";

  private static final int SOURCE = 0;
  private static final int FROM = 1;
  private static final int TARGET = 2;
  private static final int TO = 3;
  private static final int LENGTH = 4;
  private static final int COUNTER = 5;

  private Copies() {}

  /** Whether a call copies arrays and its descriptor does not contain their types. */
  static boolean isCopy(MethodInsnNode call) {
    return call.owner.equals(OWNER)
        && call.name.equals("arraycopy")
        && call.desc.equals(OF_OBJECTS);
  }

  /** The descriptor for arrays that are both of one type. */
  static String descriptor(Type array) {
    return OF_OBJECTS.replace("Ljava/lang/Object;", array.getDescriptor());
  }

  /** The loops that replace a call; empty if it does not copy numbers, or if that is unknown. */
  static Optional<ClassFiles.Declared<MethodNode>> of(MethodInsnNode call) {
    if (!call.owner.equals(OWNER)
        || !call.name.equals("arraycopy")
        || call.desc.equals(OF_OBJECTS)) {
      return Optional.empty();
    }
    ClassNode owner = new ClassNode();
    owner.name = OWNER;
    Type element = Type.getArgumentTypes(call.desc)[SOURCE].getElementType();
    MethodNode copy = new MethodNode(Opcodes.ACC_STATIC, call.name, call.desc, null, null);
    requireRange(copy, SOURCE, FROM);
    requireRange(copy, TARGET, TO);
    copy.visitVarInsn(Opcodes.ILOAD, LENGTH);
    Fills.requireNotNegative(copy);
    Label upwards = new Label();
    copy.visitVarInsn(Opcodes.ILOAD, TO);
    copy.visitVarInsn(Opcodes.ILOAD, FROM);
    copy.visitJumpInsn(Opcodes.IF_ICMPLE, upwards);
    downwards(copy, element);
    copy.visitInsn(Opcodes.RETURN);
    copy.visitLabel(upwards);
    upwards(copy, element);
    copy.visitInsn(Opcodes.RETURN);
    copy.visitMaxs(6, COUNTER + 1);
    return Optional.of(new ClassFiles.Declared<>(owner, copy));
  }

  /** Adds code that requires a range to begin and end inside an array. */
  private static void requireRange(MethodNode code, int array, int start) {
    code.visitVarInsn(Opcodes.ILOAD, start);
    Fills.requireNotNegative(code);
    code.visitVarInsn(Opcodes.ALOAD, array);
    code.visitInsn(Opcodes.ARRAYLENGTH);
    code.visitVarInsn(Opcodes.ILOAD, start);
    code.visitInsn(Opcodes.ISUB);
    code.visitVarInsn(Opcodes.ILOAD, LENGTH);
    code.visitInsn(Opcodes.ISUB);
    Fills.requireNotNegative(code);
  }

  private static void upwards(MethodNode code, Type element) {
    Label next = new Label();
    Label end = new Label();
    code.visitInsn(Opcodes.ICONST_0);
    code.visitVarInsn(Opcodes.ISTORE, COUNTER);
    code.visitLabel(next);
    code.visitVarInsn(Opcodes.ILOAD, COUNTER);
    code.visitVarInsn(Opcodes.ILOAD, LENGTH);
    code.visitJumpInsn(Opcodes.IF_ICMPGE, end);
    move(code, element);
    code.visitIincInsn(COUNTER, 1);
    code.visitJumpInsn(Opcodes.GOTO, next);
    code.visitLabel(end);
  }

  private static void downwards(MethodNode code, Type element) {
    Label next = new Label();
    Label end = new Label();
    code.visitVarInsn(Opcodes.ILOAD, LENGTH);
    code.visitInsn(Opcodes.ICONST_1);
    code.visitInsn(Opcodes.ISUB);
    code.visitVarInsn(Opcodes.ISTORE, COUNTER);
    code.visitLabel(next);
    code.visitVarInsn(Opcodes.ILOAD, COUNTER);
    code.visitJumpInsn(Opcodes.IFLT, end);
    move(code, element);
    code.visitIincInsn(COUNTER, -1);
    code.visitJumpInsn(Opcodes.GOTO, next);
    code.visitLabel(end);
  }

  private static void move(MethodNode code, Type element) {
    code.visitVarInsn(Opcodes.ALOAD, TARGET);
    place(code, TO);
    code.visitVarInsn(Opcodes.ALOAD, SOURCE);
    place(code, FROM);
    code.visitInsn(element.getOpcode(Opcodes.IALOAD));
    code.visitInsn(element.getOpcode(Opcodes.IASTORE));
  }

  private static void place(MethodNode code, int start) {
    code.visitVarInsn(Opcodes.ILOAD, start);
    code.visitVarInsn(Opcodes.ILOAD, COUNTER);
    code.visitInsn(Opcodes.IADD);
  }
}
