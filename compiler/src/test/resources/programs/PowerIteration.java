import dev.slipstream.api.Parallel;
import dev.slipstream.api.Reduction;

/** The greatest eigenvalue by power iteration. */
class PowerIteration {
  static Object run(int size) {
    double[][] a = new double[size][size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        a[i][j] = 1.0 / (1 + Math.abs(i - j));
      }
    }
    double[] v = new double[size];
    double[] w = new double[size];
    java.util.Arrays.fill(v, 1.0);
    double lambda = 0;
    for (int step = 0; step < 4; step++) {
      for (@Parallel int i = 0; i < size; i++) {
        double[] row = a[i];
        double s = 0;
        for (int j = 0; j < size; j++) {
          s += row[j] * v[j];
        }
        w[i] = s;
      }
      @Reduction double squares = 0;
      for (@Parallel int i = 0; i < size; i++) {
        squares += w[i] * w[i];
      }
      lambda = Math.sqrt(squares);
      for (@Parallel int i = 0; i < size; i++) {
        v[i] = w[i] / lambda;
      }
    }
    return new Object[] {v, lambda};
  }
}
