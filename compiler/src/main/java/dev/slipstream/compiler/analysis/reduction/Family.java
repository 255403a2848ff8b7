package dev.slipstream.compiler.analysis.reduction;

import dev.slipstream.model.mapper.Operator;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * The operation by which an accumulator changes. Every operation is associative and commutative. On
 * int and long this is exact; on float and double, sums and products are so except for rounding.
 * MIN and MAX are those of {@code Math}.
 */
public enum Family {
  PLUS("+="),
  TIMES("*="),
  MIN("min"),
  MAX("max"),
  AND("&="),
  OR("|="),
  XOR("^=");

  private final String symbol;

  Family(String symbol) {
    this.symbol = symbol;
  }

  /** The operator in Java's notation. */
  public String symbol() {
    return symbol;
  }

  /** Whether the order of operations changes a floating-point result. */
  public boolean rounds() {
    return this == PLUS || this == TIMES;
  }

  /** The neutral element of the operation. */
  public Number identity(char type) {
    return switch (type) {
      case 'I' -> (int) identity(Integer.MIN_VALUE, Integer.MAX_VALUE);
      case 'J' -> identity(Long.MIN_VALUE, Long.MAX_VALUE);
      case 'F' -> (float) floatingIdentity();
      default -> floatingIdentity();
    };
  }

  private long identity(long smallest, long largest) {
    return switch (this) {
      case PLUS, OR, XOR -> 0;
      case TIMES -> 1;
      case MIN -> largest;
      case MAX -> smallest;
      case AND -> -1;
    };
  }

  private double floatingIdentity() {
    return switch (this) {
      // Adding 0.0 would turn -0.0 into 0.0.
      case PLUS -> -0.0;
      case TIMES -> 1;
      case MIN -> Double.POSITIVE_INFINITY;
      case MAX -> Double.NEGATIVE_INFINITY;
      case AND, OR, XOR -> throw new IllegalStateException(this + " of floating-point numbers");
    };
  }

  /** The operation on longs; for ints the lower half is the result. */
  public long apply(long left, long right) {
    return switch (this) {
      case PLUS -> left + right;
      case TIMES -> left * right;
      case MIN -> Math.min(left, right);
      case MAX -> Math.max(left, right);
      case AND -> left & right;
      case OR -> left | right;
      case XOR -> left ^ right;
    };
  }

  /**
   * The operation on doubles. Rounded to float, the result for floats is that of the operation on
   * floats: a double has more than twice the bits of a float, so that rounding twice is exact.
   */
  public double apply(double left, double right) {
    return switch (this) {
      case PLUS -> left + right;
      case TIMES -> left * right;
      case MIN -> Math.min(left, right);
      case MAX -> Math.max(left, right);
      case AND, OR, XOR -> throw new IllegalStateException(this + " of doubles");
    };
  }

  /** The family to which an operation of two operands belongs, subtraction counted as addition. */
  public static Optional<Family> of(AbstractInsnNode node) {
    if (node instanceof MethodInsnNode call) {
      return of(call);
    }
    return switch (node.getOpcode()) {
      case Opcodes.IADD,
          Opcodes.LADD,
          Opcodes.FADD,
          Opcodes.DADD,
          Opcodes.ISUB,
          Opcodes.LSUB,
          Opcodes.FSUB,
          Opcodes.DSUB ->
          Optional.of(PLUS);
      case Opcodes.IMUL, Opcodes.LMUL, Opcodes.FMUL, Opcodes.DMUL -> Optional.of(TIMES);
      case Opcodes.IAND, Opcodes.LAND -> Optional.of(AND);
      case Opcodes.IOR, Opcodes.LOR -> Optional.of(OR);
      case Opcodes.IXOR, Opcodes.LXOR -> Optional.of(XOR);
      default -> Optional.empty();
    };
  }

  /** The family to which an operator belongs, subtraction counted as addition. */
  static Optional<Family> of(Operator operator) {
    return switch (operator) {
      case ADD, SUBTRACT -> Optional.of(PLUS);
      case MULTIPLY -> Optional.of(TIMES);
      case MIN -> Optional.of(MIN);
      case MAX -> Optional.of(MAX);
      case AND -> Optional.of(AND);
      case OR -> Optional.of(OR);
      case XOR -> Optional.of(XOR);
      default -> Optional.empty();
    };
  }

  private static Optional<Family> of(MethodInsnNode call) {
    boolean known =
        switch (call.owner) {
          case "java/lang/Math",
              "java/lang/StrictMath",
              "java/lang/Integer",
              "java/lang/Long",
              "java/lang/Float",
              "java/lang/Double" ->
              true;
          default -> false;
        };
    if (!known) {
      return Optional.empty();
    }
    return switch (call.name) {
      case "min" -> Optional.of(MIN);
      case "max" -> Optional.of(MAX);
      case "sum" -> Optional.of(PLUS);
      default -> Optional.empty();
    };
  }
}
