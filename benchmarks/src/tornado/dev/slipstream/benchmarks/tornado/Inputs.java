package dev.slipstream.benchmarks.tornado;

import java.util.SplittableRandom;

/** The inputs of kernels, the same for both sides. */
final class Inputs {
  private Inputs() {}

  /** Returns numbers from 0 to 1. */
  static float[] floats(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    float[] all = new float[count];
    for (int i = 0; i < count; i++) {
      all[i] = (float) random.nextDouble();
    }
    return all;
  }

  /**
   * Writes each element: a program that copies data has changed them, so all of it must be copied
   * again.
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
