package dev.slipstream.compiler.opencl;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A C expression without side effects.
 *
 * <p>Signed overflow is undefined in C, so sums and products are computed in the unsigned type.
 * Such an expression remains unsigned ({@code wrapped}) until its signed value is needed.
 *
 * @param text the C text
 * @param type the Java type of the value
 * @param precedence the precedence of the outermost operator
 * @param wrapped whether the C type is the unsigned type of {@code type}
 * @param reads the mutable C variables that it reads
 * @param readsMemory whether it reads array elements
 * @param constant its value, if it is a constant
 * @param comparison the compared values, if it is the result of a comparison
 * @param rounded the float to which it rounds, if that is known
 */
record Expression(
    String text,
    CType type,
    int precedence,
    boolean wrapped,
    Set<String> reads,
    boolean readsMemory,
    @Nullable Number constant,
    @Nullable Comparison comparison,
    @Nullable Rounded rounded)
    implements Operand {

  private static final Pattern NAME = Pattern.compile("[_\\p{L}\\p{Nd}]*");

  static final int PRIMARY = 16;
  static final int UNARY = 14;
  static final int PRODUCT = 13;
  static final int SUM = 12;
  static final int SHIFT = 11;
  static final int RELATION = 10;
  static final int EQUALITY = 9;
  static final int BITWISE = 8;
  static final int LOWEST = 0;

  Expression {
    reads = Set.copyOf(reads);
  }

  /** An expression without further known properties. */
  Expression(
      String text,
      CType type,
      int precedence,
      boolean wrapped,
      Set<String> reads,
      boolean readsMemory) {
    this(text, type, precedence, wrapped, reads, readsMemory, null, null, null);
  }

  /**
   * The comparison of two values of one type, whose result is -1, 0 or 1.
   *
   * @param unordered the result for NaNs
   */
  record Comparison(Expression left, Expression right, int unordered) {}

  /**
   * The float to which an expression rounds.
   *
   * @param exact whether the expression is this float, widened
   */
  record Rounded(Expression value, boolean exact) {}

  /** A mutable variable. */
  static Expression variable(String name, CType type) {
    return new Expression(name, type, PRIMARY, false, Set.of(name), false);
  }

  /** A variable that is assigned once, before it is read. */
  static Expression name(String name, CType type) {
    return new Expression(name, type, PRIMARY, false, Set.of(), false);
  }

  /** A constant. */
  static Expression constant(Number value, CType type) {
    String text = Literals.text(value);
    int precedence = text.startsWith("-") ? UNARY : PRIMARY;
    return new Expression(text, type, precedence, false, Set.of(), false, value, null, null);
  }

  /** An expression that is composed of others. */
  static Expression of(
      String text, CType type, int precedence, boolean wrapped, Expression... parts) {
    Set<String> reads = new HashSet<>();
    boolean readsMemory = false;
    for (Expression part : parts) {
      reads.addAll(part.reads);
      readsMemory |= part.readsMemory;
    }
    return new Expression(text, type, precedence, wrapped, reads, readsMemory);
  }

  /** A call of a C function. */
  static Expression call(String function, CType type, Expression... arguments) {
    StringBuilder text = new StringBuilder(function).append('(');
    for (int i = 0; i < arguments.length; i++) {
      text.append(i > 0 ? ", " : "").append(arguments[i].signed().text);
    }
    return of(text.append(')').toString(), type, PRIMARY, false, arguments);
  }

  /** This expression as the result of a comparison. */
  Expression comparing(Expression left, Expression right, int unordered) {
    Comparison known = new Comparison(left, right, unordered);
    return new Expression(
        text, type, precedence, wrapped, reads, readsMemory, constant, known, rounded);
  }

  /** This expression of type double with the float to which it rounds. */
  Expression rounding(Expression value, boolean exact) {
    Rounded known = new Rounded(value, exact);
    return new Expression(
        text, type, precedence, wrapped, reads, readsMemory, constant, comparison, known);
  }

  /** Whether only its text is known. */
  boolean isPlain() {
    return constant == null && comparison == null && rounded == null;
  }

  /** The text, in parentheses if its precedence is lower than required. */
  String at(int tightness) {
    return precedence < tightness ? "(" + text + ")" : text;
  }

  /** The value in its signed C type. */
  Expression signed() {
    return wrapped ? of("(" + type.text() + ")" + at(UNARY), type, UNARY, false, this) : this;
  }

  /** The value in its unsigned C type. */
  Expression unsigned() {
    if (wrapped) {
      return this;
    }
    if (constant != null) {
      return of(Literals.unsigned(constant), type, PRIMARY, true);
    }
    return of("(" + type.unsigned() + ")" + at(UNARY), type, UNARY, true, this);
  }

  /** Whether it is the int or long constant with this value. */
  boolean is(long number) {
    return constant != null && !type.isFloating() && constant.longValue() == number;
  }

  /** Whether it may be written twice: a name or a constant. */
  boolean isSimple() {
    return constant != null || (precedence == PRIMARY && NAME.matcher(text).matches());
  }
}
