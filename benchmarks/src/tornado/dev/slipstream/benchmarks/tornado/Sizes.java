package dev.slipstream.benchmarks.tornado;

/** The sizes of the comparison's kernels, the same for both sides. */
final class Sizes {
  /** The iterations of the innermost loop after which a point counts as inside. */
  static final int MANDELBROT_LIMIT = 1000;

  /** The number of random numbers that an iteration draws. */
  static final int DRAWS = 256;

  private final double scale;

  /**
   * @param percent of the usual amount of work
   */
  Sizes(int percent) {
    scale = percent / 100.0;
  }

  private static int atLeast(double value) {
    return Math.max(64, (int) value);
  }

  /** Returns the number of elements of each vector. */
  int saxpy() {
    return atLeast(scale * (1 << 26));
  }

  /** Returns the number of rows and of columns of each matrix. */
  int sgemm() {
    return atLeast(Math.cbrt(scale) * 2048);
  }

  /** Returns the number of rows and of columns of the grid. */
  int stencil() {
    return atLeast(Math.sqrt(scale) * 8192);
  }

  /** Returns the number of rows and of columns of the picture. */
  int mandelbrot() {
    return atLeast(Math.sqrt(scale) * 4096);
  }

  /** Returns the number of bodies. */
  int nbody() {
    return atLeast(Math.sqrt(scale) * 65_536);
  }

  /** Returns the number of options. */
  int blackScholes() {
    return atLeast(scale * (1 << 24));
  }

  /** Returns the number of points in time, and of frequencies. */
  int dft() {
    return atLeast(Math.sqrt(scale) * 16_384);
  }

  /** Returns the number of iterations, each of which draws some points. */
  int monteCarlo() {
    return atLeast(scale * (1 << 22));
  }
}
