package dev.slipstream.compiler.dataflow;

/** The int and long operations whose results are followed symbolically. */
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
  /** -1, 0 or 1, as {@code lcmp} has it. */
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

  /** The operator as Java writes it. */
  public String symbol() {
    return symbol;
  }

  /** Whether the operator is written as a call. */
  boolean isFunction() {
    return Character.isLetter(symbol.charAt(0));
  }
}
