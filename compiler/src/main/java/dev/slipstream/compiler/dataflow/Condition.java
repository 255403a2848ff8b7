package dev.slipstream.compiler.dataflow;

import dev.slipstream.model.mapper.Operator;
import java.util.Optional;
import org.objectweb.asm.Opcodes;

/**
 * A comparison of two int or long values that holds wherever a block runs.
 *
 * @param relation the relation of left to right
 */
public record Condition(Relation relation, Value left, Value right) {

  /** The relation of two numbers, in the order of the opcodes of conditional jumps. */
  public enum Relation {
    EQUAL("==", false, true, false),
    NOT_EQUAL("!=", true, false, true),
    LESS("<", true, false, false),
    GREATER_OR_EQUAL(">=", false, true, true),
    GREATER(">", false, false, true),
    LESS_OR_EQUAL("<=", true, true, false);

    private static final Relation[] ALL = values();

    private final String symbol;
    private final boolean ofLess;
    private final boolean ofEqual;
    private final boolean ofGreater;

    Relation(String symbol, boolean ofLess, boolean ofEqual, boolean ofGreater) {
      this.symbol = symbol;
      this.ofLess = ofLess;
      this.ofEqual = ofEqual;
      this.ofGreater = ofGreater;
    }

    private static Relation of(boolean less, boolean equal, boolean greater) {
      for (Relation relation : ALL) {
        if (relation.ofLess == less && relation.ofEqual == equal && relation.ofGreater == greater) {
          return relation;
        }
      }
      throw new IllegalArgumentException("what always holds is no relation");
    }

    /** The relation in Java's notation. */
    public String symbol() {
      return symbol;
    }

    /**
     * The relation of two ints, or of one to zero, under which a conditional jump is taken.
     *
     * @param opcode {@code IFEQ} to {@code IF_ICMPLE}
     * @return empty if the jump does not compare ints
     */
    public static Optional<Relation> ofJump(int opcode) {
      if (opcode < Opcodes.IFEQ || opcode > Opcodes.IF_ICMPLE) {
        return Optional.empty();
      }
      return Optional.of(ALL[opcode - (opcode <= Opcodes.IFLE ? Opcodes.IFEQ : Opcodes.IF_ICMPEQ)]);
    }

    /** Whether it holds between two numbers. */
    public boolean holds(long left, long right) {
      return left < right ? ofLess : left == right ? ofEqual : ofGreater;
    }

    /** The relation that holds exactly when this one does not. */
    public Relation negated() {
      return of(!ofLess, !ofEqual, !ofGreater);
    }

    /** The relation of right to left. */
    public Relation mirrored() {
      return of(/* less= */ ofGreater, ofEqual, /* greater= */ ofLess);
    }
  }

  /** The condition in Java's notation. */
  public String text() {
    return left + " " + relation.symbol() + " " + right;
  }

  /** This condition with its sides exchanged. */
  public Condition mirrored() {
    return new Condition(relation.mirrored(), /* left= */ right, /* right= */ left);
  }

  /** The opposite condition. */
  public Condition negated() {
    return new Condition(relation.negated(), left, right);
  }

  /** The condition that an object is null, or that it is not. */
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
