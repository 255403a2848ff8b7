package dev.slipstream.compiler.emulation.math;

/**
 * Powers: {@code 2^(y log2(x))}. The logarithm is a sum of two doubles, with 24 bits more than a
 * double.
 */
public final class Power {
  private static final double LOG2_THREE_HALVES_HIGH = 0x1.2b8034p-1;
  private static final double LOG2_THREE_HALVES_LOW = 0x1.cfdeb43cfd006p-27;

  private static final double L1 = 0x1.3333333333303p-1;
  private static final double L2 = 0x1.b6db6db6fabffp-2;
  private static final double L3 = 0x1.55555518f264dp-2;
  private static final double L4 = 0x1.17460a91d4101p-2;
  private static final double L5 = 0x1.d864a93c9db65p-3;
  private static final double L6 = 0x1.a7e284a454eefp-3;

  private static final double LN_2 = 0x1.62e42fefa39efp-1;
  private static final double LN_2_HIGH = 0x1.62e43p-1;
  private static final double LN_2_LOW = -0x1.05c610ca86c39p-29;

  /**
   * The amount, negated, by which the product may exceed 1024 before rounding makes the power
   * overflow.
   */
  private static final double OVERFLOW_MARGIN = 0x1.71547652b82fep-54;

  /** 2 / (3 ln 2). */
  private static final double SCALE = 0x1.ec709dc3a03fdp-1;

  private static final double SCALE_HIGH = 0x1.ec709ep-1;
  private static final double SCALE_LOW = -0x1.e2fe0145b01f5p-28;
  private static final double ONE_OVER_LN_2 = 0x1.71547652b82fep0;
  private static final double ONE_OVER_LN_2_HIGH = 0x1.715476p0;
  private static final double ONE_OVER_LN_2_LOW = 0x1.4ae0bf85ddf44p-26;

  private Power() {}

  /** {@code x} to the power {@code y} (fdlibm e_pow.c); within 1 ulp. */
  public static double pow(double x, double y) {
    if (y == 0.0) {
      return 1.0;
    }
    if (!(Math.abs(x) <= Double.POSITIVE_INFINITY) || !(Math.abs(y) <= Double.POSITIVE_INFINITY)) {
      return x + y;
    }
    double base = Math.abs(x);
    if (Math.abs(y) > Double.MAX_VALUE) {
      if (base == 1.0) {
        return Double.NaN;
      }
      return (base > 1.0) == (y > 0) ? Double.POSITIVE_INFINITY : 0.0;
    }
    if (y == 1.0) {
      return x;
    }
    if (y == -1.0) {
      return 1.0 / x;
    }
    if (y == 2.0) {
      return x * x;
    }
    boolean negative = DoubleBits.highWord(x) < 0;
    if (y == 0.5 && !negative) {
      return Math.sqrt(x);
    }
    int parity = negative ? parityOf(y) : 0;
    if (base == 0.0 || base == 1.0 || base > Double.MAX_VALUE) {
      double z = y < 0 ? 1.0 / base : base;
      if (!negative) {
        return z;
      }
      if (base == 1.0 && parity == 0) {
        return Double.NaN;
      }
      return parity == 1 ? -z : z;
    }
    if (negative && parity == 0) {
      return Double.NaN;
    }
    return powerOfPositive(base, y, negative && parity == 1 ? -1.0 : 1.0);
  }

  /** 0 if a finite number is no integer, 1 if it is an odd one, 2 if it is an even one. */
  static int parityOf(double y) {
    double magnitude = Math.abs(y);
    if (magnitude >= 0x1p53) {
      return 2;
    }
    long integer = (long) magnitude;
    if (integer != magnitude) {
      return 0;
    }
    return (integer & 1) == 1 ? 1 : 2;
  }

  /** {@code sign * base^y} for a positive finite base other than 1 and a finite y. */
  static double powerOfPositive(double base, double y, double sign) {
    // The bounds are those of the high words: |y| above 2^31, 2^64; base about 1.
    double magnitude = Math.abs(y);
    if (magnitude >= 0x1.00001p31) {
      boolean grows = y > 0;
      if (magnitude >= 0x1.00001p64) {
        return (base < 1.0) == grows ? 0.0 : Double.POSITIVE_INFINITY;
      }
      if (base < 0x1.fffffp-1) {
        return grows ? sign * 0.0 : sign * Double.POSITIVE_INFINITY;
      }
      if (base >= 0x1.00001p0) {
        return grows ? sign * Double.POSITIVE_INFINITY : sign * 0.0;
      }
      // Four terms of the series of log(1 + t) are enough here.
      double t = base - 1.0;
      double w = (t * t) * (0.5 - t * (1.0 / 3.0 - t * 0.25));
      double u = ONE_OVER_LN_2_HIGH * t;
      double v = t * ONE_OVER_LN_2_LOW - w * ONE_OVER_LN_2;
      double high = DoubleBits.withoutLowWord(u + v);
      return powerOfTwoProduct(high, v - (high - u), y, sign);
    }
    int n = 0;
    double ax = base;
    if (base < Double.MIN_NORMAL) {
      ax = base * 0x1p53;
      n = -53;
    }
    int word = DoubleBits.highWord(ax);
    n += (word >> 20) - 1023;
    int fraction = word & 0xf_ffff;
    word = fraction | 0x3ff0_0000;
    int interval = 0;
    if (fraction > 0x3_988e) {
      if (fraction < 0xb_b67a) {
        interval = 1;
      } else {
        n++;
        word -= 0x10_0000;
      }
    }
    return powerOfScaled(DoubleBits.withHighWord(ax, word), word, n, interval, y, sign);
  }

  /**
   * {@code sign * (2^n ax)^y}.
   *
   * @param interval 0 where ax is nearer to 1, 1 where it is nearer to 1.5
   */
  static double powerOfScaled(double ax, int word, int n, int interval, double y, double sign) {
    double centre = interval == 0 ? 1.0 : 1.5;
    double centreHigh = interval == 0 ? 0.0 : LOG2_THREE_HALVES_HIGH;
    double centreLow = interval == 0 ? 0.0 : LOG2_THREE_HALVES_LOW;
    double u = ax - centre;
    double v = 1.0 / (ax + centre);
    double s = u * v;
    double sHigh = DoubleBits.withoutLowWord(s);
    double tHigh =
        DoubleBits.fromHighWord(((word >> 1) | 0x2000_0000) + 0x0008_0000 + (interval << 18));
    double tLow = ax - (tHigh - centre);
    double sLow = v * ((u - sHigh * tHigh) - sHigh * tLow);
    double square = s * s;
    double r =
        square
            * square
            * (L1 + square * (L2 + square * (L3 + square * (L4 + square * (L5 + square * L6)))));
    r += sLow * (sHigh + s);
    square = sHigh * sHigh;
    tHigh = DoubleBits.withoutLowWord(3.0 + square + r);
    tLow = r - ((tHigh - 3.0) - square);
    u = sHigh * tHigh;
    v = sLow * tHigh + tLow * s;
    double pHigh = DoubleBits.withoutLowWord(u + v);
    double pLow = v - (pHigh - u);
    double zHigh = SCALE_HIGH * pHigh;
    double zLow = SCALE_LOW * pHigh + pLow * SCALE + centreLow;
    double high = DoubleBits.withoutLowWord(((zHigh + zLow) + centreHigh) + n);
    double low = zLow - (((high - n) - centreHigh) - zHigh);
    return powerOfTwoProduct(high, low, y, sign);
  }

  /** {@code sign * 2^(y * (high + low))}. */
  static double powerOfTwoProduct(double high, double low, double y, double sign) {
    double yHigh = DoubleBits.withoutLowWord(y);
    double productLow = (y - yHigh) * high + y * low;
    double productHigh = yHigh * high;
    double z = productLow + productHigh;
    if (z > 1024.0 || (z == 1024.0 && productLow + OVERFLOW_MARGIN > z - productHigh)) {
      return sign * Double.POSITIVE_INFINITY;
    }
    if (z < -1075.0 || (z == -1075.0 && productLow <= z - productHigh)) {
      return sign * 0.0;
    }
    int n = 0;
    if (Math.abs(z) >= 0x1.00001p-1) {
      // The integer nearest to z, subtracted from the product.
      n = z < 0 ? (int) (z - 0.5) : (int) (z + 0.5);
      productHigh -= n;
    }
    double t = DoubleBits.withoutLowWord(productLow + productHigh);
    double u = t * LN_2_HIGH;
    double v = (productLow - (t - productHigh)) * LN_2 + t * LN_2_LOW;
    double r = u + v;
    double w = v - (r - u);
    double c = Exponential.exponentialTerm(r);
    double result = 1.0 - ((r * c) / (c - 2.0) - (w + r * w) - r);
    if ((DoubleBits.highWord(result) >> 20) + n <= 0) {
      // Subnormal: rounded once, by the last multiplication.
      return sign * (DoubleBits.timesPowerOfTwo(result, n + 54) * 0x1p-54);
    }
    return sign * DoubleBits.timesPowerOfTwo(result, n);
  }
}
