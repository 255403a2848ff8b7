package dev.slipstream.compiler.opencl;

/** Kernels that OpenCL C cannot express with Java's semantics. */
final class RefusedKernels {
  private RefusedKernels() {}

  static final class Sine {
    static void body(int i, double[] out) {
      out[i] = Math.sin(i);
    }
  }

  static final class Remainder {
    static void body(int i, float[] out) {
      out[i] = out[i] % 3f;
    }
  }

  static final class Allocation {
    static void body(int i, int[] out) {
      int[] t = new int[i];
      out[i] = t[i & 3];
    }
  }

  static final class Field {
    static int field;

    static void body(int i, int[] out) {
      out[i] = field;
    }
  }

  static final class NoArray {
    static void body(int i, int[] a, int[] b, int[] out) {
      int[] t = null;
      out[i] = t[i];
    }
  }

  static final class Recursion {
    static int factorial(int n) {
      return n < 2 ? 1 : n * factorial(n - 1);
    }

    static void body(int i, int[] out) {
      out[i] = factorial(i);
    }
  }

  static final class Throwing {
    static void body(int i, int[] out) {
      if (i == 3) {
        throw new IllegalStateException();
      }
      out[i] = i;
    }
  }

  static final class ArraysOfArrays {
    static void body(int i, int[][][][][] out) {
      out[i][0][0][0][0] = i;
    }
  }

  static final class References {
    static void body(int i, int[] a, int[] b) {
      if (a == b) {
        a[i] = 1;
      }
    }
  }

  static final class Subroutine {
    static int other(int[] a) {
      return a[0];
    }

    static void body(int i, int[] a) {
      a[i] = other(a);
    }
  }
}
