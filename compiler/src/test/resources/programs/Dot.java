import dev.slipstream.api.Parallel;
import dev.slipstream.api.Reduction;

/** The dot product of two vectors. */
class Dot {
  static double dot(double[] x, double[] y) {
    @Reduction double sum = 0;
    for (@Parallel int i = 0; i < x.length; i++) {
      sum += x[i] * y[i];
    }
    return sum;
  }

  static Object run(int size) {
    double[] x = new double[size], y = new double[size];
    for (int i = 0; i < size; i++) {
      x[i] = i * 0.5;
      y[i] = 1.0 / (i + 1);
    }
    return dot(x, y);
  }
}
