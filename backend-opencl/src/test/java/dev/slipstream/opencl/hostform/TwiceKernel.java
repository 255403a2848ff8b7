package dev.slipstream.opencl.hostform;

/** A kernel with an array that is passed for two parameters, and a scratch array. */
public final class TwiceKernel {
  private TwiceKernel() {}

  public static void body(int i, int[] a, int[] same, long[] t, int k) {
    t[0] = a[i] * (long) k;
    a[i] = (int) (t[0] + same[i] + t.length);
  }

  public static void range(int lo, int hi, int[] a, int[] same, long[] t, int k) {
    long[] own = t.clone();
    for (int i = lo; i < hi; i++) {
      body(i, a, same, own, k);
    }
  }

  public static void run(int[] bounds, Object[] arguments) {
    range(
        bounds[0],
        bounds[1],
        (int[]) arguments[0],
        (int[]) arguments[1],
        (long[]) arguments[2],
        (Integer) arguments[3]);
  }
}
