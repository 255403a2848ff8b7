import dev.slipstream.api.Parallel;
import java.util.function.*;

public class NativeRef {
  static {
    System.load(System.getProperty("lib"));
  }

  static native double total(double[] a);

  static void fill(double[] x, double d) {
    for (@Parallel int i = 0; i < x.length; i++) {
      double s = d;
      for (int k = 0; k < 20000; k++) s = s * 0.5 + k;
      x[i] = s + i;
    }
  }

  public static void main(String[] args) {
    double[] v = new double[4096];
    ToDoubleFunction<double[]> f = NativeRef::total;
    for (int r = 0; r < 3; r++) {
      fill(v, r);
      System.out.println(f.applyAsDouble(v));
    }
  }
}
