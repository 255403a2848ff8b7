package dev.slipstream.compiler.opencl;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RowsTest {
  private static final int N = 40;
  private static final int M = 33;

  private final long seed = Long.getLong("slipstream.test.seed", 1);
  private final Random random = new Random(seed);
  private final Differential differential = new Differential();

  @BeforeAll
  void printSeed() {
    System.out.println("RowsTest seed " + seed);
  }

  @AfterAll
  void close() {
    differential.close();
  }

  @Test
  void stencilsReachTheRowsBeside() throws Exception {
    differential.check(RowSources.Stencil.class, inner(N, M), doubles(N, M), doubles(N, M), 0.13);
  }

  @Test
  void rowsOfDifferentLengthsAreFoundToo() throws Exception {
    double[][] u = doubles(N, M);
    double[][] v = doubles(N, M);
    u[N - 1] = doubles(1, M + 3)[0];
    v[0] = new double[0];
    differential.check(RowSources.Stencil.class, inner(N, M), u, v, -0.7);
  }

  @Test
  void rowsMayBeHeldInLocals() throws Exception {
    float[][] u = new float[N][M];
    for (float[] row : u) {
      for (int j = 0; j < M; j++) {
        row[j] = random.nextFloat() - 0.5f;
      }
    }
    Differential.Space space =
        new Differential.Space(new int[] {N - 1}, new int[] {-1}, new int[] {N - 1});
    differential.check(RowSources.HoistedRows.class, space, u, new float[N][M]);
  }

  @Test
  void lengthsOfRowsAreTheirOwn() throws Exception {
    long[][] triangle = new long[N][];
    long[][] square = new long[N][];
    for (int i = 0; i < N; i++) {
      triangle[i] = random.longs(i).toArray();
      square[i] = random.longs(5).toArray();
    }
    differential.check(RowSources.Lengths.class, N, triangle, new int[N]);
    differential.check(RowSources.Lengths.class, N, square, new int[N]);
    differential.check(RowSources.Lengths.class, N, new long[N][0], new int[N]);
  }

  @Test
  void rowsHaveElementsOfAnyType() throws Exception {
    for (boolean ragged : new boolean[] {false, true}) {
      boolean[][] z = new boolean[N][];
      byte[][] b = new byte[N][];
      short[][] s = new short[N][];
      char[][] c = new char[N][];
      int[][] n = new int[N][];
      long[][] l = new long[N][];
      float[][] f = new float[N][];
      double[][] d = new double[N][];
      for (int i = 0; i < N; i++) {
        int m = ragged ? random.nextInt(M) : M;
        z[i] = new boolean[m];
        b[i] = new byte[m];
        s[i] = new short[m];
        c[i] = new char[m];
        n[i] = random.ints(m).toArray();
        l[i] = random.longs(m).toArray();
        f[i] = new float[m];
        d[i] = random.doubles(m).toArray();
        random.nextBytes(b[i]);
        for (int j = 0; j < m; j++) {
          z[i][j] = random.nextBoolean();
          s[i][j] = (short) random.nextInt();
          c[i][j] = (char) random.nextInt();
          f[i][j] = random.nextFloat();
        }
      }
      differential.check(RowSources.EveryType.class, N, z, b, s, c, n, l, f, d);
    }
  }

  @Test
  void aLocalMayHoldRowsOfSeveralArrays() throws Exception {
    int[] flat = random.ints(9).toArray();
    differential.check(
        RowSources.ChosenRows.class, N, ints(N, 3, 8), ints(N, 2, 9), flat, new int[N]);
    differential.check(
        RowSources.ChosenRows.class, N, ints(N, 4, 4), ints(N, 5, 5), flat, new int[N]);
  }

  @Test
  void aLocalMayHoldSeveralArrays() throws Exception {
    int[] longer = random.ints(N + 3).toArray();
    differential.check(
        RowSources.ChosenArrays.class, N, random.ints(N).toArray(), longer, new int[N]);
  }

  @Test
  void rowsInLocalsMayChangeInLoops() throws Exception {
    for (int most : new int[] {6, 12}) {
      int[][] a = small(ints(N, 6, most));
      int[][] b = small(ints(N, 6, most));
      differential.check(RowSources.ChangingRows.class, N - 1, a, b, new int[N]);
    }
  }

  @Test
  void parametersMayBeReassigned() throws Exception {
    differential.check(
        RowSources.ReassignedParameters.class, 4, ints(6, 4, 4), ints(5, 4, 7), new int[16]);
  }

  @Test
  void rowsThatWaitOnTheStackStayWhatTheyAre() throws Exception {
    differential.check(RowSources.WaitingRows.class, 1, ints(3, 4, 4), new int[N]);
    differential.check(RowSources.WaitingRows.class, 1, ints(3, 4, 9), new int[N]);
  }

  @Test
  void planesOfRowsAreFoundInBoxesAndOutside() throws Exception {
    Differential.Space space =
        new Differential.Space(new int[2], new int[] {1, 1}, new int[] {7, 5});
    double[][][] u = {
      doubles(5, 4),
      doubles(5, 4),
      doubles(5, 4),
      doubles(5, 4),
      doubles(5, 4),
      doubles(5, 4),
      doubles(5, 4)
    };
    double[][][] v = new double[7][5][4];
    differential.check(RowSources.Boxes.class, space, u, v);
    double[][][] ragged = u.clone();
    ragged[2] = doubles(6, 7);
    ragged[3] = doubles(9, 5);
    ragged[3][1] = doubles(1, 11)[0];
    differential.check(RowSources.Boxes.class, space, ragged, v);
    v[1] = new double[8][3];
    v[6][4] = new double[4];
    v[6][2] = new double[2];
    differential.check(RowSources.Boxes.class, space, ragged, v);
  }

  @Test
  void boxesOfPlanesAreFoundInArraysOfFourDimensions() throws Exception {
    Differential.Space space =
        new Differential.Space(new int[2], new int[] {1, 1}, new int[] {4, 3});
    double[][][][] u = new double[4][3][][];
    for (double[][][] box : u) {
      Arrays.setAll(box, j -> doubles(5, 4));
    }
    double[][][][] v = new double[4][3][5][4];
    differential.check(RowSources.Blocks.class, space, u, v);
    u[1] = new double[][][] {doubles(5, 4), doubles(5, 4), doubles(5, 4), doubles(5, 4)};
    u[2][1] = doubles(7, 5);
    u[3][0][2] = doubles(1, 9)[0];
    differential.check(RowSources.Blocks.class, space, u, v);
    v[1] = new double[3][2][3];
    v[3][2][1] = new double[2];
    differential.check(RowSources.Blocks.class, space, u, v);
  }

  @Test
  void matricesMultiply() throws Exception {
    Differential.Space space =
        new Differential.Space(new int[2], new int[] {1, 1}, new int[] {N, M});
    differential.check(
        RowSources.Matrices.class, space, doubles(N, 21), doubles(21, M), new double[N][M]);
  }

  private static Differential.Space inner(int height, int width) {
    return new Differential.Space(
        new int[] {1, 1}, new int[] {1, 1}, new int[] {height - 2, width - 2});
  }

  private double[][] doubles(int height, int width) {
    return IntStream.range(0, height)
        .mapToObj(i -> random.doubles(width).toArray())
        .toArray(double[][]::new);
  }

  private int[][] ints(int height, int least, int most) {
    return IntStream.range(0, height)
        .mapToObj(i -> random.ints(least + random.nextInt(most - least + 1)).toArray())
        .toArray(int[][]::new);
  }

  private static int[][] small(int[][] rows) {
    for (int[] row : rows) {
      for (int j = 0; j < row.length; j++) {
        row[j] = Math.floorMod(row[j], N);
      }
    }
    return rows;
  }
}
