package dev.slipstream.compiler.analysis.reduction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.JavaMethods;
import dev.slipstream.compiler.analysis.reduction.Comparison.Order;
import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.Condition.Relation;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.Value;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Opcodes;

/**
 * The information that a jump on the comparison of an accumulator with another value gives about
 * that value.
 */
class SelectionJumpTest {
  private static final int OF_INTS = -1;
  private static final Block BLOCK =
      ControlFlow.of(JavaMethods.of("static void f() {}").method("f")).blocks().get(0);
  private static final Order GREATER = new Order(Family.MAX, true);
  private static final Order NOT_LESS = new Order(Family.MAX, false);
  private static final Order LESS = new Order(Family.MIN, true);
  private static final Order NOT_GREATER = new Order(Family.MIN, false);

  private static Comparison comparison(boolean chainLeft, int comparing, int jump) {
    Value chain = new Value.Phi(0, 1, 'I', "largest");
    Value other = Value.Opaque.of(3, 'I');
    return Comparison.of(
        BLOCK,
        1,
        chainLeft ? List.of(chain, other) : List.of(other, chain),
        chainLeft ? 0 : 1,
        Relation.ofJump(jump).orElseThrow(),
        comparing);
  }

  @Test
  void theTwoSidesOfAJumpSayTheOpposite() {
    Comparison less = comparison(true, OF_INTS, Opcodes.IF_ICMPLT);
    assertThat(less.on(true)).as("chain < other").contains(GREATER);
    assertThat(less.on(false)).as("chain >= other").contains(NOT_GREATER);
    Comparison notGreater = comparison(true, OF_INTS, Opcodes.IF_ICMPLE);
    assertThat(notGreater.on(true)).contains(NOT_LESS);
    assertThat(notGreater.on(false)).contains(LESS);
  }

  @Test
  void theOtherValueOnTheLeftTurnsTheRelation() {
    Comparison greater = comparison(false, OF_INTS, Opcodes.IF_ICMPGT);
    assertThat(greater.on(true)).as("other > chain").contains(GREATER);
    assertThat(greater.on(false)).as("other <= chain").contains(NOT_GREATER);
  }

  @Test
  void equalitySaysNothingOfTheOrder() {
    assertThat(comparison(true, OF_INTS, Opcodes.IF_ICMPEQ).on(true)).isEmpty();
    assertThat(comparison(true, OF_INTS, Opcodes.IF_ICMPNE).on(true)).isEmpty();
  }

  @Test
  void aSideThatAlsoRunsForNanSaysNothing() {
    // if (other > chain): javac jumps over the body if fcmpl gives 0 or less, as it does for NaN.
    Comparison compared = comparison(false, Opcodes.FCMPL, Opcodes.IFLE);
    assertThat(compared.on(false)).as("the body").contains(GREATER);
    assertThat(compared.on(true)).as("also of NaN").isEmpty();
  }

  @Test
  void longsAreComparedWithoutNan() {
    Comparison compared = comparison(false, Opcodes.LCMP, Opcodes.IFLE);
    assertThat(compared.on(true)).contains(NOT_GREATER);
  }
}
