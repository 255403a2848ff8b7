package dev.slipstream.benchmarks.entries;

import dev.slipstream.api.Parallel;
import dev.slipstream.api.Reduction;
import java.util.Locale;
import java.util.function.IntConsumer;

/**
 * Enters small loops of several kinds many times, and prints for each kind the nanoseconds of an
 * entry, in the first round and in the fastest.
 */
public final class SmallLoopProgram {
  private static final int ROUNDS = 6;

  private final double[] flat = new double[640];
  private final double[][] rows = new double[64][10];
  private final int[] numbers = new int[1000];
  private long sum;

  private SmallLoopProgram() {}

  /**
   * Runs the program.
   *
   * @param arguments the number of entries in a round
   */
  public static void main(String[] arguments) {
    int entries = Integer.parseInt(arguments[0]);
    SmallLoopProgram program = new SmallLoopProgram();
    program.time("flat", entries, i -> scale(program.flat, 64, 10));
    program.time("flat, bounds change", entries, i -> scale(program.flat, 64, 1 + i % 10));
    program.time("rows", entries, i -> scaleRows(program.rows, 10));
    program.time("rows, bounds change", entries, i -> scaleRows(program.rows, 1 + i % 10));
    program.time("wrong mark", entries, i -> carry(program.flat, 64 + i % 10));
    program.time("sum of integers", entries, i -> program.sum += sum(program.numbers, 600 + i % 9));
    if (program.sum != 0) {
      throw new AssertionError("zeros add up to " + program.sum);
    }
  }

  private void time(String kind, int entries, IntConsumer entry) {
    double first = 0;
    double fastest = Double.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long began = System.nanoTime();
      for (int i = 0; i < entries; i++) {
        entry.accept(i);
      }
      double nanos = (double) (System.nanoTime() - began) / entries;
      first = round == 0 ? nanos : first;
      fastest = Math.min(fastest, nanos);
    }
    System.out.printf(Locale.ROOT, "%s;%.1f;%.1f%n", kind, first, fastest);
  }

  private static void scale(double[] a, int n, int m) {
    for (@Parallel int i = 0; i < n; i++) {
      for (int j = 0; j < m; j++) {
        a[i * 10 + j] = a[i * 10 + j] * 0.5 + i;
      }
    }
  }

  private static void scaleRows(double[][] a, int m) {
    for (@Parallel int i = 0; i < a.length; i++) {
      for (int j = 0; j < m; j++) {
        a[i][j] = a[i][j] * 0.5 + j;
      }
    }
  }

  /** A loop that stays on the host, because its iterations need each other's results. */
  private static void carry(double[] a, int n) {
    for (@Parallel int i = 1; i < n; i++) {
      a[i] = a[i - 1] * 0.5 + i;
    }
  }

  private static long sum(int[] a, int n) {
    @Reduction long sum = 0;
    for (@Parallel int i = 0; i < n; i++) {
      sum += a[i];
    }
    return sum;
  }
}
