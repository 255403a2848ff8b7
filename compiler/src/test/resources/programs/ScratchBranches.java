import dev.slipstream.api.Parallel;

/** A scratch array that a helper fills up to a double, and that is changed in both branches. */
class ScratchBranches {
  static void fill(double count, double[] y, double seed) {
    double x = seed;
    for (int i = 0; i < count; i++) {
      x = x * 1.25 % 97;
      y[i] = x;
    }
  }

  static Object run(int size) {
    int width = 12;
    double[] scratch = new double[2 * width];
    double[] result = new double[size * width];
    for (@Parallel int k = 0; k < size; k++) {
      fill(2 * width, scratch, k + 1);
      for (int i = 0; i < width; i++) {
        if (scratch[i] > scratch[i + width]) {
          scratch[i] -= scratch[i + width];
        } else {
          scratch[i] = -scratch[i];
        }
      }
      for (int i = 0; i < width; i++) {
        result[k * width + i] = scratch[i] + scratch[width - 1 - i];
      }
    }
    return result;
  }
}
