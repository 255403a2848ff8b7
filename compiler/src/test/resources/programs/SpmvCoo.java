import dev.slipstream.api.Parallel;

/** A sparse matrix of (row, column, value) times a vector: products first, then sums by rows. */
class SpmvCoo {
  static Object run(int size) {
    int entries = 5 * size;
    int[] row = new int[entries], col = new int[entries];
    double[] val = new double[entries], product = new double[entries];
    double[] x = new double[size], y = new double[size];
    for (int k = 0; k < entries; k++) {
      row[k] = k / 5;
      col[k] = (k * 13) % size;
      val[k] = k * 0.01;
    }
    for (int i = 0; i < size; i++) {
      x[i] = Math.sqrt(i);
    }
    for (@Parallel int k = 0; k < entries; k++) {
      product[k] = val[k] * x[col[k]];
    }
    for (int k = 0; k < entries; k++) {
      y[row[k]] += product[k];
    }
    return y;
  }
}
