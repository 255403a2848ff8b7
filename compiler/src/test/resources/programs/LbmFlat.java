import dev.slipstream.api.Parallel;

/** Lattice Boltzmann, D2Q9, on a torus: collide and pull in one loop. */
class LbmFlat {
  static final double[] W = {
    4 / 9., 1 / 9., 1 / 9., 1 / 9., 1 / 9., 1 / 36., 1 / 36., 1 / 36., 1 / 36.
  };
  static final int[] CX = {0, 1, 0, -1, 0, 1, -1, -1, 1};
  static final int[] CY = {0, 0, 1, 0, -1, 1, 1, -1, -1};

  static void step(double[] f, double[] g, int nx, int ny, double omega) {
    int cells = nx * ny;
    for (@Parallel int y = 0; y < ny; y++) {
      for (@Parallel int x = 0; x < nx; x++) {
        double rho = 0, ux = 0, uy = 0;
        for (int q = 0; q < 9; q++) {
          int sx = (x - CX[q] + nx) % nx;
          int sy = (y - CY[q] + ny) % ny;
          double v = f[q * cells + sy * nx + sx];
          rho += v;
          ux += CX[q] * v;
          uy += CY[q] * v;
        }
        ux /= rho;
        uy /= rho;
        double square = 1.5 * (ux * ux + uy * uy);
        for (int q = 0; q < 9; q++) {
          int sx = (x - CX[q] + nx) % nx;
          int sy = (y - CY[q] + ny) % ny;
          double v = f[q * cells + sy * nx + sx];
          double cu = 3 * (CX[q] * ux + CY[q] * uy);
          double equilibrium = W[q] * rho * (1 + cu + 0.5 * cu * cu - square);
          g[q * cells + y * nx + x] = v + omega * (equilibrium - v);
        }
      }
    }
  }

  static Object run(int size) {
    int nx = size, ny = size - 3;
    double[] f = new double[9 * nx * ny], g = new double[9 * nx * ny];
    for (int q = 0; q < 9; q++) {
      for (int c = 0; c < nx * ny; c++) {
        f[q * nx * ny + c] = W[q] * (1 + 0.01 * (c % 7));
      }
    }
    for (int t = 0; t < 3; t++) {
      step(f, g, nx, ny, 1.2);
      double[] swap = f;
      f = g;
      g = swap;
    }
    return f;
  }
}
