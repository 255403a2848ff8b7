package dev.slipstream.demo;

/**
 * Measures how far the prices are from what the formula's operations allow.
 *
 * <p>Two things are measured in units in the last place, and the larger counts. The results of exp
 * and log, for a sample of the options, against {@link ExactMath}: {@code java.lang.Math} promises
 * an error of at most 1. And each price against the formula worked out again from those results by
 * exact arithmetic, where any difference at all is a fault and counts as infinitely large.
 */
final class PriceCheck {
  private static final int SAMPLES = 10;

  private final BlackScholes prices;
  private final double level;

  PriceCheck(BlackScholes prices, double level) {
    this.prices = prices;
    this.level = level;
  }

  /**
   * The largest error.
   *
   * @param turn moves the sample on, so that other options are looked at each time
   */
  double maxUlp(int turn) {
    int count = prices.count();
    for (int i = 0; i < count; i++) {
      if (!followsFromFunctions(prices.priced(i))) {
        return Double.POSITIVE_INFINITY;
      }
    }
    double largest = 0;
    int samples = Math.min(SAMPLES, count);
    for (int i = 0; i < samples; i++) {
      int index = (int) (((long) i * count / samples + turn) % count);
      largest = Math.max(largest, functionError(prices.priced(index)));
    }
    return largest;
  }

  private double functionError(BlackScholes.Priced p) {
    double d1 = BlackScholes.d1(p.logMoneyness(), p.years(), p.rate(), p.volatility());
    double d2 = d1 - p.volatility() * Math.sqrt(p.years());
    double log = ExactMath.logError(p.spot() * level / p.strike(), p.logMoneyness());
    double discount = ExactMath.expError(-p.rate() * p.years(), p.discount());
    double density1 = ExactMath.expError(-0.5 * d1 * d1, p.density1());
    double density2 = ExactMath.expError(-0.5 * d2 * d2, p.density2());
    return Math.max(Math.max(log, discount), Math.max(density1, density2));
  }

  private boolean followsFromFunctions(BlackScholes.Priced p) {
    double s = p.spot() * level;
    double d1 = BlackScholes.d1(p.logMoneyness(), p.years(), p.rate(), p.volatility());
    double d2 = d1 - p.volatility() * Math.sqrt(p.years());
    double n1 = BlackScholes.cumulative(d1, p.density1());
    double n2 = BlackScholes.cumulative(d2, p.density2());
    double owed = p.strike() * p.discount();
    return same(p.call(), s * n1 - owed * n2) && same(p.put(), owed * (1 - n2) - s * (1 - n1));
  }

  private static boolean same(double a, double b) {
    return Double.doubleToLongBits(a) == Double.doubleToLongBits(b);
  }
}
