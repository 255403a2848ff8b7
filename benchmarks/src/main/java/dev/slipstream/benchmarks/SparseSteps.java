package dev.slipstream.benchmarks;

import dev.slipstream.api.Parallel;
import java.util.Locale;

/**
 * A power iteration with a sparse matrix: indices are read from an array, and the program reads the
 * result once. Prints the seconds of all steps, including the start of the device.
 *
 * <p>{@code java -javaagent:slipstream-agent.jar -cp benchmarks/target/classes:slipstream-api.jar
 * dev.slipstream.benchmarks.SparseSteps [rows [steps]]}, with {@code -Dslipstream.device=host} for
 * comparison.
 */
public final class SparseSteps {
  private static final int ENTRIES = 16;

  private SparseSteps() {}

  /** Runs the steps. */
  public static void main(String[] arguments) {
    int rows = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000_000;
    int steps = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 100;
    int[] column = new int[rows * ENTRIES];
    double[] value = new double[rows * ENTRIES];
    long seed = 1;
    for (int k = 0; k < column.length; k++) {
      seed = seed * 6364136223846793005L + 1442695040888963407L;
      column[k] = (int) ((seed >>> 33) % rows);
      value[k] = 1.0 / ENTRIES;
    }
    double[] x = new double[rows];
    double[] y = new double[rows];
    for (int i = 0; i < rows; i++) {
      x[i] = i % 3;
    }
    long began = System.nanoTime();
    for (int s = 0; s < steps; s++) {
      step(column, value, x, y);
      double[] swapped = x;
      x = y;
      y = swapped;
    }
    double sum = 0;
    for (double element : x) {
      sum += element;
    }
    System.out.printf(
        Locale.ROOT,
        "%,d rows, %d steps: %.2f s, sum %s%n",
        rows,
        steps,
        (System.nanoTime() - began) / 1e9,
        sum);
  }

  private static void step(int[] column, double[] value, double[] x, double[] y) {
    for (@Parallel int i = 0; i < y.length; i++) {
      double sum = 0;
      for (int k = i * ENTRIES; k < (i + 1) * ENTRIES; k++) {
        sum += value[k] * x[column[k]];
      }
      y[i] = sum;
    }
  }
}
