import dev.slipstream.api.Parallel;

/** The matrix of correlations between the columns of a table. */
class Correlation {
  static Object run(int size) {
    int rows = 3 * size, m = size;
    double[][] data = new double[rows][m];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < m; j++) {
        data[i][j] = (i * (j + 2) + j) % 13;
      }
    }
    double[] mean = new double[m], deviation = new double[m];
    for (@Parallel int j = 0; j < m; j++) {
      double sum = 0;
      for (int i = 0; i < rows; i++) {
        sum += data[i][j];
      }
      mean[j] = sum / rows;
      double squares = 0;
      for (int i = 0; i < rows; i++) {
        squares += (data[i][j] - mean[j]) * (data[i][j] - mean[j]);
      }
      deviation[j] = Math.sqrt(squares / rows);
      if (deviation[j] <= 0.1) {
        deviation[j] = 1.0;
      }
    }
    double[][] correlation = new double[m][m];
    for (@Parallel int j1 = 0; j1 < m; j1++) {
      correlation[j1][j1] = 1.0;
      for (int j2 = j1 + 1; j2 < m; j2++) {
        double sum = 0;
        for (int i = 0; i < rows; i++) {
          sum += (data[i][j1] - mean[j1]) * (data[i][j2] - mean[j2]);
        }
        correlation[j1][j2] = sum / (rows * deviation[j1] * deviation[j2]);
        correlation[j2][j1] = correlation[j1][j2];
      }
    }
    return correlation;
  }
}
