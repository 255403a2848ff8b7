package dev.slipstream.compiler.opencl;

/** Control flow of every shape that javac generates. */
final class ControlKernels {
  private ControlKernels() {}

  static final class NestedLoops {
    static void body(int i, int n, int[] out) {
      int sum = 0;
      for (int j = 0; j < n; j++) {
        for (int k = j; k < n; k += 2) {
          sum = sum * 31 + j * k + i;
        }
        int m = j;
        while (m > 0) {
          sum += m & 3;
          m >>= 1;
        }
      }
      out[i] = sum;
    }
  }

  /** Loops with a constant number of iterations, some of which are short. */
  static final class FewTurns {
    static void body(int i, int n, float[] in, float[] out) {
      float v = in[i];
      for (int a = 0; a < 4; a++) {
        v = (v * 0.5f + 1) / (v * v + 1);
      }
      for (int b = -1; b <= 1; b++) {
        for (int c = 2; c >= 0; c -= 1) {
          v = v * 3 - b * c;
          if (v > 1000) {
            v -= 2000;
          }
        }
      }
      out[i] = v;
    }
  }

  /** Loops that are long, leave early, call something, or run an unknown number of times. */
  static final class ManyTurns {
    static void body(int i, int n, float[] in, float[] out) {
      float v = in[i];
      for (int a = 0; a < 100; a++) {
        v = v * 0.5f + a;
      }
      for (int b = 0; b < n; b++) {
        v = v * 0.25f - b;
      }
      for (int c = 0; c < 4; c++) {
        v -= c;
        if (v < 0) {
          break;
        }
      }
      for (int d = 0; d < 5; d++) {
        v = called(v, d);
      }
      for (int e = 0; e < 6; e++) {
        for (int f = 0; f < n; f++) {
          v = v * 0.125f + f;
        }
      }
      for (int g = n; g < 3; g++) {
        v += g;
      }
      for (int h = 0; h < 8; h++) {
        v += 1;
        h += i & 1;
      }
      out[i] = v;
    }

    private static float called(float v, int d) {
      return v < d ? v * 2 : v - d;
    }
  }

  static final class Labels {
    static void body(int i, int n, int[] in, int[] out) {
      int found = -1;
      int seen = 0;
      outer:
      for (int j = 0; j < n; j++) {
        for (int k = 0; k < n; k++) {
          int v = in[(i + j * k) % in.length];
          seen++;
          if (v % 7 == 3) {
            continue outer;
          }
          if (v % 11 == 5) {
            found = v;
            break outer;
          }
          inner:
          for (int m = 0; ; m++) {
            switch ((v + m) & 7) {
              case 0:
                break inner;
              case 1:
                seen += 3;
                continue inner;
              case 2:
                if (m > 3) {
                  continue outer;
                }
                seen += 1000;
              case 3:
                seen ^= 5;
                break;
              default:
                if (seen > 100000) {
                  break outer;
                }
            }
            seen += m;
          }
          if (v == 12345) {
            break;
          }
        }
        seen *= 3;
      }
      out[i] = found * 31 + seen;
    }
  }

  static final class Switches {
    static void body(int i, int[] in, int[] out) {
      int v = in[i];
      int r;
      switch (v & 15) {
        case 0:
          r = 5;
          break;
        case 1:
        case 2:
          r = v;
          break;
        case 3:
          r = -v;
        case 4:
          r = v * 2;
          break;
        case 9:
          return;
        default:
          r = 77;
      }
      switch (v) {
        case Integer.MIN_VALUE:
          r += 1;
          break;
        case -7, 255, 65536:
          r += 2;
          break;
        case Integer.MAX_VALUE:
          r += 3;
          break;
        default:
          break;
      }
      r +=
          switch (v % 5) {
            case 0 -> 1;
            case 1 -> v > 100 ? 20 : 30;
            case -1 -> {
              int t = v;
              while (t < -9) {
                t /= 10;
              }
              yield t;
            }
            default ->
                v
                    + switch (r & 3) {
                      case 0 -> 4;
                      case 1 -> 5;
                      default -> r;
                    };
          };
      out[i] = r;
    }
  }

  static final class Ternaries {
    static int pick(int a, int b, boolean c) {
      return c ? a : b;
    }

    static void body(int i, int[] in, float[] f, int[] out) {
      int a = in[i];
      int b = in[in.length - 1 - i];
      boolean c = a > b || a < 0 && b > 0;
      boolean d = !(f[i] < 1f) ^ c;
      out[i * 4] = pick(a > 3 ? a++ : b--, c ? (d ? 1 : 2) : a, a == b | d & c);
      out[i * 4 + (a > b ? 1 : 2)] =
          (a > b ? a : b) + (c ? i : -i) * (d ? 3 : (a & 1) == 0 ? 4 : 5);
      int x = a;
      int y = b;
      int t = x;
      x = y + (c ? x : t);
      y = t;
      out[i * 4 + 3] = x - y + (d ? x = 3 : (y = 4)) + x + y;
    }
  }

  static final class Locals {
    static void body(int i, int[] in, long[] longs, double[] out) {
      double total = 0;
      {
        int a = in[i];
        a += a++ + ++a;
        total += a;
      }
      {
        long a = longs[i];
        long b = a-- * 3;
        total += a + b;
      }
      {
        float a = in[i];
        double b = a;
        total += a * b;
      }
      int[] copy = in;
      int[] other = copy;
      total += other[i] + copy[in.length - 1];
      out[i] = total;
    }
  }

  static final class Memory {
    static void body(int i, int[] a, int[] out) {
      int o = i * 4;
      out[o] = a[i];
      int before = out[o] + (out[o] = 5) + out[o]++ + --out[o];
      out[o + 1] = before + (out[o + 2] = out[o] * 2);
      out[o + 2] += out[o + 1] += 7;
      int t = out[o];
      out[o] = out[o + 1];
      out[o + 1] = t;
      out[o + 3] = out[o] - (out[o] = out[o + 1]) * out[o];
    }
  }

  static final class DoWhile {
    static void body(int i, int[] in, int[] out) {
      int v = in[i];
      int steps = 0;
      do {
        v = (v & 1) == 0 ? v >>> 1 : v * 3 + 1;
        if (v < 0) {
          break;
        }
        steps++;
      } while (v != 1 && steps < 200);
      for (int j = i; ; ) {
        if (j <= 0) {
          out[i] = steps;
          return;
        }
        j -= 3;
        steps += j & 1;
        if ((j ^ steps) == 77) {
          continue;
        }
        steps++;
      }
    }
  }

  static final class LongLoop {
    static void body(int i, long limit, long[] out) {
      long x = i + 88172645463325252L;
      for (long j = 0; j < limit; j++) {
        x ^= x << 13;
        x ^= x >>> 7;
        x ^= x << 17;
      }
      out[i] = x;
    }
  }

  static final class Helpers {
    static float clamp(float x, float low, float high) {
      if (x < low) {
        return low;
      }
      if (x > high) {
        return high;
      }
      return x;
    }

    static double clamp(double x) {
      for (int i = 0; i < 5; i++) {
        if (x > i * 2) {
          x -= 0.25;
        } else if (x < -3) {
          return clamp((float) x, -10f, 10f);
        }
      }
      return x;
    }

    static long gcd(long a, long b) {
      while (b != 0) {
        long t = a % b;
        a = b;
        b = t;
      }
      return a;
    }

    static boolean isPrime(int n) {
      if (n < 2) {
        return false;
      }
      for (int d = 2; d * d <= n && d < 1000; d++) {
        if (n % d == 0) {
          return false;
        }
      }
      return true;
    }

    static byte cut(short s, char c) {
      return (byte) (s + c);
    }

    static void body(int i, int[] in, float[] f, double[] out) {
      int v = in[i];
      out[i] =
          clamp(f[i], -2f, 2.5f)
              + clamp(v * 0.5)
              + gcd(v, in[in.length - 1 - i])
              + (isPrime(v & 0xffff) ? 1 : 0)
              + cut((short) v, (char) v);
    }
  }

  static final class TwoDimensions {
    static void body(int i, int j, int width, float k, float[] u, float[] v) {
      int at = i * width + j;
      v[at] = u[at] + k * (u[at - 1] + u[at + 1] + u[at - width] + u[at + width] - 4 * u[at]);
    }
  }

  static final class ThreeDimensions {
    static void body(int i, int j, int k, int n, long scale, double shift, double[] out) {
      out[((i + 5) * n + j) * n + k] = i * scale + j * shift - k;
    }
  }

  static final class ManyBranches {
    static void body(int i, int[] in, int[] out) {
      int v = in[i];
      int r = 0;
      if (v > 0) {
        if (v > 100) {
          if (v > 1000) {
            r = 1;
          } else if (v > 500) {
            r = 2;
          } else {
            for (int j = 0; j < 3; j++) {
              if (j == v % 3) {
                r = 9;
                break;
              }
              r += j;
            }
          }
        } else if (v == 7) {
          return;
        }
        r += 10;
      } else if (v < -10 && (v & 1) == 0 || v == -1) {
        r = 3;
      } else {
        while (r < 10) {
          if (r == 5 && v == 0) {
            r = 100;
            continue;
          }
          r++;
          if (r == 8) {
            if (v < -5) {
              return;
            }
            break;
          }
        }
      }
      out[i] = r;
    }
  }

  static final class Caught {
    static void body(int i, int[] in, int[] out) {
      int r = 1;
      try {
        r = in[i] * 2;
      } catch (ArithmeticException e) {
        r = 3;
      } finally {
        r++;
      }
      out[i] = r;
    }
  }
}
