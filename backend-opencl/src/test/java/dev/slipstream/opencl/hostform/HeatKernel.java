package dev.slipstream.opencl.hostform;

/** A step of the heat equation in one dimension, in the form in which the compiler outlines it. */
public final class HeatKernel {
  private HeatKernel() {}

  public static void body(int i, double[] to, double[] from) {
    to[i] = from[i] + 0.25 * (from[i - 1] - 2 * from[i] + from[i + 1]);
  }

  public static void range(int lo, int hi, double[] to, double[] from) {
    for (int i = lo; i < hi; i++) {
      body(i, to, from);
    }
  }

  public static void run(int[] bounds, Object[] arguments) {
    range(bounds[0], bounds[1], (double[]) arguments[0], (double[]) arguments[1]);
  }
}
