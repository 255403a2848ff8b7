import dev.slipstream.api.Parallel;

public class CallsNative {
  interface Sum {
    double norm();
  }

  static class Vec implements Sum {
    final double[] data = new double[4096];

    static {
      System.load(System.getProperty("lib"));
    }

    public native double norm();

    static native double sumOf(Vec v);
  }

  static void fill(double[] x, double d) {
    for (@Parallel int i = 0; i < x.length; i++) {
      double s = d;
      for (int k = 0; k < 20000; k++) s = s * 0.5 + k;
      x[i] = s + i;
    }
  }

  public static void main(String[] args) throws Exception {
    Vec v = new Vec();
    for (int r = 0; r < 3; r++) {
      fill(v.data, r);
      System.out.println(v.norm() + " " + v.data[5]);
      fill(v.data, r + 7);
      System.out.println(Vec.sumOf(v));
      fill(v.data, r + 9);
      System.out.println(((Sum) v).norm());
      fill(v.data, r + 11);
      System.out.println(Vec.class.getMethod("norm").invoke(v));
    }
  }
}
