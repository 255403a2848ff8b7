import dev.slipstream.api.Parallel;

/** One step of logistic regression. */
class LogisticScores {
  private static double sigmoid(double z) {
    return 1.0 / (1.0 + Math.exp(-z));
  }

  static Object run(int size) {
    int features = 6;
    double[][] x = new double[size][features];
    double[] y = new double[size], w = new double[features];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < features; j++) {
        x[i][j] = ((i + 1) * (j + 2)) % 7 - 3;
      }
      y[i] = i % 2;
    }
    double[] error = new double[size];
    for (int epoch = 0; epoch < 3; epoch++) {
      for (@Parallel int i = 0; i < size; i++) {
        double z = 0;
        for (int j = 0; j < features; j++) {
          z += w[j] * x[i][j];
        }
        error[i] = sigmoid(z) - y[i];
      }
      for (@Parallel int j = 0; j < features; j++) {
        double gradient = 0;
        for (int i = 0; i < size; i++) {
          gradient += error[i] * x[i][j];
        }
        w[j] -= 0.1 * gradient / size;
      }
    }
    return w;
  }
}
