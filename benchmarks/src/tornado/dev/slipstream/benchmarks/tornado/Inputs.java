package dev.slipstream.benchmarks.tornado;

import java.util.SplittableRandom;

/** What kernels read, the same for both sides. */
final class Inputs {
  private Inputs() {}

  /** Numbers from 0 to 1. */
  static float[] floats(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    float[] all = new float[count];
    for (int i = 0; i < count; i++) {
      all[i] = (float) random.nextDouble();
    }
    return all;
  }
}
