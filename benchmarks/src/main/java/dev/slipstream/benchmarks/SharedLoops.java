package dev.slipstream.benchmarks;

import dev.slipstream.api.Parallel;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.zip.CRC32;

/**
 * Programs whose loops several devices may share. The time runs from the first loop until the
 * program can read the results. Kernels are built and devices opened before. Run this with the
 * agent; the arguments are the program, its size, and how often its loops run.
 */
public final class SharedLoops {
  private static final double STEP = 0.001;

  private SharedLoops() {}

  /** Prints the time and a checksum. */
  public static void main(String[] arguments) {
    String program = arguments[0];
    int size = Integer.parseInt(arguments[1]);
    int times = Integer.parseInt(arguments[2]);
    switch (program) {
      case "nbody" -> bodies(size, times);
      case "matmul" -> product(size, times);
      case "heat" -> heat(size, times);
      default -> throw new IllegalArgumentException("nbody, matmul or heat, not " + program);
    }
  }

  private static void bodies(int n, int steps) {
    double[][] state = new double[7][n];
    SplittableRandom random = new SplittableRandom(42);
    for (int i = 0; i < n; i++) {
      state[0][i] = (0.5 + random.nextDouble()) / n;
      for (int axis = 1; axis <= 3; axis++) {
        state[axis][i] = random.nextDouble() - 0.5;
      }
    }
    advance(state, n, 1);
    long began = began(state[1]);
    advance(state, n, steps);
    say("nbody", n, steps, began, state[1], state[2], state[3], state[4]);
  }

  private static void advance(double[][] state, int n, int steps) {
    double[] mass = state[0];
    double[] x = state[1];
    double[] y = state[2];
    double[] z = state[3];
    double[] vx = state[4];
    double[] vy = state[5];
    double[] vz = state[6];
    for (int step = 0; step < steps; step++) {
      for (@Parallel int i = 0; i < n; i++) {
        double ax = 0;
        double ay = 0;
        double az = 0;
        for (int j = 0; j < n; j++) {
          double dx = x[j] - x[i];
          double dy = y[j] - y[i];
          double dz = z[j] - z[i];
          double square = dx * dx + dy * dy + dz * dz + 1e-4;
          double pull = mass[j] / (square * Math.sqrt(square));
          ax += pull * dx;
          ay += pull * dy;
          az += pull * dz;
        }
        vx[i] += STEP * ax;
        vy[i] += STEP * ay;
        vz[i] += STEP * az;
      }
      for (@Parallel int i = 0; i < n; i++) {
        x[i] += STEP * vx[i];
        y[i] += STEP * vy[i];
        z[i] += STEP * vz[i];
      }
    }
  }

  private static void product(int n, int times) {
    float[] a = new float[n * n];
    float[] b = new float[n * n];
    float[] c = new float[n * n];
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < a.length; i++) {
      a[i] = (float) (2 * random.nextDouble() - 1);
      b[i] = (float) (2 * random.nextDouble() - 1);
    }
    multiply(a, b, c, n);
    long began = began(c);
    for (int time = 0; time < times; time++) {
      multiply(a, b, c, n);
    }
    say("matmul", n, times, began, c);
  }

  private static void multiply(float[] a, float[] b, float[] c, int n) {
    for (@Parallel int i = 0; i < n; i++) {
      for (@Parallel int j = 0; j < n; j++) {
        float sum = 0;
        for (int k = 0; k < n; k++) {
          sum += a[i * n + k] * b[k * n + j];
        }
        c[i * n + j] = sum;
      }
    }
  }

  private static void heat(int n, int steps) {
    double[] from = new double[n * n];
    double[] to = new double[n * n];
    for (int i = 0; i < from.length; i++) {
      from[i] = i % 97;
      to[i] = from[i];
    }
    step(from, to, n);
    long began = began(to);
    for (int step = 0; step < steps; step++) {
      step(from, to, n);
      double[] swapped = from;
      from = to;
      to = swapped;
    }
    say("heat", n, steps, began, from);
  }

  private static void step(double[] from, double[] to, int n) {
    for (@Parallel int i = 1; i < n - 1; i++) {
      for (@Parallel int j = 1; j < n - 1; j++) {
        int at = i * n + j;
        to[at] =
            from[at]
                + 0.1 * (from[at - n] + from[at + n] + from[at - 1] + from[at + 1] - 4 * from[at]);
      }
    }
  }

  /** Reads a result, which waits for everything before it, and returns the time. */
  private static long began(double[] result) {
    System.out.println("first " + result[0]);
    return System.nanoTime();
  }

  private static long began(float[] result) {
    System.out.println("first " + result[0]);
    return System.nanoTime();
  }

  private static void say(String program, int size, int times, long began, double[]... results) {
    double first = 0;
    for (double[] result : results) {
      first += result[0];
    }
    long nanos = System.nanoTime() - began;
    CRC32 sum = new CRC32();
    for (double[] result : results) {
      for (double value : result) {
        add(sum, Double.doubleToRawLongBits(value));
      }
    }
    print(program, size, times, nanos, sum, first);
  }

  private static void say(String program, int size, int times, long began, float[] result) {
    double first = result[0];
    long nanos = System.nanoTime() - began;
    CRC32 sum = new CRC32();
    for (float value : result) {
      add(sum, Float.floatToRawIntBits(value));
    }
    print(program, size, times, nanos, sum, first);
  }

  private static void add(CRC32 sum, long bits) {
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      sum.update((int) (bits >>> shift));
    }
  }

  private static void print(
      String program, int size, int times, long nanos, CRC32 sum, double first) {
    System.out.println(
        String.format(
            Locale.ROOT,
            "%s size %d, %d times: loopMillis %.1f, checksum %08x, first %s",
            program,
            size,
            times,
            nanos / 1e6,
            sum.getValue(),
            first));
  }
}
