package dev.slipstream.tornado;

import java.util.List;

/** Like {@link Idioms}, but with floats and doubles that are compared, divided and rounded. */
final class FloatIdioms {
  /** The name of its class is {@code FloatIdioms}. */
  static final String TEXT =
      """
      import dev.slipstream.api.Parallel;

      class FloatIdioms {
        static double[] rests(int n) {
          double[] v = {0.1, -0.1, 0.0, 1e10, 5e-310, 1 / 0.0, 0.0 / 0.0, 1, -2, 0.7, -1.45};
          int m = v.length;
          double[] y = new double[2 * n];
          for (@Parallel int i = 0; i < n; i++) {
            double d = v[i % m] * (1 + i / m);
            y[2 * i] = d % 0.1;
            y[2 * i + 1] = d % v[i / m % m];
          }
          return y;
        }

        static double[] products(int n) {
          double[] y = new double[n];
          for (@Parallel int i = 0; i < n; i++) {
            double a = i * 0.1;
            float f = i * 0.1f;
            double s = 0;
            float t = 0;
            for (int k = 0; k < 20; k++) {
              s += a * (k * 0.3);
              t = t * f + 0.7f - f * k;
            }
            y[i] = s + a * a + t + (f * f - a * a);
          }
          return y;
        }

        static double[] tiny(int n) {
          double[] y = new double[n];
          for (@Parallel int i = 0; i < n; i++) {
            float f = 1e-38f / (i + 1);
            double d = 1e-308 / (i + 1);
            y[i] = f * 1e30 + d * 1e300 + (f * 0.5f) * 1e30f + (f + f > f ? 1 : 2) + (float) (d * 1e270);
          }
          return y;
        }

        static double[] floatEnds(int n) {
          float[] v = {
            0f, -0f, 1f, 1.0000001f, 0.99999994f, 4f, -4f, 7f, 1e-40f, 3e38f, 1 / 0f, -1 / 0f, 0f / 0f
          };
          int m = v.length;
          double[] y = new double[n];
          for (@Parallel int i = 0; i < n; i++) {
            float a = v[i % m];
            float b = v[i / m % m];
            double c = a;
            double d = b;
            int turns = 0;
            while (turns < 5 && a <= 4f) {
              a = a * 1.5f + 0.25f;
              turns++;
            }
            int k = 0;
            while (k < 6 && !(b > a)) {
              b += 1f;
              k++;
            }
            int t = 0;
            while (t < 4 && !(c < d)) {
              c = c * 0.5 - 1;
              t++;
            }
            int u = 0;
            do {
              d = d * 0.5 + 1;
              u++;
            } while (d >= 1.75 && u < 9);
            int w = 0;
            while (w < 3 && d != c) {
              d = d - 0.125;
              w++;
            }
            y[i] = turns + 10 * k + 100 * t + 1000 * u + 10000 * w;
          }
          return y;
        }

        static double[] floatTests(int n) {
          double[] v = {
            0.0, -0.0, 1, 1.0000000000000002, 0.9999999999999999, 2, -2, 1e-310, 1e300, 1 / 0.0, 0.0 / 0.0
          };
          int m = v.length;
          double[] y = new double[n];
          for (@Parallel int i = 0; i < n; i++) {
            double a = v[i % m];
            double b = v[i / m % m];
            float f = (float) a;
            int sum = 0;
            if (a < b) sum += 1;
            if (a <= b) sum += 2;
            if (a > b) sum += 4;
            if (a >= b) sum += 8;
            if (a == b) sum += 16;
            if (a != b) sum += 32;
            if (!(a < b)) sum += 64;
            if (!(a <= b)) sum += 128;
            if (!(a > b)) sum += 256;
            if (!(a >= b)) sum += 512;
            if (f <= 1f) sum += 1024;
            if (f >= 2f) sum += 2048;
            if (!(a <= 1.0)) sum += 4096;
            if (!(f >= -2.5f)) sum += 8192;
            if (a <= 0.0) sum += 16384;
            if (a > -1.0 && !(b >= 1.0) || f <= 0.5f && b <= 2.5) sum += 32768;
            y[i] = sum;
          }
          return y;
        }

        static double[] floatFunctions(int n) {
          float[] v = {
            0f, -0f, 1f, 3f, -7f, 1e-40f, 3e38f, 1e-45f, 1 / 0f, -1 / 0f, 0f / 0f, 0.1f, 88.7f, -104f, 0.70710677f
          };
          int m = v.length;
          double[] y = new double[2 * n];
          for (@Parallel int i = 0; i < n; i++) {
            float x = v[i % m] * (1 + i / m);
            y[2 * i] = (float) Math.exp(x);
            y[2 * i + 1] = (float) Math.log(x) + (float) Math.log(i + 0.25f);
          }
          return y;
        }

        static float[] floatAngles(int n) {
          float[] v = {
            0f, -0f, 0.5f, -0.785f, 3f, 1e-40f, 1e-45f, 7e-4f, 100f, -5e5f, 2e6f, 1e10f, -1e15f, 1e20f,
            1e27f, -1e33f, 3e38f, 1 / 0f, -1 / 0f, 0f / 0f
          };
          int m = v.length;
          float[] y = new float[4 * n];
          for (@Parallel int i = 0; i < n; i++) {
            float x = v[i % m] * (1 + i / m);
            y[4 * i] = (float) Math.sin(x);
            y[4 * i + 1] = (float) Math.cos(x);
            y[4 * i + 2] = (float) Math.tan(x);
            float real = 0;
            float imaginary = 0;
            for (int t = 0; t < 20; t++) {
              float angle = 6.2831855f * t * i / n;
              real += t * (float) Math.cos(angle);
              imaginary -= t * (float) Math.sin(angle);
            }
            y[4 * i + 3] = real - imaginary;
          }
          return y;
        }

        static double[] steps(int n) {
          double[] y = new double[n];
          for (@Parallel int i = 0; i < n; i++) {
            float a = i * 0.01f;
            float b = 0.5f;
            double c = i;
            double d = 1;
            int f = 1;
            int g = i;
            for (int k = 0; k < 9; k++) {
              float next = a * a - b * b + 0.25f;
              b = 2f * a * b;
              a = next;
              double t = c * 1.0;
              c = d;
              d = t;
              int sum = f + g;
              f = g;
              g = sum;
            }
            y[i] = a + 3.0 * b + 5 * c + 7 * d + f + 11.0 * g;
          }
          return y;
        }

        static double[] floatQuotients(int n) {
          float[] v = {
            0f, -0f, 1f, 3f, -7f, 1e-40f, 3e38f, 1e-45f, 1 / 0f, 0f / 0f, 0.1f, 16777215f, 1.1754944e-38f
          };
          int m = v.length;
          double[] y = new double[n];
          for (@Parallel int i = 0; i < n; i++) {
            float a = v[i % m];
            float b = v[i / m % m];
            float root = (float) Math.sqrt(a) + (float) Math.sqrt(b + i);
            float whole = (i - 100) / 3f + i / 0.1f + (long) i * 1234567 / 268435455f;
            float powers = a / 4f + b / -0.125f + a / 1048576f;
            float quotient = a / b;
            double wide = i / (1.0 + m);
            float inLoop = 0;
            double other = 0;
            for (int k = 0; k < 4; k++) {
              inLoop = inLoop * 0.5f + quotient + k;
              other += wide * k;
            }
            y[i] = root + whole * 3.0 + powers * 5.0 + inLoop * 7.0 + other;
          }
          return y;
        }
      }
      """;

  /** Returns its methods; each has the size as its parameter. */
  static final List<String> METHODS =
      List.of(
          "rests",
          "products",
          "tiny",
          "floatEnds",
          "floatTests",
          "floatFunctions",
          "floatAngles",
          "steps",
          "floatQuotients");

  private FloatIdioms() {}
}
