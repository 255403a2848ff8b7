package dev.slipstream.demo;

import dev.slipstream.api.Parallel;
import java.util.OptionalDouble;
import java.util.SplittableRandom;

/** Multiplies two dense square matrices, written the way a C programmer would. */
public final class MatMul {
  /** The number of rows and of columns. */
  public static final int DEFAULT_SIZE = 1500;

  private MatMul() {}

  public static void main(String[] args) {
    try {
      run(args).print(System.out);
    } catch (UserError e) {
      System.err.println(e.getMessage());
      System.exit(2);
    }
  }

  static Outcome run(String[] args) throws UserError {
    Arguments arguments = new Arguments("matmul", args, "--size N");
    int n = arguments.number("--size", DEFAULT_SIZE, 1, 32_768);

    SplittableRandom random = new SplittableRandom(7);
    float[] a = matrix(n, random);
    float[] b = matrix(n, random);
    float[] c = new float[n * n];
    long start = System.nanoTime();
    multiply(a, b, c, n);
    // The time counts until the results can be read.
    String checksum = new Checksum().add(c).hex();
    long nanos = System.nanoTime() - start;

    System.out.println("multiplied two matrices of " + n + " x " + n + " floats");
    return new Outcome(checksum, OptionalDouble.empty(), nanos, nanos);
  }

  /** Computes c = a b; all are n × n matrices, row by row. */
  @SuppressWarnings("MultiVariableDeclaration")
  static void multiply(float[] a, float[] b, float[] c, int n) {
    @Parallel int i, j;
    int k;
    float sum;

    for (i = 0; i < n; i++) {
      for (j = 0; j < n; j++) {
        sum = 0;
        for (k = 0; k < n; k++) {
          sum += a[i * n + k] * b[k * n + j];
        }
        c[i * n + j] = sum;
      }
    }
  }

  static float[] matrix(int n, SplittableRandom random) {
    float[] elements = new float[n * n];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = (float) (2 * random.nextDouble() - 1);
    }
    return elements;
  }
}
