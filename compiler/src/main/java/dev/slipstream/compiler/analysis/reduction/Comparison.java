package dev.slipstream.compiler.analysis.reduction;

import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.Condition.Relation;
import dev.slipstream.compiler.dataflow.Value;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Opcodes;

/**
 * A jump that depends on the comparison of an accumulator with a plain value.
 *
 * @param block the block that ends with the jump
 * @param slot the accumulator's local slot
 * @param chain the accumulator
 * @param plain the value compared with it
 * @param relation the relation of the accumulator to the value where the jump is taken
 * @param comparing {@code lcmp}, {@code fcmpl} or a similar opcode, or -1 where ints are compared
 * @param chainLeft whether the accumulator was the first operand
 */
record Comparison(
    Block block,
    int slot,
    Value chain,
    Value plain,
    Relation relation,
    int comparing,
    boolean chainLeft) {

  /**
   * The comparison of two values.
   *
   * @param slot the accumulator's local slot
   * @param operands the two values
   * @param chain the index of the operand that is the accumulator
   * @param relation the relation of the first to the second operand where the jump is taken
   * @param comparing {@code lcmp}, {@code fcmpl} or a similar opcode, or -1 where ints are compared
   */
  static Comparison of(
      Block block, int slot, List<Value> operands, int chain, Relation relation, int comparing) {
    return new Comparison(
        block,
        slot,
        operands.get(chain),
        operands.get(1 - chain),
        chain == 0 ? relation : relation.mirrored(),
        comparing,
        chain == 0);
  }

  /**
   * The order of the plain value and the accumulator on one side of the jump.
   *
   * @param family MAX if the value is greater than the accumulator there, MIN if it is less
   * @param strict whether it cannot be equal
   */
  record Order(Family family, boolean strict) {}

  /**
   * The order on one side of the jump.
   *
   * @param taken whether the side is the jump's target
   * @return empty if the side does not determine the order, or also runs where a NaN is compared
   */
  Optional<Order> on(boolean taken) {
    Relation holds = taken ? relation : relation.negated();
    if (comparing > Opcodes.LCMP) {
      // A NaN counts as if the first operand were the larger one, or the smaller one, depending on
      // the opcode.
      boolean high = comparing == Opcodes.FCMPG || comparing == Opcodes.DCMPG;
      if (holds.holds(high == chainLeft ? 1 : -1, 0)) {
        return Optional.empty();
      }
    }
    return switch (holds) {
      case EQUAL, NOT_EQUAL -> Optional.empty();
      case LESS -> Optional.of(new Order(Family.MAX, /* strict= */ true));
      case LESS_OR_EQUAL -> Optional.of(new Order(Family.MAX, /* strict= */ false));
      case GREATER -> Optional.of(new Order(Family.MIN, /* strict= */ true));
      case GREATER_OR_EQUAL -> Optional.of(new Order(Family.MIN, /* strict= */ false));
    };
  }
}
