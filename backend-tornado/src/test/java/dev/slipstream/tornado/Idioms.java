package dev.slipstream.tornado;

import java.util.List;

/** The text of a program whose loops do what compilers for devices are known to get wrong. */
final class Idioms {
  /** The name of its class is {@code Idioms}. */
  static final String TEXT =
      """
      import dev.slipstream.api.Parallel;

      class Idioms {
        static long[] swaps(int n) {
          long[] y = new long[n];
          for (@Parallel int i = 0; i < n; i++) {
            int a = i;
            int b = i + 3;
            long older = 1;
            long newer = 2;
            for (int k = 0; k < 5 + i % 3; k++) {
              int t = a;
              a = b;
              b = t;
              a = a + b;
              b = a - b;
              a = a - b;
              a ^= b;
              b ^= a;
              a ^= b;
              long sum = older + newer;
              older = newer;
              newer = sum;
            }
            y[i] = a * 1000L + b * 7L + older * 3 + newer;
          }
          return y;
        }

        static long[] both(int n) {
          long[] x = new long[n];
          long[] y = new long[n];
          for (@Parallel int i = 0; i < n; i++) {
            if (i % 3 > 0 && i % 5 < 3) {
              for (int k = 0; k < i % 7; k++) {
                x[i] += k;
              }
            }
            y[i] += x[i] + 1;
          }
          return y;
        }

        static long[] unlessBoth(int n) {
          long[] x = new long[n];
          long[] y = new long[n];
          for (@Parallel int i = 0; i < n; i++) {
            if (i % 3 > 0) {
              if (i % 5 < 3) {
                for (int k = 0; k < i % 7; k++) {
                  x[i] += k;
                }
              }
            }
            for (int k = 0; k < i % 4; k++) {
              x[i] += k * 3;
            }
            y[i] += x[i] + 1;
          }
          return y;
        }

        static double[] three(int n) {
          double[] y = new double[n];
          for (@Parallel int i = 0; i < n; i++) {
            double a = i * -0.0;
            double b = i + 0.5;
            float c = i * 0.25f;
            float d = -c;
            double older = b;
            for (int k = 0; k < 4 + i % 2; k++) {
              double t = a;
              a = b;
              b = older;
              older = t;
              float u = c;
              c = d;
              d = u;
            }
            y[i] = 1 / a + b * 3 + older * 5 + c + d * 2;
          }
          return y;
        }

        static int[] starts(int n) {
          int[] y = new int[n];
          for (@Parallel int i = 0; i < n; i++) {
            int begin = i * 3;
            int s = begin;
            int p = begin;
            int k = 0;
            while (k < i % 7 + 2) {
              k++;
              if (k % 3 == 1) {
                p += 5;
                continue;
              }
              s += k;
            }
            y[i] = s + 100 * begin + 10000 * p;
          }
          return y;
        }

        static long[] shifts(int n) {
          long[] y = new long[n];
          for (@Parallel int i = 0; i < n; i++) {
            int a = (i - 50) * 0x01234567;
            long b = (i - 50) * 0x0123456789abcdefL;
            int by = i - 40;
            long h = a << by;
            h = h * 31 + (a >> by);
            h = h * 31 + (a >>> by);
            h = h * 31 + (b << by);
            h = h * 31 + (b >> by);
            h = h * 31 + (b >>> by);
            h = h * 31 + (a >> 3) + (a >>> 3) + (a << 3) + (b >> 35) + (b >>> 35) + (b << 35);
            h = h * 31 + (a >> 31) + (a >>> 31) + (b >> 63) + (b >>> 63);
            h = h * 31 + ((a << 24) >> 24) + ((a << 16) >>> 16);
            h = h * 31 + (int) (b >> 32) + (int) (b >>> 32) + (int) b;
            y[i] = h;
          }
          return y;
        }

        static float[] quotients(int n) {
          float[] y = new float[n];
          float[] f = {
            1f, 3f, -7f, 0f, -0f, 1e-40f, 1e38f, 3e38f, Float.MIN_VALUE, Float.MAX_VALUE,
            Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.NaN, 0.1f, 1.0000001f, 2e38f
          };
          int m = f.length;
          for (@Parallel int i = 0; i < n; i++) {
            float a = f[i % m] * (1 + i / m);
            float b = f[(i / m + 3 * i) % m] * (3 + i % 11);
            y[i] = a / b + 1f / (i + 1) + i / 3f;
          }
          return y;
        }

        static long[] divisions(int n) {
          long[] y = new long[n];
          for (@Parallel int i = 0; i < n; i++) {
            int a = (i - 50) * 0x01234567;
            long b = (i - 50) * 0x0123456789abcdefL;
            if (i == 3) {
              a = Integer.MIN_VALUE;
              b = Long.MIN_VALUE;
            }
            long h = a / 4 + a / 7 + a / -8 + a / 1 + a / -1;
            h = h * 31 + a % 4 + a % 7 * 3 + a % -8 * 5 + a % 1000000007;
            h = h * 31 + b / 4 + b / 7 + b / -8 + b / -1;
            h = h * 31 + b % 4 + b % 7 * 3 + b % -8 * 5;
            int d = i - 61 == 0 ? 1 : i - 61;
            h = h * 31 + a / d + a % d * 3 + b / d + b / (d * 3L);
            h = h * 31 + Math.floorMod(a, d) + Math.floorDiv(a, d);
            y[i] = h;
          }
          return y;
        }

        static long[] remainders(int n) {
          long[] y = new long[n];
          for (@Parallel int i = 0; i < n; i++) {
            long b = (i - 50) * 0x0123456789abcdefL;
            long d = i - 61 == 0 ? 1 : (i - 61) * (i % 2 == 0 ? 1L : 0x7654321abL);
            y[i] = b % d * 5 + Math.floorMod(b, d) + Math.floorDiv(b, d) * 7;
          }
          return y;
        }

        static int[] compares(int n) {
          int[] y = new int[n];
          double[] v = {1, -1, 0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, 5e-324, 2};
          for (@Parallel int i = 0; i < n; i++) {
            double a = v[i % 8];
            double b = v[i / 8 % 8];
            float c = (float) b;
            int h = 0;
            h = h * 2 + (a < b ? 1 : 0);
            h = h * 2 + (a <= b ? 1 : 0);
            h = h * 2 + (!(a > b) ? 1 : 0);
            h = h * 2 + (!(a >= b) ? 1 : 0);
            h = h * 2 + (a == b ? 1 : 0);
            h = h * 2 + (a != b ? 1 : 0);
            h = h * 2 + (a != a ? 1 : 0);
            h = h * 2 + (c != c ? 1 : 0);
            if (!(a < b) && !(c > 0) || a == 2) {
              h += 100000;
            }
            if (Double.isNaN(a) || Float.isNaN(c)) {
              h += 200000;
            }
            boolean less = !(c < 1);
            y[i] = less ? h : -h;
          }
          return y;
        }

        static long[] casts(int n) {
          long[] y = new long[n];
          double[] v = {
            1.5, -1.5, 0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY,
            5e-324, 3e9, -3e9, 1e19, -1e19, 2147483647.5, -2147483648.5, 9.3e18, 1e300
          };
          int m = v.length;
          for (@Parallel int i = 0; i < n; i++) {
            double d = v[i % m];
            float f = (float) d;
            long h = (int) d * 3L + (long) d * 5 + (int) f * 7L + (long) f * 11;
            h = h * 31 + (byte) (i * 77) + (short) (i * 7777) + (char) (i * 77777);
            h = h * 31 + (byte) (long) d + (short) (int) f + (char) (int) d;
            h = h * 31 + (int) ((float) i * 1e7f) + (long) ((double) (i * 0x123456789abcL) / 3);
            h = h * 31 + (long) ((float) (i * 0x123456789abcL)) + (int) (i * 0x123456789abcL);
            y[i] = h;
          }
          return y;
        }

        static int[] bits(int n) {
          int[] y = new int[n];
          for (@Parallel int i = 0; i < n; i++) {
            int a = (i - 50) * 0x01234567;
            long b = (i - 50) * 0x0123456789abcdefL;
            int h = Integer.bitCount(a) + 40 * Long.bitCount(b);
            h = h * 31 + Integer.numberOfLeadingZeros(a) + Long.numberOfTrailingZeros(b) * 50;
            h = h * 31 + Integer.rotateLeft(a, i) + (int) Long.rotateRight(b, i);
            h = h * 31 + Integer.reverse(a) + Integer.compareUnsigned(a, i) + (int) (a & 0xffffffffL);
            h = h * 31 + Long.hashCode(b) + Math.abs(a) + Math.max(a, i) + (a ^ a >>> 16);
            long masked = (a & 0xffffffffL) - (b & 0xffffffffL);
            h = h * 31 + (masked < 0 ? 3 : 5) + (int) (masked >> 7);
            y[i] = h;
          }
          return y;
        }

        static int[] signs(int n) {
          int[] y = new int[n];
          for (@Parallel int i = 0; i < n; i++) {
            int a = i - n / 2;
            int h = a < 0 ? -1 : 0;
            h = h * 3 + (a < 0 ? 1 : 0);
            h = h * 3 + (a < 0 ? -1 : 1);
            h = h * 3 + (a >= 0 ? a : -a);
            h = h * 3 + (a > 0 ? 1 : a < 0 ? -1 : 0);
            h = h * 3 + Integer.signum(a) + (-a >>> 31) + (a / 2) + (a & 1) + ((a & 4) != 0 ? 9 : 7);
            h = h * 3 + ((a & 6) == 0 ? 1 : 2) + ((a & 3) == 2 && a > 0 ? 5 : 6);
            h = h * 3 - (a >> 31) + (0 - (a >>> 31)) + (-(a >>> 31)) * 5 + (0 - (a >> 31)) * 7;
            y[i] = h;
          }
          return y;
        }

        static double[] powers(int n) {
          double[] y = new double[n];
          for (@Parallel int i = 0; i < n; i++) {
            double a = (i - n / 2) * 0.37;
            float f = (i - n / 2) * 0.37f;
            y[i] = Math.floor(a) + Math.ceil(a) * 3 + Math.rint(a) * 5 + Math.round(a) * 7
                + Math.sqrt(Math.abs(a)) + Math.min(a, f) + Math.max(a, -f) + (float) Math.sqrt(f * f)
                + a * a - f * f + Math.round(f) + Math.signum(a);
          }
          return y;
        }

        static char[] chars(int n) {
          char[] y = new char[n];
          byte[] b = new byte[n];
          short[] s = new short[n];
          boolean[] z = new boolean[n];
          for (@Parallel int i = 0; i < n; i++) {
            b[i] = (byte) (i * 37);
            s[i] = (short) (i * 3777);
            y[i] = (char) (i * 37777);
            z[i] = (i & 5) == 4;
          }
          for (@Parallel int i = 0; i < n; i++) {
            int h = b[i] * 3 + s[i] * 5 + y[i] * 7 + (z[i] ? 11 : 13) + (y[i] - 70000 < 0 ? 1 : 0);
            y[i] = (char) (h + (b[i] & 0xff) + (s[i] >> 3) + (y[i] >> 2) + (b[i] >>> 4));
            b[i] = (byte) -b[i];
          }
          return y;
        }

        static int[] nested(int n) {
          int[] y = new int[n];
          for (@Parallel int i = 0; i < n; i++) {
            int last = 0;
            int s = 0;
            for (int k = 0; k < i % 5; k++) {
              int before = last;
              for (int j = 0; j < 3; j++) {
                int t = last;
                last = s;
                s = t + j * before;
              }
              s += before == last ? k : -last;
            }
            y[i] = s * 31 + last;
          }
          return y;
        }

        static long[] overflows(int n) {
          int[] v = {
            Integer.MIN_VALUE, Integer.MAX_VALUE, 0, 1, -1, 0x40000000, 0xc0000000, -0x7fffffff,
            5, -5, 0x7ffffffe, 46341
          };
          int m = v.length;
          long[] y = new long[n];
          for (@Parallel int i = 0; i < n; i++) {
            int a = v[i % m];
            int b = v[i / m % m];
            long c = a * 0x100000001L;
            long d = b * 0x100000001L;
            long h = 0;
            h = h * 2 + (0 - a <= 1 ? 1 : 0);
            h = h * 2 + (-a < 0 ? 1 : 0);
            h = h * 2 + (a - b < 0 ? 1 : 0);
            h = h * 2 + (a + b < a ? 1 : 0);
            h = h * 2 + (a + 1 > a ? 1 : 0);
            h = h * 2 + (a * a < 0 ? 1 : 0);
            h = h * 2 + (a * 2 / 2 == a ? 1 : 0);
            h = h * 2 + (c - d < 0 ? 1 : 0);
            h = h * 2 + (c + d < c ? 1 : 0);
            h = h * 2 + (-c < 0 ? 1 : 0);
            h = h * 2 + (0 - c <= 1 ? 1 : 0);
            h = h * 2 + (a - 5 > b - 5 ? 1 : 0);
            h = h * 3 + (a + b) / 2 + (a * 8 >> 3) + (a << 3 >> 3) + Math.abs(a - b);
            h = h * 3 + (long) (a + b) + (long) (a - b) * 3 + (long) (a * b) + (a + 7) % 5;
            int s = a + b;
            if (((a ^ s) & (b ^ s)) < 0) {
              h = -h;
            }
            int k = a - b;
            y[i] = k >= 0 ? h + Math.max(k, a) : h + Math.min(a * 3, k);
          }
          return y;
        }

        static long[] ends(int n) {
          int[] v = new int[n + 8];
          for (int i = 0; i < v.length; i++) {
            v[i] = i * 7 % 11;
          }
          long[] y = new long[n];
          for (@Parallel int i = 0; i < n; i++) {
            int m = v[i];
            long s = 0;
            for (int k = 0; k <= m; k++) {
              for (int j = v[k & 3] & 1; j <= (v[k & 7] & 5); j += 2) {
                s = s * 3 + j;
              }
              s += k;
            }
            for (int k = m; k >= v[0]; k--) {
              s = s * 5 + k;
            }
            int t = 0;
            while (t++ < Math.min(m, 6)) {
              s ^= t;
            }
            int u = 1;
            while (u != 16 && u != m) {
              u = u * 2;
            }
            double d = m;
            while (d <= 20.5) {
              d = d * 1.5 + 1;
            }
            long w = m;
            while (w > 3) {
              w = w / 2;
            }
            while (w < 40) {
              w = w * 2 + 1;
            }
            for (int k = 3; k <= 5; k++) {
              s += k * w;
            }
            y[i] = s + t * 1000L + u * 31L + (long) d + w * 17;
          }
          return y;
        }

        static long[] significands(int n) {
          long[] y = new long[n];
          for (@Parallel int i = 0; i < n; i++) {
            long one = 0x10_0000_0000_0000L;
            long x = 0x12345678abcdL * (i % 31 + 1) & one - 1 | one;
            long d = 0x3456789abcdefL * (i % 17 + 1) & one - 1 | one;
            int exponent = i % 5;
            for (int bits = i % 9; bits > 0; bits--) {
              if (x >= d) {
                x -= d;
              }
              x <<= 1;
            }
            if (x >= d) {
              x -= d;
            }
            while (x < one && x > 0) {
              x <<= 1;
              exponent--;
            }
            y[i] = exponent > 0 ? (x - one) | ((long) exponent << 52) : x >>> (1 - exponent);
          }
          return y;
        }

        static long[] rawBits(int n) {
          double[] v = {
            0.1, -0.1, 0.0, -0.0, 1e300, 5e-324, -3e-310, 1 / 0.0, 0.0 / 0.0, 1, -2, 0.7, -1.45, 3e10
          };
          int m = v.length;
          long[] y = new long[3 * n];
          for (@Parallel int i = 0; i < n; i++) {
            double d = v[i % m] * (1 + i / m);
            y[3 * i] = Double.doubleToLongBits(d);
            y[3 * i + 1] = Double.doubleToLongBits(0.1) + Float.floatToIntBits((float) d);
          }
          for (@Parallel int i = 0; i < n; i++) {
            double e = Double.longBitsToDouble(y[3 * i] ^ 0x8000000000000000L);
            float f = Float.intBitsToFloat((int) (y[3 * i] >> 33));
            y[3 * i + 2] = e < f ? 1 : e == f ? 2 : e > f ? (long) (e * 1000) : 4;
          }
          return y;
        }

        static double[] between(int n) {
          double[] y = new double[n];
          for (int i = 0; i < n; i++) {
            y[i] = i + 0.5;
          }
          int[] j = {n, 3};
          for (@Parallel int i = 0; i < n; i += 2) {
            if ((i >= i ? 3 : n) % 3 == 0) {
              y[i] = i * 2.0;
            } else {
              y[i] += j[1];
            }
          }
          return y;
        }

        private static int left(int x, int by) {
          return x << by;
        }

        static long[] leftShifts(int n) {
          long[] y = new long[n];
          for (@Parallel int i = 0; i < n; i++) {
            int all = 31;
            int a = i << all;
            int b = left(i + 1, 31);
            int c = 0;
            for (int k = 0; k < 3; k++) {
              c ^= (i + k) << (31 - k);
            }
            int d = (i << 30) << 1;
            y[i] = (a >> 3) + 3L * (b >>> 30) + 5L * (c >> 1) + (a < b ? 7 : 11) + (d >> 31);
          }
          return y;
        }
      }
      """;

  /** Returns its methods; each has the size as its parameter. */
  static final List<String> METHODS =
      List.of(
          "swaps",
          "both",
          "unlessBoth",
          "three",
          "starts",
          "shifts",
          "quotients",
          "divisions",
          "remainders",
          "compares",
          "casts",
          "bits",
          "signs",
          "powers",
          "chars",
          "nested",
          "overflows",
          "ends",
          "significands",
          "rawBits",
          "between",
          "leftShifts");

  private Idioms() {}
}
