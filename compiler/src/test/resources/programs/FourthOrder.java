import dev.slipstream.api.Parallel;

/** A derivative of fourth order, with the coefficients in a table. */
class FourthOrder {
  private static final double[] C = {1.0 / 12, -2.0 / 3, 0, 2.0 / 3, -1.0 / 12};

  static Object run(int size) {
    double[] f = new double[size];
    double[] df = new double[size];
    double h = 1.0 / size;
    for (int i = 0; i < size; i++) {
      f[i] = Math.sin(i * h);
    }
    for (@Parallel int i = 2; i < size - 2; i++) {
      double s = 0;
      for (int k = 0; k < 5; k++) {
        s += C[k] * f[i + k - 2];
      }
      df[i] = s / h;
    }
    return df;
  }
}
