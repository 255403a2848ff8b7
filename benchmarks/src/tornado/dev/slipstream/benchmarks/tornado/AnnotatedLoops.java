package dev.slipstream.benchmarks.tornado;

import dev.slipstream.api.Parallel;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The annotated side: loops over Java's arrays, run with the agent. Arguments: the kernels, the
 * size in percent, the number of samples, and of executions while arrays stay on the device.
 */
public final class AnnotatedLoops {
  private final Sizes sizes;
  private final int samples;
  private final int times;

  /** Keeps the JVM from removing the read of an element. */
  private double seen;

  private AnnotatedLoops(Sizes sizes, int samples, int times) {
    this.sizes = sizes;
    this.samples = samples;
    this.times = times;
  }

  /** Measures the kernels. */
  public static void main(String[] arguments) throws Exception {
    AnnotatedLoops loops =
        new AnnotatedLoops(
            new Sizes(Integer.parseInt(arguments[1])),
            Integer.parseInt(arguments[2]),
            Integer.parseInt(arguments[3]));
    loops.run(Set.of(arguments[0].split(",")));
  }

  private void run(Set<String> kernels) throws Exception {
    if (kernels.contains("saxpy")) {
      int n = sizes.saxpy();
      float[] x = Inputs.floats(n, 1);
      float[] y = Inputs.floats(n, 2);
      measure("saxpy", List.of(y), () -> saxpy(0.01f, x, y), x, y);
    }
    if (kernels.contains("sgemm")) {
      int n = sizes.sgemm();
      float[] a = Inputs.floats(n * n, 1);
      float[] b = Inputs.floats(n * n, 2);
      float[] c = new float[n * n];
      measure("sgemm", List.of(c), () -> sgemm(n, a, b, c), a, b);
    }
    if (kernels.contains("stencil")) {
      int n = sizes.stencil();
      float[] from = Inputs.floats(n * n, 1);
      float[] to = new float[n * n];
      measure("stencil", List.of(to), () -> stencil(n, from, to), from);
    }
    if (kernels.contains("mandelbrot")) {
      int n = sizes.mandelbrot();
      float[] picture = new float[n * n];
      measure("mandelbrot", List.of(picture), () -> mandelbrot(n, picture));
    }
    if (kernels.contains("nbody")) {
      int n = sizes.nbody();
      float[] x = Inputs.floats(n, 1);
      float[] y = Inputs.floats(n, 2);
      float[] z = Inputs.floats(n, 3);
      float[] ax = new float[n];
      float[] ay = new float[n];
      float[] az = new float[n];
      measure("nbody", List.of(ax, ay, az), () -> nbody(n, x, y, z, ax, ay, az), x, y, z);
    }
    if (kernels.contains("blackscholes")) {
      int n = sizes.blackScholes();
      float[] price = Inputs.floats(n, 1);
      float[] call = new float[n];
      float[] put = new float[n];
      measure("blackscholes", List.of(call, put), () -> blackScholes(price, call, put), price);
    }
    if (kernels.contains("dft")) {
      int n = sizes.dft();
      float[] in = Inputs.floats(n, 1);
      float[] real = new float[n];
      float[] imaginary = new float[n];
      measure("dft", List.of(real, imaginary), () -> dft(n, in, real, imaginary), in);
    }
    if (kernels.contains("montecarlo")) {
      float[] inside = new float[sizes.monteCarlo()];
      measure("montecarlo", List.of(inside), () -> monteCarlo(inside));
    }
  }

  private void measure(String kernel, List<float[]> results, Runnable loop, float[]... inputs)
      throws Exception {
    loop.run();
    float[] result = results.get(0);
    copyBack(result);
    double sum = 0;
    for (float each : result) {
      sum += Math.abs(each);
    }
    Samples.sum(kernel, sum);
    // The JVM has compiled what both do in the many executions of the first measurement.
    Samples.take(
        kernel,
        "resident",
        samples,
        times,
        () -> {},
        () -> {
          for (int time = 0; time < times; time++) {
            loop.run();
          }
          seen += result[result.length / 2];
        });
    Samples.take(
        kernel,
        "returned",
        samples,
        times,
        () -> {},
        () -> {
          for (int time = 0; time < times; time++) {
            loop.run();
          }
          copyBack(result);
        });
    Samples.take(
        kernel,
        "copied",
        samples,
        1,
        () -> Inputs.rewrite(inputs),
        () -> {
          loop.run();
          results.forEach(AnnotatedLoops::copyBack);
        });
  }

  /** Waits until an array is up to date on the host: the JDK may read each of its elements. */
  private static void copyBack(float[] array) {
    if (!Arrays.equals(array, array)) {
      throw new IllegalStateException();
    }
  }

  private static void saxpy(float factor, float[] x, float[] y) {
    for (@Parallel int i = 0; i < y.length; i++) {
      y[i] = factor * x[i] + y[i];
    }
  }

  private static void sgemm(int n, float[] a, float[] b, float[] c) {
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

  private static void stencil(int n, float[] from, float[] to) {
    for (@Parallel int i = 1; i < n - 1; i++) {
      for (@Parallel int j = 1; j < n - 1; j++) {
        int at = i * n + j;
        to[at] = 0.2f * (from[at] + from[at - 1] + from[at + 1] + from[at - n] + from[at + n]);
      }
    }
  }

  private static void mandelbrot(int n, float[] picture) {
    for (@Parallel int i = 0; i < n; i++) {
      for (@Parallel int j = 0; j < n; j++) {
        float cr = -2f + 3f * j / n;
        float ci = -1.5f + 3f * i / n;
        float zr = 0;
        float zi = 0;
        int count = 0;
        while (count < Sizes.MANDELBROT_LIMIT && zr * zr + zi * zi <= 4f) {
          float next = zr * zr - zi * zi + cr;
          zi = 2f * zr * zi + ci;
          zr = next;
          count++;
        }
        picture[i * n + j] = count;
      }
    }
  }

  private static void nbody(
      int n, float[] x, float[] y, float[] z, float[] ax, float[] ay, float[] az) {
    for (@Parallel int i = 0; i < n; i++) {
      float sx = 0;
      float sy = 0;
      float sz = 0;
      for (int j = 0; j < n; j++) {
        float dx = x[j] - x[i];
        float dy = y[j] - y[i];
        float dz = z[j] - z[i];
        float square = dx * dx + dy * dy + dz * dz + 0.01f;
        float pull = 1f / (square * (float) Math.sqrt(square));
        sx += pull * dx;
        sy += pull * dy;
        sz += pull * dz;
      }
      ax[i] = sx;
      ay[i] = sy;
      az[i] = sz;
    }
  }

  private static void blackScholes(float[] price, float[] call, float[] put) {
    for (@Parallel int i = 0; i < call.length; i++) {
      float rand = price[i];
      float s = 10f * rand + 100f * (1f - rand);
      float k = 10f * rand + 100f * (1f - rand) * 0.9f;
      float t = 1f * rand + 10f * (1f - rand);
      float r = 0.01f * rand + 0.05f * (1f - rand);
      float v = 0.01f * rand + 0.10f * (1f - rand);
      float root = v * (float) Math.sqrt(t);
      float d1 = ((float) Math.log(s / k) + (r + v * v * 0.5f) * t) / root;
      float d2 = d1 - root;
      float discounted = k * (float) Math.exp(-r * t);
      float n1 = normal(d1);
      float n2 = normal(d2);
      call[i] = s * n1 - discounted * n2;
      put[i] = discounted * (1f - n2) - s * (1f - n1);
    }
  }

  private static float normal(float x) {
    float l = x < 0 ? -x : x;
    float k = 1f / (1f + 0.2316419f * l);
    float sum =
        k
            * (0.319381530f
                + k
                    * (-0.356563782f
                        + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    float y = 1f - 0.39894228f * (float) Math.exp(-l * l / 2f) * sum;
    return x < 0 ? 1f - y : y;
  }

  private static void dft(int n, float[] in, float[] real, float[] imaginary) {
    for (@Parallel int k = 0; k < n; k++) {
      float sumReal = 0;
      float sumImaginary = 0;
      for (int t = 0; t < n; t++) {
        float angle = 6.2831855f * t * k / n;
        sumReal += in[t] * (float) Math.cos(angle);
        sumImaginary -= in[t] * (float) Math.sin(angle);
      }
      real[k] = sumReal;
      imaginary[k] = sumImaginary;
    }
  }

  private static void monteCarlo(float[] inside) {
    for (@Parallel int i = 0; i < inside.length; i++) {
      long seed = i;
      int hits = 0;
      for (int draw = 0; draw < Sizes.DRAWS; draw++) {
        seed = (seed * 0x5DEECE66DL + 0xBL) & 0xFFFFFFFFFFFFL;
        float x = (seed & 0x0FFFFFFF) / 268435455f;
        seed = (seed * 0x5DEECE66DL + 0xBL) & 0xFFFFFFFFFFFFL;
        float y = (seed & 0x0FFFFFFF) / 268435455f;
        if (x * x + y * y <= 1f) {
          hits++;
        }
      }
      inside[i] = hits;
    }
  }
}
