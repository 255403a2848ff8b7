package dev.slipstream.compiler.opencl;

import static dev.slipstream.compiler.opencl.Expression.BITWISE;
import static dev.slipstream.compiler.opencl.Expression.EQUALITY;
import static dev.slipstream.compiler.opencl.Expression.PRODUCT;
import static dev.slipstream.compiler.opencl.Expression.RELATION;
import static dev.slipstream.compiler.opencl.Expression.SHIFT;
import static dev.slipstream.compiler.opencl.Expression.SUM;
import static dev.slipstream.compiler.opencl.Expression.UNARY;

import dev.slipstream.compiler.dataflow.Condition.Relation;
import java.util.Optional;
import org.objectweb.asm.Opcodes;

/** Java's operators as C expressions with the same results for all operands. */
final class JavaOperators {
  private JavaOperators() {}

  /** The result of an instruction that computes with numbers or compares them, but not with %. */
  static Expression binary(int opcode, Expression a, Expression b) {
    return switch (opcode) {
      case Opcodes.IADD, Opcodes.LADD, Opcodes.FADD, Opcodes.DADD -> add(a, b);
      case Opcodes.ISUB, Opcodes.LSUB, Opcodes.FSUB, Opcodes.DSUB -> subtract(a, b);
      case Opcodes.IMUL, Opcodes.LMUL, Opcodes.FMUL, Opcodes.DMUL -> multiply(a, b);
      case Opcodes.IDIV, Opcodes.LDIV, Opcodes.FDIV, Opcodes.DDIV -> divide(a, b);
      case Opcodes.IREM, Opcodes.LREM -> quotient("%", "slip_remainder_", a, b);
      case Opcodes.ISHL, Opcodes.LSHL -> shift("<<", a.unsigned(), b, true);
      case Opcodes.ISHR, Opcodes.LSHR -> shift(">>", a.signed(), b, false);
      case Opcodes.IUSHR, Opcodes.LUSHR -> shift(">>", a.unsigned(), b, true);
      case Opcodes.IAND, Opcodes.LAND -> and(a, b);
      case Opcodes.IOR, Opcodes.LOR -> bitwise("|", a, b);
      case Opcodes.IXOR, Opcodes.LXOR -> xor(a, b);
      case Opcodes.LCMP -> compare(a, b, 0);
      case Opcodes.FCMPL, Opcodes.DCMPL -> compare(a, b, -1);
      case Opcodes.FCMPG, Opcodes.DCMPG -> compare(a, b, 1);
      default -> throw new IllegalArgumentException("opcode " + opcode + " takes no two numbers");
    };
  }

  /** The result of an instruction that converts a number. */
  static Expression conversion(int opcode, Expression a) {
    return switch (opcode) {
      case Opcodes.I2L, Opcodes.F2L, Opcodes.D2L -> convert(a, CType.LONG);
      case Opcodes.L2I, Opcodes.F2I, Opcodes.D2I -> convert(a, CType.INT);
      case Opcodes.I2F, Opcodes.L2F, Opcodes.D2F -> convert(a, CType.FLOAT);
      case Opcodes.I2B -> narrow(a, "char");
      case Opcodes.I2S -> narrow(a, "short");
      case Opcodes.I2C -> narrow(a, "ushort");
      default -> convert(a, CType.DOUBLE);
    };
  }

  static Expression add(Expression a, Expression b) {
    Number constant = b.constant();
    if (constant != null
        && !b.type().isFloating()
        && constant.longValue() < 0
        && constant.longValue() > Integer.MIN_VALUE) {
      long opposite = -constant.longValue();
      Number value = b.type() == CType.INT ? (Number) (int) opposite : (Number) opposite;
      return sum("-", a, Expression.constant(value, b.type()));
    }
    return sum("+", a, b);
  }

  private static Expression subtract(Expression a, Expression b) {
    if (!a.type().isFloating() && a.text().equals(b.text())) {
      return zero(a.type());
    }
    if (a.type() == CType.INT && a.constant() != null) {
      return a.is(0) ? negate(b) : sum("-", a, b);
    }
    // An operand in a stack variable is often a constant in one of the branches, and may be zero.
    boolean maybeFromZero = a.type() == CType.INT && MethodTranslator.isStack(a.text());
    return maybeFromZero ? sum("+", a, negate(b)) : sum("-", a, b);
  }

  /**
   * The constant zero. Drivers would fold such an expression on their own, but the translation must
   * know its value, too.
   */
  private static Expression zero(CType type) {
    return type == CType.INT ? Expression.constant(0, type) : Expression.constant(0L, type);
  }

  private static Expression sum(String operator, Expression a, Expression b) {
    boolean wraps = !a.type().isFloating();
    return infix(operator, SUM, wraps ? a.unsigned() : a, wraps ? b.unsigned() : b, wraps);
  }

  private static Expression multiply(Expression a, Expression b) {
    if (a.is(0) || b.is(0)) {
      return zero(a.type());
    }
    boolean wraps = !a.type().isFloating();
    return infix("*", PRODUCT, wraps ? a.unsigned() : a, wraps ? b.unsigned() : b, wraps);
  }

  private static Expression divide(Expression a, Expression b) {
    return switch (a.type()) {
      case FLOAT -> Expression.call("SLIP_FDIV", CType.FLOAT, a, b);
      case DOUBLE -> infix("/", PRODUCT, a, b, false);
      default -> quotient("/", "slip_divide_", a, b);
    };
  }

  /** Only a quotient by -1 overflows, for which processors may raise a trap. */
  private static Expression quotient(String operator, String function, Expression a, Expression b) {
    if (b.constant() != null && !b.is(-1) && !b.is(0)) {
      return infix(operator, PRODUCT, a.signed(), b.signed(), false);
    }
    return Expression.call(function + a.type().suffix(), a.type(), a, b);
  }

  static Expression negate(Expression a) {
    if (a.type().isFloating()) {
      return Expression.of(minus(a), a.type(), UNARY, false, a);
    }
    if (a.type() == CType.INT) {
      return Expression.call(Prelude.NEGATE, CType.INT, a);
    }
    Expression bits = a.unsigned();
    return Expression.of(minus(bits), a.type(), UNARY, true, bits);
  }

  private static String minus(Expression a) {
    return "-" + (a.text().startsWith("-") ? "(" + a.text() + ")" : a.at(UNARY));
  }

  static Expression and(Expression a, Expression b) {
    if (a.is(0) || b.is(0)) {
      return zero(a.type());
    }
    return bitwise("&", a, b);
  }

  private static Expression xor(Expression a, Expression b) {
    if (b.is(-1)) {
      Expression value = a.signed();
      return Expression.of("~" + value.at(UNARY), a.type(), UNARY, false, value);
    }
    return bitwise("^", a, b);
  }

  private static Expression bitwise(String operator, Expression a, Expression b) {
    boolean wrapped =
        (a.wrapped() || a.constant() != null) && (b.wrapped() || b.constant() != null);
    Expression left = wrapped ? a.unsigned() : a.signed();
    Expression right = wrapped ? b.unsigned() : b.signed();
    return Expression.of(
        left.at(UNARY) + " " + operator + " " + right.at(UNARY),
        a.type(),
        BITWISE,
        wrapped,
        left,
        right);
  }

  private static Expression shift(
      String operator, Expression value, Expression count, boolean wrapped) {
    int mask = value.type() == CType.INT ? 31 : 63;
    Number constant = count.constant();
    Expression masked =
        constant != null
            ? Expression.constant(constant.intValue() & mask, CType.INT)
            : and(count.signed(), Expression.constant(mask, CType.INT));
    return Expression.of(
        value.at(UNARY) + " " + operator + " " + masked.at(UNARY),
        value.type(),
        SHIFT,
        wrapped,
        value,
        masked);
  }

  /** The three-valued comparison of {@code lcmp}, {@code fcmpl} and similar opcodes. */
  private static Expression compare(Expression a, Expression b, int unordered) {
    Expression left = a.signed();
    Expression right = b.signed();
    String kind = a.type().isFloating() ? (unordered < 0 ? "less_" : "greater_") : "";
    return Expression.call("slip_compare_" + kind + a.type().suffix(), CType.INT, left, right)
        .comparing(left, right, unordered);
  }

  /** A C comparison of two values in their signed types. */
  private static Expression relation(String operator, Expression a, Expression b) {
    int precedence = operator.equals("==") || operator.equals("!=") ? EQUALITY : RELATION;
    return Expression.of(
        a.at(SHIFT) + " " + operator + " " + b.at(SHIFT), CType.INT, precedence, false, a, b);
  }

  private static Expression infix(
      String operator, int precedence, Expression a, Expression b, boolean wrapped) {
    String text = a.at(precedence) + " " + operator + " " + b.at(precedence + 1);
    return Expression.of(text, a.type(), precedence, wrapped, a, b);
  }

  /** A conversion between the four types. */
  private static Expression convert(Expression a, CType to) {
    if (a.type().isFloating() && !to.isFloating()) {
      return Expression.call("slip_" + a.type().suffix() + "2" + to.suffix(), to, a);
    }
    if (to == CType.FLOAT && a.rounded() != null) {
      return a.rounded().value();
    }
    if (a.type() == CType.LONG && to == CType.INT && a.wrapped()) {
      return Expression.of("(uint)" + a.at(UNARY), to, UNARY, true, a);
    }
    Expression value = a.signed();
    String text = "(" + to.text() + ")" + value.at(UNARY);
    Expression cast = Expression.of(text, to, UNARY, false, value);
    return a.type() == CType.FLOAT && to == CType.DOUBLE ? cast.rounding(a, true) : cast;
  }

  /** Narrowing to byte ({@code char} in OpenCL C), short or char ({@code ushort}). */
  private static Expression narrow(Expression a, String to) {
    return Expression.of("(" + to + ")" + a.at(UNARY), CType.INT, UNARY, false, a);
  }

  /** {@code Math.sqrt}. */
  static Expression squareRoot(Expression a) {
    Expression root = Expression.call("sqrt", CType.DOUBLE, a);
    // A double has more than twice the bits of a float, so rounding the root twice is exact.
    return a.rounded() != null && a.rounded().exact()
        ? root.rounding(Expression.call("SLIP_FSQRT", CType.FLOAT, a.rounded().value()), false)
        : root;
  }

  /**
   * A device's function in double precision, with the float that single precision would give if the
   * arguments allow it.
   *
   * @param function its name; if it ends in {@code _} the type's suffix is to follow
   */
  static Expression deviceFunction(String function, Expression[] arguments) {
    Expression wide = Expression.call(named(function, CType.DOUBLE), CType.DOUBLE, arguments);
    Expression[] narrow = new Expression[arguments.length];
    for (int a = 0; a < arguments.length; a++) {
      Optional<Expression> single = exactFloat(arguments[a]);
      if (single.isEmpty()) {
        return wide;
      }
      narrow[a] = single.get();
    }
    return wide.rounding(
        Expression.call(named(function, CType.FLOAT), CType.FLOAT, narrow), /* exact= */ false);
  }

  private static String named(String function, CType type) {
    return function.endsWith("_") ? function + type.suffix() : function;
  }

  /** A float of the same value, if there is one. */
  private static Optional<Expression> exactFloat(Expression a) {
    if (a.rounded() != null && a.rounded().exact()) {
      return Optional.of(a.rounded().value());
    }
    Number constant = a.constant();
    return constant != null && constant.floatValue() == constant.doubleValue()
        ? Optional.of(Expression.constant(constant.floatValue(), CType.FLOAT))
        : Optional.empty();
  }

  /** A branch on the relation of two integers. */
  static CBlock.Condition integers(Relation jump, Expression left, Expression right) {
    Expression both = relation(jump.symbol(), left.signed(), right.signed());
    Expression opposite = relation(jump.negated().symbol(), left.signed(), right.signed());
    return new CBlock.Condition(both.text(), opposite.text(), both.reads());
  }

  /** A branch on the result of a comparison with zero. */
  static CBlock.Condition zero(Relation jump, Expression value) {
    Expression.Comparison comparison = value.comparison();
    if (comparison == null) {
      return integers(jump, value, Expression.constant(0, CType.INT));
    }
    if (!comparison.left().type().isFloating()) {
      return integers(jump, comparison.left(), comparison.right());
    }
    boolean forNan = jump.holds(comparison.unordered(), 0);
    // Of the C operators only != holds for NaNs.
    boolean isPlain = forNan == (jump == Relation.NOT_EQUAL);
    Relation plain = isPlain ? jump : jump.negated();
    Expression compared = relation(plain.symbol(), comparison.left(), comparison.right());
    String negated = "!(" + compared.text() + ")";
    return isPlain
        ? new CBlock.Condition(compared.text(), negated, compared.reads())
        : new CBlock.Condition(negated, compared.text(), compared.reads());
  }
}
