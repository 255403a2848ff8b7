import dev.slipstream.api.Parallel;

/** Red-black Gauss-Seidel: the points of one colour depend only on those of the other. */
class RedBlack {
  static void sweep(double[][] u, double[][] f, int color) {
    int n = u.length;
    for (@Parallel int i = 1; i < n - 1; i++) {
      for (int j = 1 + (i + color) % 2; j < n - 1; j += 2) {
        u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - f[i][j]);
      }
    }
  }

  static Object run(int size) {
    double[][] u = new double[size][size], f = new double[size][size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        f[i][j] = 0.01 * ((i * j) % 7);
        u[i][j] = i == 0 ? 1 : 0;
      }
    }
    for (int iteration = 0; iteration < 3; iteration++) {
      sweep(u, f, 0);
      sweep(u, f, 1);
    }
    return u;
  }
}
