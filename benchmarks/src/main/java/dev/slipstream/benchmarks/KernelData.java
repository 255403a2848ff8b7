package dev.slipstream.benchmarks;

import java.util.Random;

/** The data of SciMark's kernels, in their small sizes, shared by all copies of the kernels. */
public final class KernelData {
  final Random random = new Random(7);

  /** The input of the Fourier transform. */
  public final double[] signal = vector(2 * 1024);

  /** The grid of the relaxation. */
  public final double[][] grid = matrix(100);

  /** The matrix that is factored. */
  public final double[][] system = matrix(100);

  /** The factors. */
  public final double[][] factors = matrix(100);

  /** The order of the factors' rows. */
  public final int[] pivot = new int[100];

  /** The vector that the sparse matrix is multiplied by. */
  public final double[] x = vector(1000);

  /** The product. */
  public final double[] y = new double[1000];

  /** The elements of the sparse matrix. */
  public final double[] values = vector(5000);

  /** The column of each element. */
  public final int[] columns = random.ints(5000, 0, 1000).toArray();

  /** The start of each row. */
  public final int[] rows = new int[1001];

  /** Fills the arrays. */
  public KernelData() {
    for (int r = 0; r < rows.length; r++) {
      rows[r] = 5 * r;
    }
  }

  private double[] vector(int length) {
    return random.doubles(length).toArray();
  }

  private double[][] matrix(int size) {
    double[][] matrix = new double[size][];
    for (int i = 0; i < size; i++) {
      matrix[i] = vector(size);
    }
    return matrix;
  }
}
