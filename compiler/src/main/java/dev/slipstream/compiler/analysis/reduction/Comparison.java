package dev.slipstream.compiler.analysis.reduction;

import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.Condition.Relation;
import java.util.Optional;
import org.objectweb.asm.Opcodes;

/**
 * A jump on how an accumulator compares with a plain value.
 *
 * @param block the block that ends with the jump
 * @param chain the accumulator
 * @param plain the value compared with it
 * @param chainLeft whether the chain was the first operand
 * @param comparing {@code lcmp}, {@code fcmpl} and their kin, or -1 where ints are compared
 * @param jump the jump's opcode
 */
record Comparison(
    Block block, Term.Chain chain, Term.Plain plain, boolean chainLeft, int comparing, int jump) {

  /**
   * What a side of the jump says about the plain value.
   *
   * @param family MAX if it is greater than the accumulator there, MIN if it is less
   * @param strict whether it cannot be equal
   */
  record Order(Family family, boolean strict) {}

  /**
   * What holds on one side of the jump.
   *
   * @param taken whether the side is the jump's target
   * @return empty if the side says nothing about the order, or also runs where a NaN is compared
   */
  Optional<Order> on(boolean taken) {
    Relation relation = Relation.ofJump(jump).orElseThrow();
    Relation holds = taken ? relation : relation.negated();
    if (comparing != Opcodes.LCMP && comparing >= 0) {
      boolean high = comparing == Opcodes.FCMPG || comparing == Opcodes.DCMPG;
      if (holds.holds(high ? 1 : -1, 0)) {
        return Optional.empty();
      }
    }
    boolean greater = holds == Relation.GREATER || holds == Relation.GREATER_OR_EQUAL;
    if (holds == Relation.EQUAL || holds == Relation.NOT_EQUAL) {
      return Optional.empty();
    }
    boolean strict = holds == Relation.GREATER || holds == Relation.LESS;
    // The relation is the first operand's to the second.
    return Optional.of(new Order(greater == chainLeft ? Family.MIN : Family.MAX, strict));
  }
}
