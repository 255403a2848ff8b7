import dev.slipstream.api.Parallel;

/** Heat in a block, in one array. */
class Heat3D {
  private static int nx, ny, nz;

  static void step(double[] u, double[] v) {
    final int nx = Heat3D.nx, ny = Heat3D.ny, nz = Heat3D.nz;
    for (@Parallel int z = 1; z < nz - 1; z++) {
      for (@Parallel int y = 1; y < ny - 1; y++) {
        for (@Parallel int x = 1; x < nx - 1; x++) {
          int c = (z * ny + y) * nx + x;
          v[c] =
              0.4 * u[c]
                  + 0.1
                      * (u[c - 1]
                          + u[c + 1]
                          + u[c - nx]
                          + u[c + nx]
                          + u[c - nx * ny]
                          + u[c + nx * ny]);
        }
      }
    }
  }

  static Object run(int size) {
    nx = size;
    ny = size + 1;
    nz = size + 2;
    double[] u = new double[nx * ny * nz], v = new double[nx * ny * nz];
    for (int i = 0; i < u.length; i++) {
      u[i] = v[i] = (i * 7) % 101;
    }
    step(u, v);
    step(v, u);
    return u;
  }
}
