package dev.slipstream.model.mapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import java.util.function.LongBinaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The values of formulas over intervals; none of them wraps silently. */
class FormulaTest {
  private static final Formula I = Formula.variable(0, 2);
  private static final Formula J = Formula.variable(1, 2);

  private static Formula of(Operator operator, Formula left, Formula right) {
    return Formula.of(new Formula.Operation(operator, 'J', left, right), 2);
  }

  @Test
  void aSumHasItsLeastWhereFallingPartsAreAtTheirLast() {
    Formula sum = new Formula(5, new long[] {2, -3}, List.of());
    assertThat(sum.least(new long[] {1, 4, 0, 10})).isEqualTo(5 + 2 - 27);
    assertThat(sum.most(new long[] {1, 4, 0, 10})).isEqualTo(5 + 6);
  }

  @ParameterizedTest
  @EnumSource(
      value = Operator.class,
      names = {"FLOOR_DIVIDE", "FLOOR_REMAINDER", "MIN", "MAX", "MULTIPLY"})
  void theEndsOfAnOperationHoldAllThatItCanBe(Operator operator) {
    Random random = new Random(7);
    boolean divides = operator.divides();
    Formula formula = of(operator, I, divides ? Formula.constant(4, 2) : J);
    LongBinaryOperator exact = (i, j) -> operator.apply(i, divides ? 4 : j, 'J');
    for (int round = 0; round < 200; round++) {
      long[] ends = {random.nextInt(40) - 20, 0, random.nextInt(40) - 20, 0};
      ends[1] = ends[0] + 1 + random.nextInt(9);
      ends[3] = ends[2] + 1 + random.nextInt(9);
      long least = Long.MAX_VALUE;
      long most = Long.MIN_VALUE;
      for (long i = ends[0]; i < ends[1]; i++) {
        for (long j = ends[2]; j < ends[3]; j++) {
          least = Math.min(least, exact.applyAsLong(i, j));
          most = Math.max(most, exact.applyAsLong(i, j));
        }
      }
      boolean isWide = operator == Operator.FLOOR_REMAINDER && most - least == 3;
      assertThat(formula.least(ends)).isEqualTo(isWide ? 0 : least);
      assertThat(formula.most(ends)).isEqualTo(isWide ? 3 : most);
    }
  }

  @Test
  void ofSingleNumbersEveryOperatorIsWhatJavaMakesOfThem() {
    Formula wrapped =
        Formula.of(
            new Formula.Operation(Operator.MULTIPLY, 'I', I, Formula.constant(1 << 16, 2)), 2);
    assertThat(wrapped.least(new long[] {1 << 16, (1 << 16) + 1, 0, 1})).isZero();
  }

  @Test
  void theOppositeOfANumberIsItsLargestWhereItsLeastIsWanted() {
    Formula opposite = Formula.of(new Formula.Opposite(I), 2);
    assertThat(opposite.least(new long[] {2, 6, 0, 1})).isEqualTo(5);
    assertThat(opposite.most(new long[] {2, 6, 0, 1})).isEqualTo(2);
  }

  @Test
  void whatDoesNotFitOrIsNotKnownThrows() {
    Formula large = new Formula(Long.MAX_VALUE, new long[] {1, 0}, List.of());
    assertThatThrownBy(() -> large.most(new long[] {0, 2, 0, 1}))
        .isInstanceOf(ArithmeticException.class);
    assertThat(large.fits(new long[] {0, 2, 0, 1})).isFalse();
    assertThatThrownBy(() -> of(Operator.XOR, I, J).most(new long[] {0, 2, 0, 1}))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("no single number");
    assertThatThrownBy(() -> of(Operator.FLOOR_DIVIDE, I, J).most(new long[] {0, 2, 0, 1}))
        .isInstanceOf(ArithmeticException.class);
  }

  @Test
  void theTimeDoesNotGrowWithTheDepthMoreThanWithTheSize() {
    Formula deep = I;
    for (int level = 0; level < 100; level++) {
      deep = of(Operator.MAX, deep.plus(1), Formula.constant(3, 2));
    }
    assertThat(deep.most(new long[] {0, 10, 0, 1})).isEqualTo(109);
  }
}
