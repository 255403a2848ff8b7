package dev.slipstream.compiler.bytecode;

import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Writes the instructions of one case; locals 0 to 3 and those from 240 on are free. */
final class Emitter {
  /** Locals that every case may use; the last ones need {@code wide}. */
  static final int FREE = 240;

  private final MethodVisitor code;
  private final String operands;
  private final int firstOperand;

  /**
   * @param operands the types of the case's operands
   * @param firstOperand the local of the first one; each takes two
   */
  Emitter(MethodVisitor code, String operands, int firstOperand) {
    this.code = code;
    this.operands = operands;
    this.firstOperand = firstOperand;
  }

  MethodVisitor code() {
    return code;
  }

  /** The type of an operand, {@code 'I'} for what is an int on the stack. */
  char kind(int operand) {
    return kind(operands.charAt(operand));
  }

  static char kind(char type) {
    return "ZBCS".indexOf(type) >= 0 ? 'I' : type;
  }

  /** Pushes operands. */
  Emitter load(int... which) {
    for (int operand : which) {
      code.visitVarInsn(
          Type.getType(String.valueOf(kind(operand))).getOpcode(Opcodes.ILOAD),
          firstOperand + 2 * operand);
    }
    return this;
  }

  /** Pushes the length of the array that an operand comes from. */
  Emitter length(int operand) {
    code.visitVarInsn(Opcodes.ALOAD, CaseProgram.ARRAYS + operand);
    code.visitInsn(Opcodes.ARRAYLENGTH);
    return this;
  }

  Emitter op(int... opcodes) {
    for (int opcode : opcodes) {
      code.visitInsn(opcode);
    }
    return this;
  }

  Emitter constant(Object value) {
    code.visitLdcInsn(value);
    return this;
  }

  Emitter store(char kind, int local) {
    code.visitVarInsn(Type.getType(String.valueOf(kind)).getOpcode(Opcodes.ISTORE), local);
    return this;
  }

  Emitter reload(char kind, int local) {
    code.visitVarInsn(Type.getType(String.valueOf(kind)).getOpcode(Opcodes.ILOAD), local);
    return this;
  }

  /** Pushes 1 if a conditional jump is taken and 0 if not. */
  Emitter jump(int opcode) {
    Label taken = new Label();
    Label end = new Label();
    code.visitJumpInsn(opcode, taken);
    code.visitInsn(Opcodes.ICONST_0);
    code.visitJumpInsn(Opcodes.GOTO, end);
    code.visitLabel(taken);
    code.visitInsn(Opcodes.ICONST_1);
    code.visitLabel(end);
    return this;
  }

  /** Turns what lies on the stack into one long that changes if two of the values are swapped. */
  Emitter fold(String stack) {
    for (int s = stack.length() - 1; s >= 0; s--) {
      store(stack.charAt(s), FREE + 2 * s);
    }
    code.visitInsn(Opcodes.LCONST_0);
    for (int s = 0; s < stack.length(); s++) {
      code.visitLdcInsn(31L);
      code.visitInsn(Opcodes.LMUL);
      reload(stack.charAt(s), FREE + 2 * s);
      if (stack.charAt(s) == 'I') {
        code.visitInsn(Opcodes.I2L);
      }
      code.visitInsn(Opcodes.LADD);
    }
    return this;
  }
}
