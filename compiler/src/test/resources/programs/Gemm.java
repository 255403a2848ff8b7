import dev.slipstream.api.Parallel;

/** The product of two matrices, with rows in locals. */
class Gemm {
  static double[][] multiply(double[][] a, double[][] b) {
    int n = a.length, m = b[0].length, p = b.length;
    double[][] c = new double[n][m];
    for (@Parallel int i = 0; i < n; i++) {
      double[] ai = a[i];
      double[] ci = c[i];
      for (int k = 0; k < p; k++) {
        double aik = ai[k];
        double[] bk = b[k];
        for (int j = 0; j < m; j++) {
          ci[j] += aik * bk[j];
        }
      }
    }
    return c;
  }

  static Object run(int size) {
    double[][] a = new double[size][size + 3], b = new double[size + 3][size - 2];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a[i].length; j++) {
        a[i][j] = 1.0 / (i + j + 1);
      }
    }
    for (int i = 0; i < b.length; i++) {
      for (int j = 0; j < b[i].length; j++) {
        b[i][j] = i - 0.3 * j;
      }
    }
    return multiply(a, b);
  }
}
