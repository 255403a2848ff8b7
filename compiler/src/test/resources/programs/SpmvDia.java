import dev.slipstream.api.Parallel;

/** A matrix kept as diagonals times a vector. */
class SpmvDia {
  static void multiply(int n, int[] offsets, double[][] diagonals, double[] x, double[] y) {
    for (@Parallel int i = 0; i < n; i++) {
      double sum = 0;
      for (int d = 0; d < offsets.length; d++) {
        int j = i + offsets[d];
        if (j >= 0 && j < n) {
          sum += diagonals[d][i] * x[j];
        }
      }
      y[i] = sum;
    }
  }

  static Object run(int size) {
    int[] offsets = {-20, -1, 0, 1, 20};
    double[][] diagonals = new double[offsets.length][size];
    double[] x = new double[size], y = new double[size];
    for (int i = 0; i < size; i++) {
      x[i] = i;
      for (int d = 0; d < offsets.length; d++) {
        diagonals[d][i] = d + 1.0 / (i + 1);
      }
    }
    multiply(size, offsets, diagonals, x, y);
    return y;
  }
}
