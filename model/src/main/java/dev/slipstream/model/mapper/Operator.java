package dev.slipstream.model.mapper;

/** The int and long operations of formulas, as Java computes them. */
public enum Operator {
  ADD("+"),
  SUBTRACT("-"),
  MULTIPLY("*"),
  NEGATE("-"),
  DIVIDE("/"),
  REMAINDER("%"),
  SHIFT_LEFT("<<"),
  SHIFT_RIGHT(">>"),
  UNSIGNED_SHIFT_RIGHT(">>>"),
  AND("&"),
  OR("|"),
  XOR("^"),
  MIN("min"),
  MAX("max"),
  ABS("abs"),
  FLOOR_DIVIDE("floorDiv"),
  FLOOR_REMAINDER("floorMod"),
  /** -1, 0 or 1, as for {@code lcmp}. */
  COMPARE("compare"),
  TO_LONG("(long) "),
  TO_INT("(int) "),
  TO_BYTE("(byte) "),
  TO_SHORT("(short) "),
  TO_CHAR("(char) ");

  private final String symbol;

  Operator(String symbol) {
    this.symbol = symbol;
  }

  /** The operator in Java's notation. */
  public String symbol() {
    return symbol;
  }

  /** Whether it throws if its second operand is 0. */
  public boolean divides() {
    return switch (this) {
      case DIVIDE, REMAINDER, FLOOR_DIVIDE, FLOOR_REMAINDER -> true;
      default -> false;
    };
  }

  /**
   * Computes as Java does.
   *
   * @param left the first operand, an int or a long
   * @param right the second operand, if there is one
   * @param kind the result's, {@code I} or {@code J}
   * @throws ArithmeticException if it divides by zero
   */
  public long apply(long left, long right, char kind) {
    boolean isInt = kind == 'I';
    int shift = (int) right & (isInt ? 31 : 63);
    long result =
        switch (this) {
          case ADD -> left + right;
          case SUBTRACT -> left - right;
          case MULTIPLY -> left * right;
          case NEGATE -> -left;
          case DIVIDE -> left / right;
          case REMAINDER -> left % right;
          case SHIFT_LEFT -> left << shift;
          case SHIFT_RIGHT -> left >> shift;
          case UNSIGNED_SHIFT_RIGHT -> isInt ? (int) left >>> shift : left >>> shift;
          case AND -> left & right;
          case OR -> left | right;
          case XOR -> left ^ right;
          case MIN -> Math.min(left, right);
          case MAX -> Math.max(left, right);
          case ABS -> Math.abs(left);
          case FLOOR_DIVIDE -> Math.floorDiv(left, right);
          case FLOOR_REMAINDER -> Math.floorMod(left, right);
          case COMPARE -> Long.compare(left, right);
          case TO_LONG, TO_INT -> left;
          case TO_BYTE -> (byte) left;
          case TO_SHORT -> (short) left;
          case TO_CHAR -> (char) left;
        };
    return isInt ? (int) result : result;
  }

  /** Whether the operator is written as a call. */
  public boolean isFunction() {
    return Character.isLetter(symbol.charAt(0));
  }
}
