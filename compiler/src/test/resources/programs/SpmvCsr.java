import dev.slipstream.api.Parallel;

/** A sparse matrix in compressed rows times a vector. */
class SpmvCsr {
  static void multiply(int[] rowStart, int[] column, double[] value, double[] x, double[] y) {
    for (@Parallel int row = 0; row < y.length; row++) {
      double sum = 0;
      for (int k = rowStart[row]; k < rowStart[row + 1]; k++) {
        sum += value[k] * x[column[k]];
      }
      y[row] = sum;
    }
  }

  static Object run(int size) {
    int[] rowStart = new int[size + 1];
    for (int i = 0; i < size; i++) {
      rowStart[i + 1] = rowStart[i] + 1 + i % 6;
    }
    int[] column = new int[rowStart[size]];
    double[] value = new double[column.length];
    for (int k = 0; k < column.length; k++) {
      column[k] = (k * 37 + 11) % size;
      value[k] = 1.0 / (k + 1);
    }
    double[] x = new double[size], y = new double[size];
    for (int i = 0; i < size; i++) {
      x[i] = i + 0.5;
    }
    multiply(rowStart, column, value, x, y);
    return y;
  }
}
