package dev.slipstream.tornado;

/** Kernels over arrays of arrays, as javac compiles them. */
public final class RowKernels {
  private RowKernels() {}

  /** One step of heat diffusion. */
  public static final class Heat {
    private Heat() {}

    public static void body(int i, int j, double[][] u, double[][] v, double k) {
      v[i][j] = u[i][j] + k * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - 4 * u[i][j]);
    }
  }

  /** Every type, each row by one iteration. */
  public static final class EveryType {
    private EveryType() {}

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
  public static final class Shift {
    private Shift() {}

    public static void body(int i, int[][] from, int[][] to, int distance) {
      int[] source = from[i + distance];
      int[] target = to[i];
      for (int j = 0; j < target.length; j++) {
        target[j] = source[j] + 1;
      }
    }
  }

  /** The same in the form that the host runs, too. */
  public static final class ShiftOnHost {
    private ShiftOnHost() {}

    public static void body(int i, long[][] from, long[][] to, int distance) {
      for (int j = 0; j < to[i].length; j++) {
        to[i][j] = from[i + distance][j] + 1;
      }
    }

    public static void range(int lo, int hi, long[][] from, long[][] to, int distance) {
      for (int i = lo; i < hi; i++) {
        body(i, from, to, distance);
      }
    }

    public static void run(int[] bounds, Object[] arguments) {
      range(
          bounds[0],
          bounds[1],
          (long[][]) arguments[0],
          (long[][]) arguments[1],
          (Integer) arguments[2]);
    }
  }

  /** Writes every other element. */
  public static final class EveryOther {
    private EveryOther() {}

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
  public static final class Boxes {
    private Boxes() {}

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
  public static final class Lengths {
    private Lengths() {}

    public static void body(int i, byte[][] a, char[][][] b, byte[][] none, int[] out) {
      out[i] = a.length + 10 * b.length;
    }
  }

  /** Keeps references to rows in variables, of which one is chosen. */
  public static final class Chosen {
    private Chosen() {}

    public static void body(int i, long[][] a, long[][] b, boolean[] up) {
      long[] row = a[up[i] ? i : 0];
      long[] target = b[i];
      for (int j = 0; j < target.length; j++) {
        target[j] += row[j];
        row = a[i];
      }
    }
  }

  /** Looks at some arrays only if it is told to. */
  public static final class Perhaps {
    private Perhaps() {}

    public static void body(int i, int[] y, int told, int[][] x, long[] z) {
      y[i] = i;
      if (told > 0) {
        y[i] += x[i][0] + (int) z[i];
      }
    }
  }

  /** Chooses between rows of two arrays. */
  public static final class OfTwo {
    private OfTwo() {}

    public static void body(int i, long[][] a, long[][] b, boolean[] up) {
      long[] row = up[i] ? a[i] : b[i];
      b[i][0] = row[0];
    }
  }

  /** Compares rows. */
  public static final class Compared {
    private Compared() {}

    public static void body(int i, long[][] a, long[][] b, boolean[] up) {
      b[i][0] = a[i] == a[0] ? 1 : 2;
    }
  }

  /** Exchanges rows. */
  public static final class Exchanged {
    private Exchanged() {}

    public static void body(int i, long[][] a, long[][] b, boolean[] up) {
      b[i] = a[i];
    }
  }

  /** Has a variable that is a row only sometimes. */
  public static final class OrNull {
    private OrNull() {}

    public static void body(int i, long[][] a, long[][] b, boolean[] up) {
      long[] row = null;
      if (up[i]) {
        row = a[i];
      }
      b[i][0] = row[0];
    }
  }

  /** A product of matrices. */
  public static final class Product {
    private Product() {}

    public static void body(int i, int j, float[][] a, float[][] b, float[][] c) {
      float sum = 0;
      for (int k = 0; k < b.length; k++) {
        sum += a[i][k] * b[k][j];
      }
      c[i][j] = sum;
    }
  }
}
