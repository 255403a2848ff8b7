package dev.slipstream.compiler.opencl;

import java.util.Set;
import org.objectweb.asm.Opcodes;

/**
 * A C condition and its exact opposite, which for floating-point numbers is more than the opposite
 * operator because of NaNs.
 *
 * @param text the condition
 * @param opposite the opposite
 * @param reads the mutable variables that both read
 */
record CCondition(String text, String opposite, Set<String> reads) {

  /** {@code left operator right} for a branch opcode's comparison of integers. */
  static CCondition integers(int jump, Expression left, Expression right) {
    Expression both = JavaOperators.relation(operator(jump), left.signed(), right.signed());
    Expression opposite =
        JavaOperators.relation(operator(opposite(jump)), left.signed(), right.signed());
    return new CCondition(both.text(), opposite.text(), both.reads());
  }

  /** A branch on the result of comparing with zero. */
  static CCondition zero(int jump, Expression value) {
    if (!(value.origin() instanceof Expression.Origin.Comparison comparison)) {
      return integers(jump, value, Expression.constant(0, CType.INT));
    }
    if (!comparison.left().type().isFloating()) {
      return integers(jump, comparison.left(), comparison.right());
    }
    boolean forNan = holds(jump, comparison.unordered());
    String operator = operator(forNan == (jump == Opcodes.IFNE) ? jump : opposite(jump));
    Expression plain = JavaOperators.relation(operator, comparison.left(), comparison.right());
    String negated = "!(" + plain.text() + ")";
    boolean isPlain = forNan == (jump == Opcodes.IFNE);
    return isPlain
        ? new CCondition(plain.text(), negated, plain.reads())
        : new CCondition(negated, plain.text(), plain.reads());
  }

  private static boolean holds(int jump, int value) {
    return switch (jump) {
      case Opcodes.IFEQ -> value == 0;
      case Opcodes.IFNE -> value != 0;
      case Opcodes.IFLT -> value < 0;
      case Opcodes.IFGE -> value >= 0;
      case Opcodes.IFGT -> value > 0;
      default -> value <= 0;
    };
  }

  private static String operator(int jump) {
    return switch (jump) {
      case Opcodes.IFEQ, Opcodes.IF_ICMPEQ -> "==";
      case Opcodes.IFNE, Opcodes.IF_ICMPNE -> "!=";
      case Opcodes.IFLT, Opcodes.IF_ICMPLT -> "<";
      case Opcodes.IFGE, Opcodes.IF_ICMPGE -> ">=";
      case Opcodes.IFGT, Opcodes.IF_ICMPGT -> ">";
      case Opcodes.IFLE, Opcodes.IF_ICMPLE -> "<=";
      default -> throw new IllegalArgumentException("opcode " + jump + " compares no numbers");
    };
  }

  /** Opposite branches have neighbouring opcodes, the first of each pair being odd. */
  private static int opposite(int jump) {
    return ((jump + 1) ^ 1) - 1;
  }
}
