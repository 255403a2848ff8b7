package dev.slipstream.compiler.opencl;

import org.objectweb.asm.Opcodes;

/** Translates the instructions that work on the operand stack alone. */
final class InstructionTranslator {
  private final OperandStack stack;

  InstructionTranslator(OperandStack stack) {
    this.stack = stack;
  }

  /** Translates one instruction without operands; false if it is not one of these. */
  boolean translate(int opcode) {
    return arrangement(opcode) || arithmetic(opcode) || conversion(opcode);
  }

  private boolean arrangement(int opcode) {
    switch (opcode) {
      case Opcodes.NOP -> {}
      case Opcodes.ACONST_NULL -> stack.push(new Operand.Unusable());
      case Opcodes.POP -> stack.drop(1);
      case Opcodes.POP2 -> stack.drop(2);
      case Opcodes.DUP -> stack.duplicate(1, 0);
      case Opcodes.DUP_X1 -> stack.duplicate(1, 1);
      case Opcodes.DUP_X2 -> stack.duplicate(1, 2);
      case Opcodes.DUP2 -> stack.duplicate(2, 0);
      case Opcodes.DUP2_X1 -> stack.duplicate(2, 1);
      case Opcodes.DUP2_X2 -> stack.duplicate(2, 2);
      case Opcodes.SWAP -> stack.swap();
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean arithmetic(int opcode) {
    boolean computes =
        (opcode >= Opcodes.IADD && opcode <= Opcodes.LXOR)
            || (opcode >= Opcodes.LCMP && opcode <= Opcodes.DCMPG);
    if (!computes || opcode == Opcodes.FREM || opcode == Opcodes.DREM) {
      return false;
    }
    Expression right = stack.popExpression();
    boolean isNegation = opcode >= Opcodes.INEG && opcode <= Opcodes.DNEG;
    stack.push(
        isNegation ? JavaOperators.negate(right) : binary(opcode, stack.popExpression(), right));
    return true;
  }

  private static Expression binary(int opcode, Expression a, Expression b) {
    return switch (opcode) {
      case Opcodes.IADD, Opcodes.LADD, Opcodes.FADD, Opcodes.DADD -> JavaOperators.add(a, b);
      case Opcodes.ISUB, Opcodes.LSUB, Opcodes.FSUB, Opcodes.DSUB -> JavaOperators.subtract(a, b);
      case Opcodes.IMUL, Opcodes.LMUL, Opcodes.FMUL, Opcodes.DMUL -> JavaOperators.multiply(a, b);
      case Opcodes.IDIV, Opcodes.LDIV, Opcodes.FDIV, Opcodes.DDIV -> JavaOperators.divide(a, b);
      case Opcodes.IREM, Opcodes.LREM -> JavaOperators.remainder(a, b);
      case Opcodes.ISHL, Opcodes.LSHL -> JavaOperators.shiftLeft(a, b);
      case Opcodes.ISHR, Opcodes.LSHR -> JavaOperators.shiftRight(a, b);
      case Opcodes.IUSHR, Opcodes.LUSHR -> JavaOperators.shiftRightUnsigned(a, b);
      case Opcodes.IAND, Opcodes.LAND -> JavaOperators.and(a, b);
      case Opcodes.IOR, Opcodes.LOR -> JavaOperators.or(a, b);
      case Opcodes.IXOR, Opcodes.LXOR -> JavaOperators.xor(a, b);
      case Opcodes.LCMP -> JavaOperators.compare(a, b, 0);
      case Opcodes.FCMPL, Opcodes.DCMPL -> JavaOperators.compare(a, b, -1);
      case Opcodes.FCMPG, Opcodes.DCMPG -> JavaOperators.compare(a, b, 1);
      default -> throw new IllegalArgumentException("opcode " + opcode + " takes no two numbers");
    };
  }

  private boolean conversion(int opcode) {
    if (opcode < Opcodes.I2L || opcode > Opcodes.I2S) {
      return false;
    }
    Expression a = stack.popExpression();
    stack.push(
        switch (opcode) {
          case Opcodes.I2L, Opcodes.F2L, Opcodes.D2L -> JavaOperators.convert(a, CType.LONG);
          case Opcodes.L2I, Opcodes.F2I, Opcodes.D2I -> JavaOperators.convert(a, CType.INT);
          case Opcodes.I2F, Opcodes.L2F, Opcodes.D2F -> JavaOperators.convert(a, CType.FLOAT);
          case Opcodes.I2B -> JavaOperators.narrow(a, "char");
          case Opcodes.I2S -> JavaOperators.narrow(a, "short");
          case Opcodes.I2C -> JavaOperators.narrow(a, "ushort");
          default -> JavaOperators.convert(a, CType.DOUBLE);
        });
    return true;
  }
}
