import dev.slipstream.api.Parallel;

/** Jacobi's iteration for a dense system. */
class Jacobi {
  static Object run(int size) {
    int n = size;
    double[][] a = new double[n][n];
    double[] b = new double[n], x = new double[n], next = new double[n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        a[i][j] = i == j ? 2 * n : 1.0 / (1 + i + j);
      }
      b[i] = i + 1;
    }
    for (int iteration = 0; iteration < 5; iteration++) {
      for (@Parallel int i = 0; i < n; i++) {
        double sigma = 0;
        for (int j = 0; j < n; j++) {
          if (j != i) {
            sigma += a[i][j] * x[j];
          }
        }
        next[i] = (b[i] - sigma) / a[i][i];
      }
      double[] swap = x;
      x = next;
      next = swap;
    }
    return x;
  }
}
