package dev.slipstream.runtime.launch;

/**
 * The time of a kernel per instruction on the host or its cores. It counts once the JIT has
 * compiled the kernel: earlier times are upper bounds, often ten times too long. Not thread-safe.
 */
final class WarmTime {
  private static final int LEAST_RUNS = 2;
  private static final int MOST_RUNS = 6;

  /** Two successive times agree if neither is less than this fraction of the other. */
  private static final double AGREES = 0.8;

  /**
   * Compiled code is seldom slower, since a core executes one to four instructions in a nanosecond;
   * the interpreter always is. Code that is slower all the same, for example because each access
   * misses all caches, needs more runs.
   */
  private static final double PLAUSIBLE_NANOS = 1;

  private static final int MOST_SLOW_RUNS = 20;
  private static final int MOST_COLD_RUNS = 64;

  /** By then the JIT has compiled the kernel's loop. */
  private static final double SURELY_COMPILED_NANOS = 200_000_000;

  private int runs;
  private double nanos;
  private double best = Double.MAX_VALUE;
  private boolean isSteady;
  private boolean isKnown;

  void add(long work, long took) {
    double cost = (double) took / Math.max(1, work);
    isSteady = cost > AGREES * best && AGREES * cost < best;
    best = Math.min(best, cost);
    nanos += took;
    runs++;
  }

  /** The time of earlier starts. */
  static WarmTime of(LoopExperience earlier) {
    WarmTime time = new WarmTime();
    if (earlier.hostRuns() > 0) {
      time.runs = earlier.hostRuns();
      time.nanos = earlier.hostNanos();
      time.best = earlier.hostCost();
      time.isKnown = earlier.isHostKnown();
    }
    return time;
  }

  int runs() {
    return runs;
  }

  /** The sum of all times, in nanoseconds. */
  double nanos() {
    return nanos;
  }

  /** The shortest time per instruction, in nanoseconds. */
  double best() {
    return best;
  }

  /** Whether the shortest time is that of compiled code. */
  boolean isWarm() {
    if (isKnown || runs < LEAST_RUNS) {
      return isKnown;
    }
    return isPlausible()
        ? isSteady || runs >= MOST_RUNS
        : runs >= MOST_SLOW_RUNS || nanos >= SURELY_COMPILED_NANOS;
  }

  /** Whether the JIT has certainly compiled the kernel, whatever earlier starts have shown. */
  boolean isSurelyCompiled() {
    return runs >= MOST_COLD_RUNS || nanos >= SURELY_COMPILED_NANOS;
  }

  /** Whether compiled code may have taken the shortest time. */
  boolean isPlausible() {
    return best <= PLAUSIBLE_NANOS;
  }
}
