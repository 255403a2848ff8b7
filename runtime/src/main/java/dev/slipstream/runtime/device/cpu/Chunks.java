package dev.slipstream.runtime.device.cpu;

import dev.slipstream.model.kernel.IterationSpace;

/**
 * An iteration space cut into pieces of about equal size along its outermost dimension, or along
 * the second if the first has too few iterations for all threads. The inner dimensions stay whole,
 * so that the compiled loop has long runs to vectorise.
 */
final class Chunks {
  /** There are more pieces than threads, so that threads that finish early find more to do. */
  private static final int PIECES_PER_THREAD = 6;

  /** As many pieces end while the JIT compiles the kernel; see {@link #shortest}. */
  private static final int SHORT_PIECES_PER_THREAD = 4096;

  /** Shorter pieces would take less time than to distribute them. */
  private static final long LEAST_OF_SHORT_PIECES = 512;

  /** Below this many nanoseconds the overhead of a piece is more than a few percent of its time. */
  private static final double LEAST_NANOS = 20_000;

  /** The smallest number of iterations of a piece before the first measurement. */
  private static final long LEAST_UNMEASURED = 16;

  private final IterationSpace space;
  private final int dimension;
  private final int count;

  private Chunks(IterationSpace space, int dimension, int count) {
    this.space = space;
    this.dimension = dimension;
    this.count = count;
  }

  /**
   * Cuts a space.
   *
   * @param threads the threads that will work on it, 1 or more
   * @param nanosPerIteration the measured time of an iteration; 0 if unknown
   */
  static Chunks of(IterationSpace space, int threads, double nanosPerIteration) {
    long least =
        nanosPerIteration > 0
            ? (long) Math.ceil(LEAST_NANOS / nanosPerIteration)
            : LEAST_UNMEASURED;
    return cut(space, threads, usual(space, threads, least));
  }

  /**
   * Cuts a space for the first launch, in which the JIT compiles the kernel. If no piece ended in
   * this time, the JIT would drop the code when the first one ends, and until it has compiled the
   * kernel again, all threads would count what they do in memory that they share.
   *
   * @param threads the threads that will work on it, 1 or more
   */
  static Chunks shortest(IterationSpace space, int threads) {
    long many = (long) threads * SHORT_PIECES_PER_THREAD;
    long pieces = Math.min(many, space.iterations() / LEAST_OF_SHORT_PIECES);
    return cut(space, threads, Math.max(usual(space, threads, LEAST_UNMEASURED), pieces));
  }

  private static long usual(IterationSpace space, int threads, long least) {
    long wanted = (long) threads * PIECES_PER_THREAD;
    return Math.min(wanted, space.iterations() / Math.max(1, least));
  }

  private static Chunks cut(IterationSpace space, int threads, long pieces) {
    boolean second =
        space.dimensions() > 1
            && space.count(0) < threads * PIECES_PER_THREAD
            && space.count(1) > space.count(0);
    int dimension = second ? 1 : 0;
    long count = Math.max(1, Math.min(pieces, space.count(dimension)));
    return new Chunks(space, dimension, threads == 1 ? 1 : (int) count);
  }

  /** The number of pieces, 1 or more. */
  int count() {
    return count;
  }

  /** The bounds {@code lo0, hi0, …} of one piece, as {@code range} takes them. */
  int[] bounds(int chunk) {
    int[] bounds = new int[2 * space.dimensions()];
    for (int d = 0; d < space.dimensions(); d++) {
      int from = d == dimension ? cut(chunk) : 0;
      int to = d == dimension ? cut(chunk + 1) : space.count(d);
      bounds[2 * d] = space.value(d, from);
      bounds[2 * d + 1] = space.value(d, to);
    }
    return bounds;
  }

  private int cut(int chunk) {
    return (int) ((long) space.count(dimension) * chunk / count);
  }
}
