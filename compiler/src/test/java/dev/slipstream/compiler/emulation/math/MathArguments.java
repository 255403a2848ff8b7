package dev.slipstream.compiler.emulation.math;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Arguments for tests of functions: the special ones, and random ones of several distributions. */
final class MathArguments {
  private MathArguments() {}

  /**
   * Zeros, infinities, NaN, extremes, powers of two and multiples of pi/2 with their neighbours.
   */
  static double[] special() {
    List<Double> found = new ArrayList<>();
    double[] seeds = {
      0.0,
      Double.MIN_VALUE,
      Double.MIN_NORMAL,
      Double.MAX_VALUE,
      1.0,
      1.5,
      2.0,
      3.0,
      10.0,
      0.1,
      0.3,
      0.4375,
      0.5,
      0.6744,
      0.6875,
      0.975,
      1.1875,
      2.4375,
      22.0,
      37.0,
      709.0,
      710.0,
      1e300,
      1e22,
      709.782712893384,
      710.4758600739439,
      745.1332191019411,
      0.41421356,
      0.2928932,
      Math.log(2) / 2,
      Math.log(2) * 1.5,
      Math.log(2) * 56,
      Math.E,
      Float.MIN_VALUE,
      Float.MAX_VALUE,
      Integer.MAX_VALUE,
      Long.MAX_VALUE,
      6381956970095103.0 * 0x1p797
    };
    for (double seed : seeds) {
      addWithNeighbours(found, seed, 4);
    }
    for (int exponent = -1074; exponent <= 1023; exponent++) {
      addWithNeighbours(found, Math.scalb(1.0, exponent), 1);
    }
    for (int n = 1; n <= 2000; n++) {
      addWithNeighbours(found, n * (Math.PI / 4), 3);
    }
    for (double n = 1; n < 1e15; n *= 1.7) {
      addWithNeighbours(found, Math.rint(n) * (Math.PI / 2), 3);
    }
    for (int n = -323; n <= 308; n++) {
      addWithNeighbours(found, Double.parseDouble("1e" + n), 1);
    }
    for (int n = 1; n < 100; n++) {
      addWithNeighbours(found, n, 1);
    }
    found.add(Double.POSITIVE_INFINITY);
    found.add(Double.NEGATIVE_INFINITY);
    found.add(Double.NaN);
    return found.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** A few arguments of each kind, small enough to be paired each with each. */
  static double[] fewSpecial() {
    double[] positive = {
      0.0,
      Double.MIN_VALUE,
      3 * Double.MIN_VALUE,
      0x1p-1040,
      Math.nextDown(Double.MIN_NORMAL),
      Double.MIN_NORMAL,
      0x1p-1021,
      0x1.8p-1020,
      1e-300,
      0x1p-500,
      0x1p-60,
      1e-10,
      0.1,
      1.0 / 3,
      Math.nextDown(0.5),
      0.5,
      Math.nextUp(0.5),
      0.9,
      0.99999,
      0.9999999,
      Math.nextDown(1.0),
      1.0,
      Math.nextUp(1.0),
      1.0000001,
      1.00001,
      1.1,
      1.5,
      2.0,
      2.5,
      3.0,
      Math.PI,
      4.0,
      5.0,
      10.0,
      31.0,
      53.0,
      100.5,
      1023.0,
      1024.0,
      1074.0,
      1075.0,
      1e5,
      0x1p31,
      0x1.1p31,
      0x1p32,
      1e10,
      0x1p52,
      0x1p53 - 1,
      0x1p53,
      0x1p62,
      0x1p63,
      0x1p64,
      0x1.1p64,
      1e30,
      0x1p500,
      0x1.1p501,
      1e300,
      0x1p1022,
      0x1p1023,
      Double.MAX_VALUE,
      Double.POSITIVE_INFINITY,
      Double.NaN
    };
    double[] both = new double[2 * positive.length];
    for (int i = 0; i < positive.length; i++) {
      both[2 * i] = positive[i];
      both[2 * i + 1] = -positive[i];
    }
    return both;
  }

  /** A random argument; the distribution depends on the index. */
  static double random(SplittableRandom random, int index) {
    switch (index % 6) {
      case 0:
        return Double.longBitsToDouble(random.nextLong());
      case 1:
        return random.nextDouble() * 2 - 1;
      case 2:
        return (random.nextDouble() * 2 - 1) * 100;
      case 3:
        return (random.nextDouble() * 2 - 1) * 1e6;
      case 4:
        // Huge: 2^20 and more.
        return Math.scalb(1 + random.nextDouble(), 20 + random.nextInt(1003))
            * (random.nextBoolean() ? 1 : -1);
      default:
        return (random.nextDouble() * 2 - 1) * 800;
    }
  }

  private static void addWithNeighbours(List<Double> found, double centre, int steps) {
    double up = centre;
    double down = centre;
    found.add(centre);
    found.add(-centre);
    for (int i = 0; i < steps; i++) {
      up = Math.nextUp(up);
      down = Math.nextDown(down);
      found.add(up);
      found.add(-up);
      found.add(down);
      found.add(-down);
    }
  }
}
