package dev.slipstream.compiler.emulation.math;

/**
 * Subtracts whole quarter turns from an angle. The rest is represented as a sum of two doubles. The
 * requested function of it is called at the end, because a method cannot return three values.
 */
final class AngleReduction {
  private static final double TWO_OVER_PI = 0x1.45f306dc9c883p-1;
  private static final double PI_OVER_2 = Math.PI / 2;

  /** pi/2 in parts of 33 bits, each with its remainder. */
  private static final double FIRST_PART = 0x1.921fb544p0;

  private static final double FIRST_REST = 0x1.0b4611a626331p-34;
  private static final double SECOND_PART = 0x1.0b4611a6p-34;
  private static final double SECOND_REST = 0x1.3198a2e037073p-69;
  private static final double THIRD_PART = 0x1.3198a2ep-69;
  private static final double THIRD_REST = 0x1.b839a252049c1p-104;

  /** pi/2 in parts of 24 bits. */
  private static final double P0 = 0x1.921fb4p0;

  private static final double P1 = 0x1.4442dp-24;
  private static final double P2 = 0x1.846988p-48;
  private static final double P3 = 0x1.8cc516p-72;
  private static final double P4 = 0x1.01b838p-96;

  private static final long CHUNK = 0xff_ffffL;

  private AngleReduction() {}

  /**
   * A function of an angle above pi/4 (fdlibm e_rem_pio2.c).
   *
   * @param function as in {@link Trigonometric#ofReducedAngle}
   */
  static double ofAngle(int function, double x) {
    double magnitude = Math.abs(x);
    if (magnitude < 0x1.921fcp20) {
      return ofMediumAngle(function, x);
    }
    if (magnitude <= Double.MAX_VALUE) {
      return ofLargeAngle(function, x);
    }
    return Double.NaN;
  }

  /** For angles below 2^19 pi: multiples of pi/2 are subtracted, part by part as needed. */
  static double ofMediumAngle(int function, double x) {
    double magnitude = Math.abs(x);
    int quarterTurns = (int) (magnitude * TWO_OVER_PI + 0.5);
    double n = quarterTurns;
    double r = magnitude - n * FIRST_PART;
    double w = n * FIRST_REST;
    double angle = r - w;
    int high = DoubleBits.highWord(magnitude);
    if (quarterTurns >= 32 || high == DoubleBits.highWord(n * PI_OVER_2)) {
      int exponent = high >> 20;
      if (exponent - ((DoubleBits.highWord(angle) >> 20) & 0x7ff) > 16) {
        double t = r;
        w = n * SECOND_PART;
        r = t - w;
        w = n * SECOND_REST - ((t - r) - w);
        angle = r - w;
        if (exponent - ((DoubleBits.highWord(angle) >> 20) & 0x7ff) > 49) {
          t = r;
          w = n * THIRD_PART;
          r = t - w;
          w = n * THIRD_REST - ((t - r) - w);
          angle = r - w;
        }
      }
    }
    double tail = (r - angle) - w;
    if (x < 0) {
      return Trigonometric.ofReducedAngle(function, -quarterTurns, -angle, -tail);
    }
    return Trigonometric.ofReducedAngle(function, quarterTurns, angle, tail);
  }

  /**
   * For the angles above (fdlibm k_rem_pio2.c): M. Payne and R. Hanek, "Radian reduction for
   * trigonometric functions", SIGNUM 18 (1983). Of the product of the angle and 2/pi only the bits
   * that matter are computed, in chunks of 24 bits: one that holds the quarter turns and the head
   * of their fraction, and under it as many as leave 5 that are not zero.
   */
  static double ofLargeAngle(int function, double x) {
    long bits = Double.doubleToRawLongBits(x);
    long significand = (bits & 0xf_ffff_ffff_ffffL) | 0x10_0000_0000_0000L;
    int exponent = (int) ((bits >>> 52) & 0x7ff) - 1046;
    // The first chunk of 2/pi whose product is not a multiple of 8 quarter turns: a division by 24.
    int first = (Math.max(exponent - 3, 0) * 43691) >> 20;
    int weight = exponent - 24 * (first + 1);

    // Twice, for one chunk more and one for each leading chunk that is zero, unless the head is not
    // zero. The loop has a single exit, because some devices' compilers translate others
    // incorrectly.
    int chunks = 4;
    long f0 = 0;
    long f1 = 0;
    long f2 = 0;
    long head = 0;
    int quarterTurns = 0;
    boolean half = false;
    for (int pass = 0; pass < 2; pass++) {
      // The fraction under the head, from its first chunk on: 192 bits in three words.
      f0 = 0;
      f1 = 0;
      f2 = 0;
      long carry = 0;
      for (int i = chunks; i > 0; i--) {
        long sum = productChunk(significand, first + i) + carry;
        carry = sum >>> 24;
        f2 = (f2 >>> 24) | (f1 << 40);
        f1 = (f1 >>> 24) | (f0 << 40);
        f0 = (f0 >>> 24) | ((sum & CHUNK) << 40);
      }
      head = productChunk(significand, first) + carry;

      long under = -1L;
      if (weight > 0) {
        quarterTurns = (int) (head << weight) + (int) (f0 >>> (64 - weight));
        under = -1L >>> weight;
        f0 &= under;
        half = (f0 >>> (63 - weight)) != 0;
        head = 0;
      } else {
        quarterTurns = (int) (head >>> -weight);
        head &= (1L << -weight) - 1;
        half = weight == 0 ? f0 < 0 : (head >>> (-weight - 1)) != 0;
      }
      if (half) {
        // To the next quarter turn, with one minus the fraction to be subtracted.
        quarterTurns++;
        long borrow = (f0 | f1 | f2) == 0 ? 0 : 1;
        if (weight < 0) {
          head = (1L << -weight) - head - borrow;
        }
        f0 = (f1 | f2) == 0 ? -f0 : ~f0;
        f1 = f2 == 0 ? -f1 : ~f1;
        f2 = -f2;
        f0 &= under;
      }
      if (head == 0 && pass == 0) {
        int zeros = zeroChunks(f0, f1);
        chunks = zeros < 3 ? 5 + zeros : 8;
      }
    }
    int turns = x < 0 ? -quarterTurns : quarterTurns;
    double sign = half == (x < 0) ? 1.0 : -1.0;
    int parts = 5;
    if (head == 0) {
      for (int zeros = zeroChunks(f0, f1); zeros > 0; zeros--) {
        f0 = (f0 << 24) | (f1 >>> 40);
        f1 = (f1 << 24) | (f2 >>> 40);
        f2 = f2 << 24;
        weight -= 24;
      }
      return ofTurns(function, turns, sign, weight - 24, parts, f0, f1, f2);
    }
    f2 = (f2 >>> 24) | (f1 << 40);
    f1 = (f1 >>> 24) | (f0 << 40);
    f0 = (f0 >>> 24) | ((head & CHUNK) << 40);
    if (head > CHUNK) {
      parts = 6;
      f2 = (f2 >>> 24) | (f1 << 40);
      f1 = (f1 >>> 24) | (f0 << 40);
      f0 = (f0 >>> 24) | ((head >>> 24) << 40);
      weight += 24;
    }
    return ofTurns(function, turns, sign, weight, parts, f0, f1, f2);
  }

  /**
   * The number of chunks of 24 bits that are zero before the first one that is not; such a chunk
   * must exist.
   */
  static int zeroChunks(long f0, long f1) {
    if (f0 >>> 40 != 0) {
      return 0;
    }
    if ((f0 & 0xff_ffff_ffffL) >>> 16 != 0) {
      return 1;
    }
    if (((f0 << 8) | (f1 >>> 56)) << 40 != 0) {
      return 2;
    }
    if ((f1 >>> 32 & CHUNK) != 0) {
      return 3;
    }
    return (f1 >>> 8 & CHUNK) != 0 ? 4 : 5;
  }

  /**
   * The function of an angle given as quarter turns and a fraction of one.
   *
   * @param sign the fraction's
   * @param weight the exponent of the lowest bit of the fraction's first chunk
   * @param parts the number of chunks of the fraction, 5 or 6
   */
  static double ofTurns(
      int function, int turns, double sign, int weight, int parts, long f0, long f1, long f2) {
    double c0 = f0 >>> 40;
    double c1 = ((f0 >>> 16) & CHUNK) * 0x1p-24;
    double c2 = (((f0 << 8) | (f1 >>> 56)) & CHUNK) * 0x1p-48;
    double c3 = ((f1 >>> 32) & CHUNK) * 0x1p-72;
    double c4 = ((f1 >>> 8) & CHUNK) * 0x1p-96;
    double r0 = P0 * c0;
    double r1 = P0 * c1 + P1 * c0;
    double r2 = P0 * c2 + P1 * c1 + P2 * c0;
    double r3 = P0 * c3 + P1 * c2 + P2 * c1 + P3 * c0;
    double r4 = P0 * c4 + P1 * c3 + P2 * c2 + P3 * c1 + P4 * c0;
    double r5 = 0;
    if (parts == 6) {
      double c5 = (((f1 << 16) | (f2 >>> 48)) & CHUNK) * 0x1p-120;
      r5 = P0 * c5 + P1 * c4 + P2 * c3 + P3 * c2 + P4 * c1;
    }
    double sum = r5 + r4 + r3 + r2 + r1 + r0;
    double rest = r0 - sum + r1 + r2 + r3 + r4 + r5;
    double scale = sign * DoubleBits.fromHighWord((1023 + weight) << 20);
    return Trigonometric.ofReducedAngle(function, turns, scale * sum, scale * rest);
  }

  /**
   * The part of {@code significand * 2^19 * 2/pi} that results from a chunk of 2/pi and the two
   * before it, multiplied with the 24-bit chunks of the significand; 50 bits.
   */
  static long productChunk(long significand, int chunk) {
    return (significand >>> 29) * twoOverPiChunk(chunk)
        + ((significand >>> 5) & CHUNK) * twoOverPiChunk(chunk - 1)
        + ((significand & 31) << 19) * twoOverPiChunk(chunk - 2);
  }

  /** The bits {@code 24 * chunk} to {@code 24 * chunk + 23} of 2/pi; zero before its point. */
  static long twoOverPiChunk(int chunk) {
    int bit = 24 * chunk;
    int word = bit >> 6;
    int shift = bit & 63;
    long bits = (twoOverPiWord(word) << shift) | ((twoOverPiWord(word + 1) >>> 1) >>> (63 - shift));
    return bits >>> 40;
  }

  /** The bits {@code 64 * word} to {@code 64 * word + 63} of 2/pi after its point. */
  static long twoOverPiWord(int word) {
    // No switch, because some devices' compilers translate it incorrectly.
    if (word < 0 || word > 19) {
      return 0;
    }
    if (word < 5) {
      return word == 0
          ? 0xa2f9_836e_4e44_1529L
          : word == 1
              ? 0xfc27_57d1_f534_ddc0L
              : word == 2
                  ? 0xdb62_9599_3c43_9041L
                  : word == 3 ? 0xfe51_63ab_debb_c561L : 0xb724_6e3a_424d_d2e0L;
    }
    if (word < 10) {
      return word == 5
          ? 0x0649_2eea_09d1_921cL
          : word == 6
              ? 0xfe1d_eb1c_b129_a73eL
              : word == 7
                  ? 0xe882_35f5_2ebb_4484L
                  : word == 8 ? 0xe99c_7026_b45f_7e41L : 0x3991_d639_8353_39f4L;
    }
    if (word < 15) {
      return word == 10
          ? 0x9c84_5f8b_bdf9_283bL
          : word == 11
              ? 0x1ff8_97ff_de05_980fL
              : word == 12
                  ? 0xef2f_118b_5a0a_6d1fL
                  : word == 13 ? 0x6d36_7ecf_27cb_09b7L : 0x4f46_3f66_9e5f_ea2dL;
    }
    return word == 15
        ? 0x7527_bac7_ebe5_f17bL
        : word == 16
            ? 0x3d07_39f7_8a52_92eaL
            : word == 17
                ? 0x6bfb_5fb1_1f8d_5d08L
                : word == 18 ? 0x5603_3046_fc7b_6babL : 0xf0cf_bc20_9af4_361dL;
  }
}
