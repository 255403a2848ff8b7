import dev.slipstream.api.Parallel;

/** A times its transpose; only the lower triangle is kept, in rows of growing lengths. */
class PackedSyrk {
  static double[][] lower(double[][] a) {
    int n = a.length;
    double[][] c = new double[n][];
    for (int i = 0; i < n; i++) {
      c[i] = new double[i + 1];
    }
    for (@Parallel int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = 0;
        for (int k = 0; k < a[i].length; k++) {
          sum += a[i][k] * a[j][k];
        }
        c[i][j] = sum;
      }
    }
    return c;
  }

  static Object run(int size) {
    double[][] a = new double[size][size / 2];
    for (int i = 0; i < size; i++) {
      for (int k = 0; k < a[i].length; k++) {
        a[i][k] = (i - k) * 0.5;
      }
    }
    return lower(a);
  }
}
