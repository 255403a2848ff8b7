import dev.slipstream.api.Parallel;

/** The greatest change between two steps. */
class Residual {
  static double greatest(double[] a, double[] b) {
    double max = 0;
    for (@Parallel int i = 0; i < a.length; i++) {
      max = Math.max(max, Math.abs(a[i] - b[i]));
    }
    return max;
  }

  static Object run(int size) {
    double[] a = new double[size], b = new double[size];
    for (int i = 0; i < size; i++) {
      a[i] = (i * 13) % 97;
      b[i] = (i * 17) % 89 + 0.5;
    }
    return greatest(a, b);
  }
}
