import dev.slipstream.api.Parallel;

/** A right-hand side on a grid whose sizes are in an array, as in many a translated program. */
class GridPoints {
  private final int[] gridPoints;
  private final double[] u;
  private final double[] rhs;

  GridPoints(int size) {
    gridPoints = new int[] {size, size - 1, size - 2};
    u = new double[size * size * size];
    rhs = new double[size * size * size];
    for (int i = 0; i < u.length; i++) {
      u[i] = i * 31 % 17;
    }
  }

  void step() {
    for (@Parallel int k = 1; k <= gridPoints[2] - 2; k++) {
      for (int j = 1; j <= gridPoints[1] - 2; j++) {
        for (int i = 1; i <= gridPoints[0] - 2; i++) {
          int at = (k * gridPoints[1] + j) * gridPoints[0] + i;
          int plane = gridPoints[1] * gridPoints[0];
          rhs[at] =
              u[at - 1]
                  + u[at + 1]
                  + u[at - gridPoints[0]]
                  + u[at + gridPoints[0]]
                  + u[at - plane]
                  + u[at + plane]
                  - 6 * u[at];
        }
      }
    }
    for (@Parallel int i = 0; i < rhs.length; i++) {
      u[i] += 0.1 * rhs[i];
    }
  }

  static Object run(int size) {
    GridPoints grid = new GridPoints(size);
    for (int t = 0; t < 3; t++) {
      grid.step();
    }
    return grid.u;
  }
}
