package dev.slipstream.compiler.dataflow;

import dev.slipstream.model.mapper.Operator;
import java.util.Optional;
import org.objectweb.asm.Opcodes;

/**
 * A comparison of two int or long values that holds wherever a block runs.
 *
 * @param relation how left and right compare
 */
public record Condition(Relation relation, Value left, Value right) {

  /** How two numbers compare. */
  public enum Relation {
    EQUAL("=="),
    NOT_EQUAL("!="),
    LESS("<"),
    GREATER_OR_EQUAL(">="),
    GREATER(">"),
    LESS_OR_EQUAL("<=");

    private final String symbol;

    Relation(String symbol) {
      this.symbol = symbol;
    }

    /** The relation as Java writes it. */
    public String symbol() {
      return symbol;
    }

    /**
     * How a conditional jump compares two ints, or one with zero, where it is taken.
     *
     * @param opcode {@code IFEQ} to {@code IF_ICMPLE}
     * @return empty if the jump does not compare ints
     */
    public static Optional<Relation> ofJump(int opcode) {
      return switch (opcode) {
        case Opcodes.IFEQ, Opcodes.IF_ICMPEQ -> Optional.of(EQUAL);
        case Opcodes.IFNE, Opcodes.IF_ICMPNE -> Optional.of(NOT_EQUAL);
        case Opcodes.IFLT, Opcodes.IF_ICMPLT -> Optional.of(LESS);
        case Opcodes.IFGE, Opcodes.IF_ICMPGE -> Optional.of(GREATER_OR_EQUAL);
        case Opcodes.IFGT, Opcodes.IF_ICMPGT -> Optional.of(GREATER);
        case Opcodes.IFLE, Opcodes.IF_ICMPLE -> Optional.of(LESS_OR_EQUAL);
        default -> Optional.empty();
      };
    }

    /** Whether it holds between two numbers. */
    public boolean holds(long left, long right) {
      return switch (this) {
        case EQUAL -> left == right;
        case NOT_EQUAL -> left != right;
        case LESS -> left < right;
        case GREATER_OR_EQUAL -> left >= right;
        case GREATER -> left > right;
        case LESS_OR_EQUAL -> left <= right;
      };
    }

    /** The relation that holds exactly when this one does not. */
    public Relation negated() {
      return switch (this) {
        case EQUAL -> NOT_EQUAL;
        case NOT_EQUAL -> EQUAL;
        case LESS -> GREATER_OR_EQUAL;
        case GREATER_OR_EQUAL -> LESS;
        case GREATER -> LESS_OR_EQUAL;
        case LESS_OR_EQUAL -> GREATER;
      };
    }

    /** The relation of right to left. */
    public Relation mirrored() {
      return switch (this) {
        case EQUAL, NOT_EQUAL -> this;
        case LESS -> GREATER;
        case GREATER_OR_EQUAL -> LESS_OR_EQUAL;
        case GREATER -> LESS;
        case LESS_OR_EQUAL -> GREATER_OR_EQUAL;
      };
    }
  }

  /** The condition as Java writes it. */
  public String text() {
    return left + " " + relation.symbol() + " " + right;
  }

  /** The same condition with its sides exchanged. */
  public Condition mirrored() {
    return new Condition(relation.mirrored(), /* left= */ right, /* right= */ left);
  }

  /** The opposite condition. */
  public Condition negated() {
    return new Condition(relation.negated(), left, right);
  }

  /** That an object is null, or that it is not. */
  static Condition ofNullTest(boolean isNull, Value object) {
    return new Condition(
        isNull ? Relation.NOT_EQUAL : Relation.EQUAL,
        new Value.Property(Value.Property.Question.IS_NULL, object, ""),
        new Value.Constant('I', 0));
  }

  /**
   * The condition under which a conditional jump is taken.
   *
   * @param opcode {@code IFEQ} to {@code IF_ICMPLE}
   * @param left the first operand
   * @param right the second operand, or the constant 0 where the instruction has one operand
   * @return empty if the jump does not compare ints or longs
   */
  public static Optional<Condition> ofJump(int opcode, Value left, Value right) {
    Relation relation = Relation.ofJump(opcode).orElse(null);
    if (relation == null) {
      return Optional.empty();
    }
    if (left instanceof Value.Operation operation && operation.operator() == Operator.COMPARE) {
      return right instanceof Value.Constant zero && zero.number() == 0
          ? Optional.of(
              new Condition(relation, operation.operands().get(0), operation.operands().get(1)))
          : Optional.empty();
    }
    return Optional.of(new Condition(relation, left, right));
  }
}
