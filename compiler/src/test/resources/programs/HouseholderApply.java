import dev.slipstream.api.Parallel;

/** One step of a QR decomposition: a reflector is applied to each of the remaining columns. */
class HouseholderApply {
  static void apply(double[][] qr, int k) {
    final int m = qr.length;
    final int n = qr[0].length;
    for (@Parallel int j = k + 1; j < n; j++) {
      double s = 0.0;
      for (int i = k; i < m; i++) {
        s += qr[i][k] * qr[i][j];
      }
      s = -s / qr[k][k];
      for (int i = k; i < m; i++) {
        qr[i][j] += s * qr[i][k];
      }
    }
  }

  static Object run(int size) {
    double[][] qr = new double[size + 5][size];
    for (int i = 0; i < qr.length; i++) {
      for (int j = 0; j < size; j++) {
        qr[i][j] = ((i * 7 + j * 3) % 11) + 1;
      }
    }
    for (int k = 0; k < 3; k++) {
      apply(qr, k);
    }
    return qr;
  }
}
