package dev.slipstream.compiler.bytecode;

import java.util.List;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes a class {@code Program} with a method {@code run(int n, operands…, results…)}, whose one
 * loop computes each case for the operands at {@code i}.
 */
final class CaseProgram {
  private static final int COUNTER = 20;
  private static final int COUNT = 21;
  static final int ARRAYS = 22;
  private static final int OPERANDS = 100;
  private static final int CONSTANTS_BEFORE = 300;

  private final String operands;
  private final List<Case> cases;
  private final boolean wideConstants;

  private CaseProgram(List<Case> cases, boolean wideConstants) {
    this.operands = cases.get(0).operands();
    this.cases = cases;
    this.wideConstants = wideConstants;
  }

  /**
   * The class file.
   *
   * @param cases all with the same operands
   * @param wideConstants whether constants have such large numbers that {@code ldc_w} is needed
   */
  static byte[] write(List<Case> cases, boolean wideConstants) {
    return new CaseProgram(cases, wideConstants).classFile();
  }

  private byte[] classFile() {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
    if (wideConstants) {
      for (int c = 0; c < CONSTANTS_BEFORE; c++) {
        writer.newConst(1_000_000 + c);
      }
    }
    writer.visit(
        Opcodes.V17,
        Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER,
        "Program",
        null,
        "java/lang/Object",
        null);
    StringBuilder descriptor = new StringBuilder("(I");
    for (char type : operands.toCharArray()) {
      descriptor.append('[').append(type);
    }
    cases.forEach(c -> descriptor.append('[').append(c.result()));
    MethodVisitor code =
        writer.visitMethod(
            Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC,
            "run",
            descriptor.append(")V").toString(),
            null,
            null);
    code.visitCode();
    run(code);
    code.visitMaxs(0, 0);
    code.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  private void run(MethodVisitor code) {
    // The first locals are for the cases.
    code.visitVarInsn(Opcodes.ILOAD, 0);
    code.visitVarInsn(Opcodes.ISTORE, COUNT);
    for (int a = 0; a < operands.length() + cases.size(); a++) {
      code.visitVarInsn(Opcodes.ALOAD, 1 + a);
      code.visitVarInsn(Opcodes.ASTORE, ARRAYS + a);
    }
    code.visitInsn(Opcodes.ICONST_0);
    code.visitVarInsn(Opcodes.ISTORE, COUNTER);
    Label head = new Label();
    Label end = new Label();
    code.visitLabel(head);
    code.visitVarInsn(Opcodes.ILOAD, COUNTER);
    code.visitVarInsn(Opcodes.ILOAD, COUNT);
    code.visitJumpInsn(Opcodes.IF_ICMPGE, end);
    for (int o = 0; o < operands.length(); o++) {
      Type type = Type.getType(operands.substring(o, o + 1));
      // Through the locals that have instructions of their own.
      code.visitVarInsn(Opcodes.ALOAD, ARRAYS + o);
      code.visitVarInsn(Opcodes.ASTORE, o % 4);
      code.visitVarInsn(Opcodes.ALOAD, o % 4);
      code.visitVarInsn(Opcodes.ILOAD, COUNTER);
      code.visitInsn(type.getOpcode(Opcodes.IALOAD));
      code.visitVarInsn(type.getOpcode(Opcodes.ISTORE), OPERANDS + 2 * o);
    }
    Emitter emitter = new Emitter(code, operands, OPERANDS);
    for (int c = 0; c < cases.size(); c++) {
      code.visitVarInsn(Opcodes.ALOAD, ARRAYS + operands.length() + c);
      code.visitVarInsn(Opcodes.ILOAD, COUNTER);
      cases.get(c).code().accept(emitter);
      Type type = Type.getType(String.valueOf(cases.get(c).result()));
      code.visitInsn(type.getOpcode(Opcodes.IASTORE));
    }
    code.visitIincInsn(COUNTER, 1);
    code.visitJumpInsn(Opcodes.GOTO, head);
    code.visitLabel(end);
    code.visitInsn(Opcodes.RETURN);
  }
}
