package dev.slipstream.demo;

import java.math.BigDecimal;
import java.math.MathContext;

/** Exponential and logarithm to about 35 digits, to measure the error of faster ones. */
final class ExactMath {
  private static final MathContext PRECISION = new MathContext(46);
  private static final BigDecimal SMALLEST_TERM = new BigDecimal("1e-46");
  private static final BigDecimal TWO = BigDecimal.valueOf(2);

  private ExactMath() {}

  /** Returns the distance of {@code result} from exp(x), in units in the last place of exp(x). */
  static double expError(double x, double result) {
    double strict = StrictMath.exp(x);
    if (!Double.isFinite(result) || !Double.isFinite(strict) || strict == 0) {
      return alike(result, strict);
    }
    return error(result, exp(new BigDecimal(x)));
  }

  /** Returns the distance of {@code result} from log(x), in units in the last place of log(x). */
  static double logError(double x, double result) {
    double strict = StrictMath.log(x);
    if (!Double.isFinite(result) || !Double.isFinite(strict) || strict == 0) {
      return alike(result, strict);
    }
    return error(result, log(new BigDecimal(x), strict));
  }

  private static double error(double result, BigDecimal exact) {
    BigDecimal difference = new BigDecimal(result).subtract(exact).abs();
    BigDecimal unit = new BigDecimal(Math.ulp(exact.doubleValue()));
    return difference.divide(unit, PRECISION).doubleValue();
  }

  /**
   * Compares results without a unit to divide by: 0 for the same value, otherwise the difference.
   */
  private static double alike(double result, double strict) {
    if (Double.compare(result, strict) == 0 || result == strict) {
      return 0;
    }
    boolean countable = Double.isFinite(result) && Double.isFinite(strict);
    return countable ? Math.abs(result - strict) / Math.ulp(strict) : Double.POSITIVE_INFINITY;
  }

  /**
   * Computes the series of the exponential for x/2ⁿ, which needs few terms because x/2ⁿ is tiny,
   * and squares the result n times.
   */
  private static BigDecimal exp(BigDecimal x) {
    int halvings = Math.max(0, Math.getExponent(x.doubleValue()) + 20);
    BigDecimal small = x.divide(TWO.pow(halvings), PRECISION);
    BigDecimal sum = BigDecimal.ONE;
    BigDecimal term = BigDecimal.ONE;
    for (int i = 1; term.abs().compareTo(SMALLEST_TERM) > 0; i++) {
      term = term.multiply(small, PRECISION).divide(BigDecimal.valueOf(i), PRECISION);
      sum = sum.add(term, PRECISION);
    }
    for (int i = 0; i < halvings; i++) {
      sum = sum.multiply(sum, PRECISION);
    }
    return sum;
  }

  /** Corrects a good guess y once: log x = y + log(1 + e) with e = x exp(-y) - 1, e tiny. */
  private static BigDecimal log(BigDecimal x, double guess) {
    BigDecimal y = new BigDecimal(guess);
    BigDecimal e = x.multiply(exp(y.negate()), PRECISION).subtract(BigDecimal.ONE);
    BigDecimal square = e.multiply(e, PRECISION);
    return y.add(e).subtract(square.divide(TWO, PRECISION));
  }
}
