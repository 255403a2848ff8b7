import dev.slipstream.api.Parallel;

/** Heat in a plate. */
class Heat2D {
  static void step(double[][] u, double[][] v, double k) {
    for (@Parallel int i = 1; i < u.length - 1; i++) {
      for (@Parallel int j = 1; j < u[0].length - 1; j++) {
        v[i][j] =
            u[i][j] + k * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - 4 * u[i][j]);
      }
    }
  }

  static Object run(int size) {
    double[][] u = new double[size][size + 5];
    double[][] v = new double[size][size + 5];
    for (int i = 0; i < size; i++) {
      u[i][0] = v[i][0] = 100;
      u[i][i] = 30;
    }
    for (int t = 0; t < 4; t++) {
      step(u, v, 0.1);
      double[][] swap = u;
      u = v;
      v = swap;
    }
    return u;
  }
}
