package dev.slipstream.compiler.opencl;

import static dev.slipstream.compiler.opencl.Expression.BITWISE;
import static dev.slipstream.compiler.opencl.Expression.EQUALITY;
import static dev.slipstream.compiler.opencl.Expression.PRODUCT;
import static dev.slipstream.compiler.opencl.Expression.RELATION;
import static dev.slipstream.compiler.opencl.Expression.SHIFT;
import static dev.slipstream.compiler.opencl.Expression.SUM;
import static dev.slipstream.compiler.opencl.Expression.UNARY;

import dev.slipstream.compiler.opencl.Expression.Origin;

/** Java's operators as C expressions with the same results for all operands. */
final class JavaOperators {
  private JavaOperators() {}

  static Expression add(Expression a, Expression b) {
    if (b.origin() instanceof Origin.Constant constant
        && !b.type().isFloating()
        && constant.value().longValue() < 0
        && constant.value().longValue() > Integer.MIN_VALUE) {
      long opposite = -constant.value().longValue();
      Number value = b.type() == CType.INT ? (Number) (int) opposite : (Number) opposite;
      return sum("-", a, Expression.constant(value, b.type()));
    }
    return sum("+", a, b);
  }

  static Expression subtract(Expression a, Expression b) {
    if (!a.type().isFloating() && a.text().equals(b.text())) {
      return zero(a.type());
    }
    if (a.type() == CType.INT && a.origin() instanceof Origin.Constant constant) {
      return constant.value().intValue() == 0 ? negate(b) : sum("-", a, b);
    }
    // What waits on the stack through a branch is often a constant, and may be zero.
    boolean maybeFromZero = a.type() == CType.INT && MethodScope.isStack(a.text());
    return maybeFromZero ? sum("+", a, negate(b)) : sum("-", a, b);
  }

  /** Whether it is the number; what drivers would find out by themselves has to be known here. */
  private static boolean isZero(Expression a) {
    return !a.type().isFloating()
        && a.origin() instanceof Origin.Constant constant
        && constant.value().longValue() == 0;
  }

  private static Expression zero(CType type) {
    return type == CType.INT ? Expression.constant(0, type) : Expression.constant(0L, type);
  }

  private static Expression sum(String operator, Expression a, Expression b) {
    boolean wraps = !a.type().isFloating();
    return infix(operator, SUM, wraps ? a.unsigned() : a, wraps ? b.unsigned() : b, wraps);
  }

  static Expression multiply(Expression a, Expression b) {
    if (isZero(a) || isZero(b)) {
      return zero(a.type());
    }
    boolean wraps = !a.type().isFloating();
    return infix("*", PRODUCT, wraps ? a.unsigned() : a, wraps ? b.unsigned() : b, wraps);
  }

  static Expression divide(Expression a, Expression b) {
    return switch (a.type()) {
      case FLOAT -> Expression.call("SLIP_FDIV", CType.FLOAT, a, b);
      case DOUBLE -> infix("/", PRODUCT, a, b, false);
      default -> quotient("/", "slip_divide_", a, b);
    };
  }

  static Expression remainder(Expression a, Expression b) {
    return quotient("%", "slip_remainder_", a, b);
  }

  /** The only quotient that overflows is that by -1, which processors may answer with a trap. */
  private static Expression quotient(String operator, String function, Expression a, Expression b) {
    if (b.origin() instanceof Origin.Constant constant
        && constant.value().longValue() != -1
        && constant.value().longValue() != 0) {
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
    if (isZero(a) || isZero(b)) {
      return zero(a.type());
    }
    return bitwise("&", a, b);
  }

  static Expression or(Expression a, Expression b) {
    return bitwise("|", a, b);
  }

  static Expression xor(Expression a, Expression b) {
    if (b.origin() instanceof Origin.Constant constant && constant.value().longValue() == -1) {
      Expression value = a.signed();
      return Expression.of("~" + value.at(UNARY), a.type(), UNARY, false, value);
    }
    return bitwise("^", a, b);
  }

  private static Expression bitwise(String operator, Expression a, Expression b) {
    boolean wrapped =
        (a.wrapped() || a.origin() instanceof Origin.Constant)
            && (b.wrapped() || b.origin() instanceof Origin.Constant);
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

  static Expression shiftLeft(Expression a, Expression count) {
    return shift("<<", a.unsigned(), count, true);
  }

  static Expression shiftRight(Expression a, Expression count) {
    return shift(">>", a.signed(), count, false);
  }

  static Expression shiftRightUnsigned(Expression a, Expression count) {
    return shift(">>", a.unsigned(), count, true);
  }

  private static Expression shift(
      String operator, Expression value, Expression count, boolean wrapped) {
    int mask = value.type() == CType.INT ? 31 : 63;
    Expression masked =
        count.origin() instanceof Origin.Constant constant
            ? Expression.constant(constant.value().intValue() & mask, CType.INT)
            : and(count.signed(), Expression.constant(mask, CType.INT));
    return Expression.of(
        value.at(UNARY) + " " + operator + " " + masked.at(UNARY),
        value.type(),
        SHIFT,
        wrapped,
        value,
        masked);
  }

  /** The three-valued comparison of {@code lcmp}, {@code fcmpl} and their kind. */
  static Expression compare(Expression a, Expression b, int unordered) {
    Expression left = a.signed();
    Expression right = b.signed();
    String kind = a.type().isFloating() ? (unordered < 0 ? "less_" : "greater_") : "";
    return Expression.call("slip_compare_" + kind + a.type().suffix(), CType.INT, left, right)
        .from(new Origin.Comparison(left, right, unordered));
  }

  /** A C comparison of two values in their signed types. */
  static Expression relation(String operator, Expression a, Expression b) {
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
  static Expression convert(Expression a, CType to) {
    if (a.type().isFloating() && !to.isFloating()) {
      return Expression.call("slip_" + a.type().suffix() + "2" + to.suffix(), to, a);
    }
    if (a.type() == CType.DOUBLE && to == CType.FLOAT) {
      if (a.origin() instanceof Origin.Widened widened) {
        return widened.narrow();
      }
      if (a.origin() instanceof Origin.FunctionOfWidened function) {
        return function.single();
      }
      if (a.origin() instanceof Origin.RootOfWidened root) {
        // A double has more than twice the bits of a float, so rounding the root twice is exact.
        return Expression.call("SLIP_FSQRT", CType.FLOAT, root.narrow());
      }
    }
    if (a.type() == CType.LONG && to == CType.INT && a.wrapped()) {
      return Expression.of("(uint)" + a.at(UNARY), to, UNARY, true, a);
    }
    Expression cast = cast(to.text(), a, to);
    return a.type() == CType.FLOAT && to == CType.DOUBLE ? cast.from(new Origin.Widened(a)) : cast;
  }

  /** Narrowing to byte ({@code char} in OpenCL C), short or char ({@code ushort}). */
  static Expression narrow(Expression a, String to) {
    return Expression.of("(" + to + ")" + a.at(UNARY), CType.INT, UNARY, false, a);
  }

  private static Expression cast(String to, Expression a, CType type) {
    Expression value = a.signed();
    return Expression.of("(" + to + ")" + value.at(UNARY), type, UNARY, false, value);
  }

  /** {@code Math.sqrt}. */
  static Expression squareRoot(Expression a) {
    Expression root = Expression.call("sqrt", CType.DOUBLE, a);
    return a.origin() instanceof Origin.Widened widened
        ? root.from(new Origin.RootOfWidened(widened.narrow()))
        : root;
  }
}
