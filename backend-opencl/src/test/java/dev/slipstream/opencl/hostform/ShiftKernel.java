package dev.slipstream.opencl.hostform;

/** Moves rows up. */
public final class ShiftKernel {
  private ShiftKernel() {}

  public static void body(int i, int[][] from, int[][] to, int distance) {
    int[] source = from[i + distance];
    int[] target = to[i];
    for (int j = 0; j < target.length; j++) {
      target[j] = source[j] + 1;
    }
  }

  public static void range(int lo, int hi, int[][] from, int[][] to, int distance) {
    for (int i = lo; i < hi; i++) {
      body(i, from, to, distance);
    }
  }

  public static void run(int[] bounds, Object[] arguments) {
    range(
        bounds[0],
        bounds[1],
        (int[][]) arguments[0],
        (int[][]) arguments[1],
        (Integer) arguments[2]);
  }
}
