package dev.slipstream.opencl;

/** Kernels over arrays of arrays, as javac compiles them. */
final class RowKernels {
  private RowKernels() {}

  /** One step of heat diffusion. */
  static final class Heat {
    public static void body(int i, int j, double[][] u, double[][] v, double k) {
      v[i][j] = u[i][j] + k * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - 4 * u[i][j]);
    }
  }

  /** Every type, each row by one iteration. */
  static final class EveryType {
    public static void body(
        int i,
        boolean[][] z,
        byte[][] b,
        short[][] s,
        char[][] c,
        int[][] n,
        long[][] l,
        float[][] f,
        double[][] d) {
      int[] row = n[i];
      for (int j = 0; j < row.length; j++) {
        z[i][j] = !z[i][j];
        b[i][j] += (byte) j;
        s[i][j] *= 3;
        c[i][j]--;
        row[j] ^= b[i][j];
        l[i][j] = l[i][j] * 7 + c[i][j];
        f[i][j] /= 3;
        d[i][j] = d[i][j] * f[i][j];
      }
    }
  }

  /** Moves rows up. */
  static final class Shift {
    public static void body(int i, int[][] from, int[][] to, int distance) {
      int[] source = from[i + distance];
      int[] target = to[i];
      for (int j = 0; j < target.length; j++) {
        target[j] = source[j] + 1;
      }
    }
  }

  /** Writes every other element. */
  static final class EveryOther {
    public static void body(int i, int[][] a, int work) {
      for (int j = 0; j < a[i].length; j += 2) {
        int s = 1;
        for (int t = 0; t < work; t++) {
          s = s * 5 + t;
        }
        a[i][j] = s == 7 ? 1 : i + j;
      }
    }
  }

  /** Three dimensions. */
  static final class Boxes {
    public static void body(int i, float[][][] u, float[][][] v) {
      float[][] plane = u[i];
      for (int j = 0; j < plane.length; j++) {
        for (int k = 0; k < plane[j].length; k++) {
          v[i][j][k] = plane[j][k] + u[i].length * 3 + u[i][j].length + u.length;
        }
      }
    }
  }

  /** Lengths of arrays that are not touched. */
  static final class Lengths {
    public static void body(int i, byte[][] a, char[][][] b, byte[][] none, int[] out) {
      out[i] = a.length + 10 * b.length;
    }
  }
}
