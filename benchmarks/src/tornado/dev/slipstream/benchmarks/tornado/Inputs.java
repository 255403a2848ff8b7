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

  /**
   * Writes each element: who copies data has changed them, and all of it has to be copied again.
   */
  static void rewrite(float[][] arrays) {
    for (float[] array : arrays) {
      rewrite(array);
    }
  }

  private static void rewrite(float[] array) {
    for (int i = 0; i < array.length; i++) {
      array[i] = array[i] + 0f;
    }
  }
}
