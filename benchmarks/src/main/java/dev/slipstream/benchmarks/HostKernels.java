package dev.slipstream.benchmarks;

import java.util.Random;
import java.util.function.ToDoubleFunction;
import jnt.scimark2.FFT;
import jnt.scimark2.LU;
import jnt.scimark2.MonteCarlo;
import jnt.scimark2.SOR;
import jnt.scimark2.SparseCompRow;

/** SciMark's kernels with their small sizes, and one of another kind; each loader has its own. */
public final class HostKernels implements ToDoubleFunction<String> {
  private final Random random = new Random(7);
  private final double[] signal = vector(2 * 1024);
  private final double[][] grid = matrix(100);
  private final double[][] system = matrix(100);
  private final double[][] factors = matrix(100);
  private final int[] pivot = new int[100];
  private final double[] x = vector(1000);
  private final double[] y = new double[1000];
  private final double[] values = vector(5000);
  private final int[] columns = random.ints(5000, 0, 1000).toArray();
  private final int[] rows = new int[1001];
  private final PointerWalk walk = new PointerWalk(random);

  /** Fills the arrays. */
  public HostKernels() {
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

  @Override
  public double applyAsDouble(String kernel) {
    switch (kernel) {
      case "FFT" -> {
        FFT.transform(signal);
        FFT.inverse(signal);
        return signal[5];
      }
      case "SOR" -> {
        SOR.execute(1.25, grid, 5);
        return grid[3][4];
      }
      case "MonteCarlo" -> {
        return MonteCarlo.integrate(5000);
      }
      case "Pointers" -> {
        return walk.walk(5000);
      }
      case "Sparse" -> {
        SparseCompRow.matmult(y, values, rows, columns, x, 5);
        return y[7];
      }
      default -> {
        for (int i = 0; i < 100; i++) {
          double[] from = system[i];
          double[] to = factors[i];
          for (int j = 0; j < 100; j++) {
            to[j] = from[j];
          }
        }
        LU.factor(factors, pivot);
        return factors[50][50];
      }
    }
  }
}
