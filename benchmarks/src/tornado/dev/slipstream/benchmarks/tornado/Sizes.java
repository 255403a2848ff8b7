package dev.slipstream.benchmarks.tornado;

/** How large the kernels of the comparison are, the same for both sides. */
final class Sizes {
  /** Iterations of the innermost loop until a point counts as inside. */
  static final int MANDELBROT_LIMIT = 1000;

  /** Random numbers that an iteration draws. */
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

  /** Elements of each vector. */
  int saxpy() {
    return atLeast(scale * (1 << 26));
  }

  /** Rows and columns of each matrix. */
  int sgemm() {
    return atLeast(Math.cbrt(scale) * 2048);
  }

  /** Rows and columns of the grid. */
  int stencil() {
    return atLeast(Math.sqrt(scale) * 8192);
  }

  /** Rows and columns of the picture. */
  int mandelbrot() {
    return atLeast(Math.sqrt(scale) * 4096);
  }

  /** Bodies. */
  int nbody() {
    return atLeast(Math.sqrt(scale) * 65_536);
  }

  /** Options. */
  int blackScholes() {
    return atLeast(scale * (1 << 24));
  }

  /** Points in time, and frequencies. */
  int dft() {
    return atLeast(Math.sqrt(scale) * 16_384);
  }

  /** Iterations, each of which draws some points. */
  int monteCarlo() {
    return atLeast(scale * (1 << 22));
  }
}
