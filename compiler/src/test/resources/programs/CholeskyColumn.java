import dev.slipstream.api.Parallel;

/** Cholesky's factorisation, column by column, of a matrix in one array. */
class CholeskyColumn {
  static void factor(double[] a, int n) {
    for (int j = 0; j < n; j++) {
      double d = a[j * n + j];
      for (int k = 0; k < j; k++) {
        d -= a[j * n + k] * a[j * n + k];
      }
      double diagonal = Math.sqrt(d);
      a[j * n + j] = diagonal;
      for (@Parallel int i = j + 1; i < n; i++) {
        double s = a[i * n + j];
        for (int k = 0; k < j; k++) {
          s -= a[i * n + k] * a[j * n + k];
        }
        a[i * n + j] = s / diagonal;
      }
    }
  }

  static Object run(int size) {
    double[] a = new double[size * size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        a[i * size + j] = i == j ? size : 1.0 / (1 + Math.abs(i - j));
      }
    }
    factor(a, size);
    return a;
  }
}
