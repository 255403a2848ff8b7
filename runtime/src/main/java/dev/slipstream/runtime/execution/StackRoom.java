package dev.slipstream.runtime.execution;

/**
 * Checks whether the calling thread's stack has room for a change that must not be interrupted.
 * Calls from several threads may check more often than needed, which does no harm.
 */
final class StackRoom {
  /** How many changes are assumed to be made by interpreted code that loads classes. */
  private static final int COLD = 2_000;

  /** 45 KiB of compiled frames, 120 KiB of interpreted ones. */
  private static final int LEVELS_OF_COLD = 400;

  /** 7 KiB of compiled frames, 18 KiB of interpreted ones. */
  private static final int LEVELS = 60;

  /** 0.9 KiB of compiled frames, 2.4 KiB of interpreted ones. */
  private static final int FEW_LEVELS = 8;

  private int looks;

  /**
   * Returns if there is room.
   *
   * @throws StackOverflowError if not; nothing has changed then
   */
  void require() {
    require(LEVELS);
  }

  /** As {@link #require}, for a few calls that change nothing. */
  void requireLittle() {
    require(FEW_LEVELS);
  }

  private void require(int warm) {
    int levels = warm;
    if (looks < COLD) {
      looks++;
      levels = LEVELS_OF_COLD;
    }
    fill(levels, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
  }

  /**
   * The parameters fill the stack frame, in compiled code too, because each is used after the call.
   */
  @SuppressWarnings("TooManyParameters") // The parameters are there to fill the stack.
  private static long fill(
      int levels,
      long a,
      long b,
      long c,
      long d,
      long e,
      long f,
      long g,
      long h,
      long i,
      long j,
      long k,
      long l) {
    if (levels == 0) {
      return a;
    }
    long next = fill(levels - 1, b, c, d, e, f, g, h, i, j, k, l, a);
    return next ^ a ^ (b + c * d) ^ (e - f * g) ^ (h + i * j) ^ (k - l);
  }
}
