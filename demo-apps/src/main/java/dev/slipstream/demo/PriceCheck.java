package dev.slipstream.demo;

/**
 * Measures, for a sample of the options, how far the prices are from what the formula's operations
 * allow, in units in the last place.
 *
 * <p>The result is the error of exp and log against {@link ExactMath}; {@code java.lang.Math}
 * promises at most 1. Each price is also computed again from the values of exp and log by exact
 * arithmetic, where any difference is a fault. Each least price is computed again by {@link
 * StrictMath}, where it may differ by rounding only. A fault counts as infinite.
 */
final class PriceCheck {
  private static final int SAMPLES = 1000;

  /**
   * Exact arithmetic takes long, so only one in this many options of the sample is measured by it.
   */
  private static final int MEASURED = 10;

  private static final double ROUNDING = 1e-12;

  private final BlackScholes prices;
  private final int markets;

  /**
   * @param markets the number of markets in which the options were priced
   */
  PriceCheck(BlackScholes prices, int markets) {
    this.prices = prices;
    this.markets = markets;
  }

  /** Returns the largest error. */
  double maxUlp() {
    int count = prices.count();
    int samples = Math.min(SAMPLES, count);
    double largest = 0;
    for (int i = 0; i < samples; i++) {
      BlackScholes.Priced option = prices.priced((int) ((long) i * count / samples));
      boolean measured = i % MEASURED == 0;
      if (!followsFromFunctions(option) || (measured && !isLeast(option))) {
        return Double.POSITIVE_INFINITY;
      }
      if (measured) {
        largest = Math.max(largest, functionError(option));
      }
    }
    return largest;
  }

  private static double functionError(BlackScholes.Priced p) {
    double d1 = BlackScholes.d1(p.logMoneyness(), p.years(), p.rate(), p.volatility());
    double d2 = d1 - p.volatility() * Math.sqrt(p.years());
    double log = ExactMath.logError(p.spot() / p.strike(), p.logMoneyness());
    double discount = ExactMath.expError(-p.rate() * p.years(), p.discount());
    double density1 = ExactMath.expError(-0.5 * d1 * d1, p.density1());
    double density2 = ExactMath.expError(-0.5 * d2 * d2, p.density2());
    return Math.max(Math.max(log, discount), Math.max(density1, density2));
  }

  /** Whether the prices are, to the bit, those that follow from the kept values of exp and log. */
  static boolean followsFromFunctions(BlackScholes.Priced p) {
    double d1 = BlackScholes.d1(p.logMoneyness(), p.years(), p.rate(), p.volatility());
    double d2 = d1 - p.volatility() * Math.sqrt(p.years());
    double n1 = BlackScholes.cumulative(d1, p.density1());
    double n2 = BlackScholes.cumulative(d2, p.density2());
    double owed = p.strike() * p.discount();
    return same(p.call(), p.spot() * n1 - owed * n2)
        && same(p.put(), owed * (1 - n2) - p.spot() * (1 - n1));
  }

  /** Whether the least prices are, except for rounding, the least of all markets. */
  boolean isLeast(BlackScholes.Priced p) {
    double leastCall = Double.MAX_VALUE;
    double leastPut = Double.MAX_VALUE;
    double owed = p.strike() * StrictMath.exp(-p.rate() * p.years());
    for (int market = 0; market < markets; market++) {
      double s = p.spot() * BlackScholes.level(market, markets);
      double log = StrictMath.log(s / p.strike());
      double d1 = BlackScholes.d1(log, p.years(), p.rate(), p.volatility());
      double d2 = d1 - p.volatility() * Math.sqrt(p.years());
      double n1 = BlackScholes.cumulative(d1, StrictMath.exp(-0.5 * d1 * d1));
      double n2 = BlackScholes.cumulative(d2, StrictMath.exp(-0.5 * d2 * d2));
      leastCall = Math.min(leastCall, s * n1 - owed * n2);
      leastPut = Math.min(leastPut, owed * (1 - n2) - s * (1 - n1));
    }
    double allowed = ROUNDING * (p.spot() + p.strike());
    return Math.abs(leastCall - p.leastCall()) <= allowed
        && Math.abs(leastPut - p.leastPut()) <= allowed;
  }

  private static boolean same(double a, double b) {
    return Double.doubleToLongBits(a) == Double.doubleToLongBits(b);
  }
}
