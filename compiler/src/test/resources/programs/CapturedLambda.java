import dev.slipstream.api.Parallel;
import java.util.function.DoubleUnaryOperator;

/** A function is tabulated. */
class CapturedLambda {
  static double[] tabulate(DoubleUnaryOperator f, double from, double to, int n) {
    double[] table = new double[n];
    for (@Parallel int i = 0; i < n; i++) {
      table[i] = f.applyAsDouble(from + (to - from) * i / n);
    }
    return table;
  }

  static Object run(int size) {
    double scale = 2.5;
    return tabulate(x -> scale * x * x - 1 / (1 + x), 0, 3, size);
  }
}
