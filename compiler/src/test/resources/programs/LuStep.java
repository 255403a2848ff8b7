import dev.slipstream.api.Parallel;

/** LU elimination without pivoting. */
class LuStep {
  static void factor(double[][] a) {
    int n = a.length;
    for (int k = 0; k < n - 1; k++) {
      for (@Parallel int i = k + 1; i < n; i++) {
        double factor = a[i][k] / a[k][k];
        a[i][k] = factor;
        for (int j = k + 1; j < n; j++) {
          a[i][j] -= factor * a[k][j];
        }
      }
    }
  }

  static Object run(int size) {
    double[][] a = new double[size][size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        a[i][j] = i == j ? 10 + i : 1.0 / (1 + i + 2 * j);
      }
    }
    factor(a);
    return a;
  }
}
