package dev.slipstream.compiler.opencl;

import dev.slipstream.compiler.dataflow.Condition.Relation;
import java.util.Set;

/**
 * A C condition and its exact opposite, which for floating-point numbers is more than the opposite
 * operator because of NaNs.
 *
 * @param text the condition
 * @param opposite the opposite
 * @param reads the mutable variables that both read
 */
record CCondition(String text, String opposite, Set<String> reads) {

  /** A branch on how two integers compare. */
  static CCondition integers(Relation jump, Expression left, Expression right) {
    Expression both = JavaOperators.relation(jump.symbol(), left.signed(), right.signed());
    Expression opposite =
        JavaOperators.relation(jump.negated().symbol(), left.signed(), right.signed());
    return new CCondition(both.text(), opposite.text(), both.reads());
  }

  /** A branch on the result of comparing with zero. */
  static CCondition zero(Relation jump, Expression value) {
    if (!(value.origin() instanceof Expression.Origin.Comparison comparison)) {
      return integers(jump, value, Expression.constant(0, CType.INT));
    }
    if (!comparison.left().type().isFloating()) {
      return integers(jump, comparison.left(), comparison.right());
    }
    boolean forNan = jump.holds(comparison.unordered(), 0);
    // Of the C operators only != holds for NaNs.
    boolean isPlain = forNan == (jump == Relation.NOT_EQUAL);
    Relation plain = isPlain ? jump : jump.negated();
    Expression compared =
        JavaOperators.relation(plain.symbol(), comparison.left(), comparison.right());
    String negated = "!(" + compared.text() + ")";
    return isPlain
        ? new CCondition(compared.text(), negated, compared.reads())
        : new CCondition(negated, compared.text(), compared.reads());
  }
}
