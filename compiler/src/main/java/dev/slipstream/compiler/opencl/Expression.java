package dev.slipstream.compiler.opencl;

import java.util.HashSet;
import java.util.Set;

/**
 * A C expression without side effects.
 *
 * <p>Signed overflow is undefined in C, so sums and products are formed in the unsigned type. Such
 * an expression stays unsigned ({@code wrapped}) until its signed value is needed.
 *
 * @param text the C text
 * @param type the Java type of the value
 * @param precedence how tightly the outermost operator binds
 * @param wrapped whether the C type is the unsigned type of {@code type}
 * @param reads the mutable C variables that it reads
 * @param readsMemory whether it reads array elements
 * @param origin what operators that can do better know about it
 */
record Expression(
    String text,
    CType type,
    int precedence,
    boolean wrapped,
    Set<String> reads,
    boolean readsMemory,
    Origin origin)
    implements Operand {

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

  /** How an expression came about, where that matters to its user. */
  sealed interface Origin {
    /** Nothing is known. */
    record Plain() implements Origin {}

    /** A constant. */
    record Constant(Number value) implements Origin {}

    /**
     * The result of comparing two values of one type: -1, 0 or 1.
     *
     * @param unordered the result for NaNs
     */
    record Comparison(Expression left, Expression right, int unordered) implements Origin {}

    /** A float widened to double. */
    record Widened(Expression narrow) implements Origin {}

    /** The square root, in double, of a widened float. */
    record RootOfWidened(Expression narrow) implements Origin {}

    /**
     * A device's function, in double, of widened floats.
     *
     * @param single the function in single precision
     */
    record FunctionOfWidened(Expression single) implements Origin {}
  }

  /** A mutable variable. */
  static Expression variable(String name, CType type) {
    return new Expression(name, type, PRIMARY, false, Set.of(name), false, new Origin.Plain());
  }

  /** A variable that is assigned once, before it is read. */
  static Expression name(String name, CType type) {
    return new Expression(name, type, PRIMARY, false, Set.of(), false, new Origin.Plain());
  }

  /** A constant. */
  static Expression constant(Number value, CType type) {
    String text = Literals.text(value);
    int precedence = text.startsWith("-") ? UNARY : PRIMARY;
    return new Expression(
        text, type, precedence, false, Set.of(), false, new Origin.Constant(value));
  }

  /** An expression made of others. */
  static Expression of(
      String text, CType type, int precedence, boolean wrapped, Expression... parts) {
    return new Expression(
        text, type, precedence, wrapped, union(parts), anyMemory(parts), new Origin.Plain());
  }

  /** A call of a C function. */
  static Expression call(String function, CType type, Expression... arguments) {
    StringBuilder text = new StringBuilder(function).append('(');
    for (int i = 0; i < arguments.length; i++) {
      text.append(i > 0 ? ", " : "").append(arguments[i].signed().text);
    }
    return of(text.append(')').toString(), type, PRIMARY, false, arguments);
  }

  /** The same expression with a known origin. */
  Expression from(Origin known) {
    return new Expression(text, type, precedence, wrapped, reads, readsMemory, known);
  }

  /** The text, in parentheses if it binds less tightly than asked for. */
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
    if (origin instanceof Origin.Constant constant) {
      return of(Literals.unsigned(constant.value()), type, PRIMARY, true);
    }
    return of("(" + type.unsigned() + ")" + at(UNARY), type, UNARY, true, this);
  }

  /** Whether it may be written twice: a name or a constant. */
  boolean isSimple() {
    return origin instanceof Origin.Constant || (precedence == PRIMARY && isName(text));
  }

  private static boolean isName(String text) {
    return text.chars().allMatch(c -> c == '_' || Character.isLetterOrDigit(c));
  }

  private static Set<String> union(Expression[] parts) {
    Set<String> all = new HashSet<>();
    for (Expression part : parts) {
      all.addAll(part.reads);
    }
    return all;
  }

  private static boolean anyMemory(Expression[] parts) {
    for (Expression part : parts) {
      if (part.readsMemory) {
        return true;
      }
    }
    return false;
  }
}
