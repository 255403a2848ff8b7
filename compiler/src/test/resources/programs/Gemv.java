import dev.slipstream.api.Parallel;

/** A matrix times a vector, the rows' dot products in a method. */
class Gemv {
  private static double dot(double[] row, double[] x) {
    double sum = 0;
    for (int j = 0; j < row.length; j++) {
      sum += row[j] * x[j];
    }
    return sum;
  }

  static void gemv(double[][] a, double[] x, double[] y) {
    for (@Parallel int i = 0; i < y.length; i++) {
      y[i] = dot(a[i], x);
    }
  }

  static Object run(int size) {
    double[][] a = new double[size][2 * size];
    double[] x = new double[2 * size], y = new double[size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < x.length; j++) {
        a[i][j] = Math.cos(i * j);
        x[j] = j * 0.125;
      }
    }
    gemv(a, x, y);
    return y;
  }
}
