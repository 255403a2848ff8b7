package dev.slipstream.compiler.opencl;

/** Arrays of arrays in all the ways in which Java programs use them. */
final class RowSources {
  private RowSources() {}

  static final class Stencil {
    static void body(int i, int j, double[][] u, double[][] v, double k) {
      v[i][j] = u[i][j] + k * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - 4 * u[i][j]);
    }
  }

  static final class HoistedRows {
    static void body(int i, float[][] u, float[][] v) {
      float[] above = u[i - 1];
      float[] here = u[i];
      float[] out = v[i];
      for (int j = 1; j < here.length - 1; j++) {
        out[j] = above[j] + here[j - 1] * here[j + 1];
      }
    }
  }

  static final class Lengths {
    static void body(int i, long[][] u, int[] out) {
      int sum = 0;
      for (int j = 0; j < u[i].length; j++) {
        sum = sum * 31 + (int) u[i][j];
      }
      out[i] = sum + u.length * 1000 + u[i].length;
    }
  }

  static final class EveryType {
    static void body(
        int i,
        boolean[][] z,
        byte[][] b,
        short[][] s,
        char[][] c,
        int[][] n,
        long[][] l,
        float[][] f,
        double[][] d) {
      for (int j = 0; j < n[i].length; j++) {
        z[i][j] = !z[i][j];
        b[i][j] += (byte) j;
        s[i][j] *= 3;
        c[i][j]--;
        n[i][j] ^= b[i][j];
        l[i][j] = l[i][j] * 7 + c[i][j];
        f[i][j] /= 3;
        d[i][j] = d[i][j] * f[i][j];
      }
    }
  }

  static final class ChosenRows {
    static void body(int i, int[][] a, int[][] b, int[] flat, int[] out) {
      int[] row = (i & 1) == 0 ? a[i] : b[i / 2];
      if (i % 5 == 3) {
        row = flat;
      }
      int sum = row.length;
      for (int j = 0; j < row.length; j++) {
        sum += row[j] * (j + 1);
      }
      out[i] = sum + ((i & 2) == 0 ? a : b)[i / 3][0] + a[i][i % 3 == 0 ? 0 : 1];
    }
  }

  static final class ChosenArrays {
    static void body(int i, int[] a, int[] b, int[] out) {
      int[] t = (i & 1) == 0 ? a : b;
      out[i] = t[i] + (i % 3 == 0 ? b : a)[i] + t.length;
      if (i % 5 == 0) {
        a = b;
      }
      out[i] -= a[i] * a.length;
    }
  }

  static final class ChangingRows {
    static void body(int i, int[][] a, int[][] b, int[] out) {
      int[] previous = null;
      int[] current = a[i];
      int sum = 0;
      for (int step = 0; step < 6; step++) {
        previous = current;
        current = step % 2 == 0 ? b[previous[0]] : a[current.length - 1];
        sum = sum * 3 + previous[0] * current.length + current[step % current.length];
        int[] swapped = previous;
        previous = current;
        current = swapped;
        current = a[b[current[0]].length];
      }
      int k = i;
      out[i] = sum + a[k++][0] * a[k][0] + a[k = 1][k = 0] + previous[0];
    }
  }

  static final class ReassignedParameters {
    static void body(int i, int[][] from, int[][] to, int[] out) {
      for (int step = 0; step < 4; step++) {
        int[][] swapped = from;
        from = to;
        to = swapped;
        out[i * 4 + step] = from[i][step] - to[step][i] + from.length;
      }
    }
  }

  static final class WaitingRows {
    static void body(int i, int[][] a, int[] out) {
      int k = 0;
      a[i][k++] += a[k][k = 2] + k++ * a[i][k > 2 ? 1 : 0]++;
      a[i][a[i].length - 1] = out[i] = k;
    }
  }

  static final class Boxes {
    static void body(int i, int j, double[][][] u, double[][][] v) {
      double[][] plane = u[i];
      double[] row = v[i][j];
      for (int k = 0; k < row.length; k++) {
        row[k] = plane[j][k] * 2 + u[u.length - 1][0][0] + u[i].length + u[i][j].length;
      }
      double[][] chosen = j % 2 == 0 ? plane : v[i];
      row[0] += chosen[0].length + chosen.length;
      if (j == 0) {
        chosen = u[chosen[0].length % u.length];
      }
      if (j % 2 == 0) {
        row[1] -= chosen[chosen.length - 1][0];
      }
    }
  }

  static final class Blocks {
    static void body(int i, int j, double[][][][] u, double[][][][] v) {
      double[][][] box = u[i];
      double[][] plane = v[i][j];
      for (int k = 0; k < plane.length; k++) {
        for (int l = 0; l < plane[k].length; l++) {
          plane[k][l] += box[j][k][l] * 2 + u[u.length - 1][0][0][0] + u[i].length;
          v[i][j][k][l] -= u[i][j].length + u[i][j][k].length;
        }
      }
      double[][][] chosen = j % 2 == 0 ? box : v[i];
      plane[0][0] += chosen[0].length + chosen.length;
      if (j == 0) {
        chosen = u[chosen[0].length % u.length];
      }
      if (j % 2 == 0) {
        plane[0][1] -= chosen[chosen.length - 1][0][0];
      }
    }
  }

  static final class Matrices {
    static void body(int i, int j, double[][] a, double[][] b, double[][] c) {
      double sum = 0;
      double[] row = a[i];
      for (int k = 0; k < b.length; k++) {
        sum += row[k] * b[k][j];
      }
      c[i][j] = sum;
    }
  }
}
