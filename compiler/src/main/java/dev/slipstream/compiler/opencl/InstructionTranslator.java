package dev.slipstream.compiler.opencl;

import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import org.objectweb.asm.Opcodes;

/** Translates the instructions that work on the operand stack alone. */
final class InstructionTranslator {
  private final OperandStack stack;

  InstructionTranslator(OperandStack stack) {
    this.stack = stack;
  }

  /** Translates one instruction without operands; false if it is not one of these. */
  boolean translate(int opcode) {
    return arrangement(opcode) || constant(opcode) || arithmetic(opcode) || conversion(opcode);
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

  private boolean constant(int opcode) {
    if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
      stack.push(Expression.constant(opcode - Opcodes.ICONST_0, CType.INT));
    } else if (opcode == Opcodes.LCONST_0 || opcode == Opcodes.LCONST_1) {
      stack.push(Expression.constant((long) (opcode - Opcodes.LCONST_0), CType.LONG));
    } else if (opcode >= Opcodes.FCONST_0 && opcode <= Opcodes.FCONST_2) {
      stack.push(Expression.constant((float) (opcode - Opcodes.FCONST_0), CType.FLOAT));
    } else if (opcode == Opcodes.DCONST_0 || opcode == Opcodes.DCONST_1) {
      stack.push(Expression.constant((double) (opcode - Opcodes.DCONST_0), CType.DOUBLE));
    } else {
      return false;
    }
    return true;
  }

  private boolean arithmetic(int opcode) {
    switch (opcode) {
      case Opcodes.IADD, Opcodes.LADD, Opcodes.FADD, Opcodes.DADD -> binary(JavaOperators::add);
      case Opcodes.ISUB, Opcodes.LSUB, Opcodes.FSUB, Opcodes.DSUB ->
          binary(JavaOperators::subtract);
      case Opcodes.IMUL, Opcodes.LMUL, Opcodes.FMUL, Opcodes.DMUL ->
          binary(JavaOperators::multiply);
      case Opcodes.IDIV, Opcodes.LDIV, Opcodes.FDIV, Opcodes.DDIV -> binary(JavaOperators::divide);
      case Opcodes.IREM, Opcodes.LREM -> binary(JavaOperators::remainder);
      case Opcodes.INEG, Opcodes.LNEG, Opcodes.FNEG, Opcodes.DNEG -> unary(JavaOperators::negate);
      case Opcodes.ISHL, Opcodes.LSHL -> binary(JavaOperators::shiftLeft);
      case Opcodes.ISHR, Opcodes.LSHR -> binary(JavaOperators::shiftRight);
      case Opcodes.IUSHR, Opcodes.LUSHR -> binary(JavaOperators::shiftRightUnsigned);
      case Opcodes.IAND, Opcodes.LAND -> binary(JavaOperators::and);
      case Opcodes.IOR, Opcodes.LOR -> binary(JavaOperators::or);
      case Opcodes.IXOR, Opcodes.LXOR -> binary(JavaOperators::xor);
      case Opcodes.LCMP -> binary((a, b) -> JavaOperators.compare(a, b, 0));
      case Opcodes.FCMPL, Opcodes.DCMPL -> binary((a, b) -> JavaOperators.compare(a, b, -1));
      case Opcodes.FCMPG, Opcodes.DCMPG -> binary((a, b) -> JavaOperators.compare(a, b, 1));
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean conversion(int opcode) {
    switch (opcode) {
      case Opcodes.I2L, Opcodes.F2L, Opcodes.D2L ->
          unary(a -> JavaOperators.convert(a, CType.LONG));
      case Opcodes.L2I, Opcodes.F2I, Opcodes.D2I -> unary(a -> JavaOperators.convert(a, CType.INT));
      case Opcodes.I2F, Opcodes.L2F, Opcodes.D2F ->
          unary(a -> JavaOperators.convert(a, CType.FLOAT));
      case Opcodes.I2D, Opcodes.L2D, Opcodes.F2D ->
          unary(a -> JavaOperators.convert(a, CType.DOUBLE));
      case Opcodes.I2B -> unary(a -> JavaOperators.narrow(a, "char"));
      case Opcodes.I2S -> unary(a -> JavaOperators.narrow(a, "short"));
      case Opcodes.I2C -> unary(a -> JavaOperators.narrow(a, "ushort"));
      default -> {
        return false;
      }
    }
    return true;
  }

  private void binary(BinaryOperator<Expression> operator) {
    Expression right = stack.popExpression();
    Expression left = stack.popExpression();
    stack.push(operator.apply(left, right));
  }

  private void unary(UnaryOperator<Expression> operator) {
    stack.push(operator.apply(stack.popExpression()));
  }
}
