import dev.slipstream.api.Parallel;

/** Lattice Boltzmann, D2Q9, with an array for each direction. */
class LbmRows {
  private static final int[] cx = {0, 1, 0, -1, 0, 1, -1, -1, 1};
  private static final int[] cy = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  private final int n;
  private double[][] f, next;

  LbmRows(int n) {
    this.n = n;
    f = new double[9][n * n];
    next = new double[9][n * n];
    for (int q = 0; q < 9; q++) {
      for (int i = 0; i < n * n; i++) {
        f[q][i] = 0.1 + 0.001 * ((i + q) % 10);
      }
    }
  }

  void collide() {
    for (@Parallel int i = 0; i < n * n; i++) {
      double rho = 0;
      for (int q = 0; q < 9; q++) {
        rho += f[q][i];
      }
      double mean = rho / 9;
      for (int q = 0; q < 9; q++) {
        f[q][i] += 0.6 * (mean - f[q][i]);
      }
    }
  }

  void stream() {
    for (@Parallel int y = 0; y < n; y++) {
      for (@Parallel int x = 0; x < n; x++) {
        for (int q = 0; q < 9; q++) {
          int tx = Math.floorMod(x - cx[q], n);
          int ty = Math.floorMod(y - cy[q], n);
          next[q][y * n + x] = f[q][ty * n + tx];
        }
      }
    }
    double[][] swap = f;
    f = next;
    next = swap;
  }

  static Object run(int size) {
    LbmRows lbm = new LbmRows(size);
    for (int t = 0; t < 2; t++) {
      lbm.collide();
      lbm.stream();
    }
    return lbm.f;
  }
}
