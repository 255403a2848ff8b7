package dev.slipstream.compiler.analysis.bounds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.compiler.dataflow.Value;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PolynomialTest {
  private static final int VALUES = 4;

  private final Random random = new Random(20261126);

  @Test
  void sumsAndProductsAreThoseOfTheNumbers() {
    for (int round = 0; round < 2000; round++) {
      Polynomial left = any();
      Polynomial right = any();
      long factor = random.nextInt(7) - 3;
      long[] numbers = random.longs(VALUES, -5, 6).toArray();
      long one = at(left, numbers);
      long other = at(right, numbers);
      assertThat(at(left.plus(right, factor), numbers)).isEqualTo(one + factor * other);
      assertThat(at(left.minus(right), numbers)).isEqualTo(one - other);
      assertThat(at(left.times(right), numbers)).isEqualTo(one * other);
      assertThat(at(left.scaled(factor), numbers)).isEqualTo(factor * one);
      assertThat(at(left.varying(), numbers)).isEqualTo(one - left.constant());
      for (Polynomial result : List.of(left.minus(right), left.times(right), left.varying())) {
        assertThat(result.terms()).doesNotContainValue(0L);
      }
    }
  }

  @Test
  void aValueIsReplacedWhereItIsAWholeTerm() {
    for (int round = 0; round < 2000; round++) {
      Polynomial sum = any();
      Polynomial by = any();
      Value value = value(random.nextInt(VALUES));
      Polynomial expected =
          sum.plus(Polynomial.atom(value), -sum.coefficient(value))
              .plus(by, sum.coefficient(value));
      assertThat(sum.replace(value, by)).isEqualTo(expected);
    }
  }

  @Test
  void theOrderOfTermsDoesNotMatter() {
    for (int round = 0; round < 500; round++) {
      Polynomial left = any();
      Polynomial right = any();
      Polynomial sum = left.plus(right, 1);
      Polynomial reversed = right.plus(left, 1);
      assertThat(sum).isEqualTo(reversed).hasSameHashCodeAs(reversed);
      assertThat(new Polynomial(sum.terms())).isEqualTo(sum).hasSameHashCodeAs(sum);
      assertThat(sum.plus(1)).isNotEqualTo(sum);
      assertThat(left.times(right)).isEqualTo(right.times(left));
    }
  }

  @Test
  void coefficientsThatDoNotFitAreNoticed() {
    Polynomial large = Polynomial.atom(value(0)).scaled(Long.MAX_VALUE);
    assertThatThrownBy(() -> large.plus(large, 1)).isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> large.scaled(2)).isInstanceOf(ArithmeticException.class);
    assertThat(large.minus(large)).isEqualTo(Polynomial.constant(0));
  }

  private Polynomial any() {
    Polynomial sum = Polynomial.constant(random.nextInt(5) - 2);
    for (int term = random.nextInt(5); term > 0; term--) {
      Polynomial product = Polynomial.atom(value(random.nextInt(VALUES)));
      if (random.nextInt(3) == 0) {
        product = product.times(Polynomial.atom(value(random.nextInt(VALUES))));
      }
      sum = sum.plus(product, random.nextInt(7) - 3);
    }
    return sum;
  }

  private static Value value(int number) {
    return new Value.LoopVariable(number, "v" + number, 'I');
  }

  private static long at(Polynomial polynomial, long[] numbers) {
    long sum = 0;
    for (Map.Entry<List<Value>, Long> term : polynomial.terms().entrySet()) {
      long product = term.getValue();
      for (Value atom : term.getKey()) {
        product *= numbers[((Value.LoopVariable) atom).dimension()];
      }
      sum += product;
    }
    return sum;
  }
}
