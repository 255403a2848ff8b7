package dev.slipstream.compiler.analysis.reduction;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FamilyTest {
  private static final double[] NUMBERS = {-0.0, 0.0, -1.5, 3e300, Double.NEGATIVE_INFINITY};

  @ParameterizedTest
  @EnumSource
  void theIdentityChangesNoWholeNumber(Family family) {
    for (int number : new int[] {Integer.MIN_VALUE, -1, 0, 1, Integer.MAX_VALUE}) {
      assertThat(family.apply((int) family.identity('I'), number)).isEqualTo(number);
      assertThat(family.apply(number, (int) family.identity('I'))).isEqualTo(number);
      assertThat(family.apply((long) family.identity('J'), (long) number)).isEqualTo(number);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"PLUS", "TIMES", "MIN", "MAX"})
  void theIdentityChangesNoBitOfAFloatingPointNumber(Family family) {
    for (double number : NUMBERS) {
      double combined = family.apply((double) family.identity('D'), number);
      assertThat(Double.doubleToRawLongBits(combined))
          .as("%s %s", family, number)
          .isEqualTo(Double.doubleToRawLongBits(number));
      float small = (float) family.apply((float) family.identity('F'), (float) number);
      assertThat(Float.floatToRawIntBits(small)).isEqualTo(Float.floatToRawIntBits((float) number));
    }
  }
}
