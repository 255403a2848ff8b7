package dev.slipstream.runtime.graph;

import java.util.Random;

/** Seeds and sizes of random tests, as {@code ./slipstream verify --seed N --count N} sets them. */
public final class Seeds {
  private Seeds() {}

  /** A generator whose seed is printed; the seed is fixed unless the command line gives another. */
  public static Random random(long standard) {
    long seed = Long.getLong("slipstream.test.seed", 20_240_601) + standard;
    System.out.println("seed " + seed);
    return new Random(seed);
  }

  /** How many random programs to run. */
  public static int count(int standard, int longer) {
    int usual = Boolean.getBoolean("slipstream.test.long") ? longer : standard;
    return Integer.getInteger("slipstream.test.count", usual);
  }
}
