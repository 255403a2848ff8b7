package dev.slipstream.compiler.dataflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.dataflow.Condition.Relation;
import dev.slipstream.model.mapper.Operator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.objectweb.asm.Opcodes;

class ConditionTest {
  private static final long[] NUMBERS = {Long.MIN_VALUE, -1, 0, 1, Long.MAX_VALUE};
  private static final Value LEFT = new Value.Constant('I', 3);
  private static final Value RIGHT = new Value.Constant('I', 4);

  @ParameterizedTest
  @EnumSource
  void theNegatedRelationHoldsExactlyWhereTheRelationDoesNot(Relation relation) {
    for (long left : NUMBERS) {
      for (long right : NUMBERS) {
        assertThat(relation.negated().holds(left, right))
            .as("%d %s %d", left, relation.symbol(), right)
            .isEqualTo(!relation.holds(left, right));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void theMirroredRelationHoldsOfTheNumbersTheOtherWayRound(Relation relation) {
    for (long left : NUMBERS) {
      for (long right : NUMBERS) {
        assertThat(relation.mirrored().holds(right, left))
            .as("%d %s %d", left, relation.symbol(), right)
            .isEqualTo(relation.holds(left, right));
      }
    }
  }

  @Test
  void aJumpIsTakenOnTheComparisonOfItsOpcode() {
    assertThat(Condition.ofJump(Opcodes.IF_ICMPLT, LEFT, RIGHT).orElseThrow().text())
        .isEqualTo("3 < 4");
    assertThat(Condition.ofJump(Opcodes.IF_ACMPEQ, LEFT, RIGHT)).isEmpty();
  }

  @Test
  void aComparisonOfLongsWithZeroIsOneOfItsOperands() {
    Value compared = new Value.Operation(Operator.COMPARE, List.of(LEFT, RIGHT), 'I', 3);
    Value zero = new Value.Constant('I', 0);
    assertThat(Condition.ofJump(Opcodes.IFGE, compared, zero).orElseThrow().text())
        .isEqualTo("3 >= 4");
    assertThat(Condition.ofJump(Opcodes.IF_ICMPGE, compared, RIGHT))
        .as("only the sign of the result of lcmp is specified")
        .isEmpty();
  }
}
