package dev.slipstream.runtime.launch;

/**
 * How long the starts of a program with the same arguments have lasted, and so whether the next one
 * should take its loops at all. If they gain nothing, it leaves them alone for twice the time that
 * the program has needed. If they gain little, one start that leaves them alone shows whether that
 * is less than what the agent itself costs. Times are in nanoseconds; 0 is an unknown one.
 *
 * @param taken how many starts have taken the loops, up to those that tell something
 * @param withLoops the shortest of these
 * @param alone the shortest start that left the loops alone
 * @param pause for how long the next start leaves them alone; 0 if it takes them
 */
public record StartTimes(int taken, long withLoops, long alone, long pause) {
  /** Nothing. */
  public static final StartTimes NONE = new StartTimes(0, 0, 0, 0);

  /** A program that gains this part of its time takes longer without its loops, whatever else. */
  private static final double CERTAIN = 0.25;

  /** The first start compiles everything, and the second one is the first to know what pays. */
  private static final int ENOUGH = 2;

  /** How much longer than before a program runs in which other loops may pay. */
  private static final int LONGER = 2;

  /**
   * A start has taken the loops.
   *
   * @param nanos how long it took
   * @param gained how much shorter its loops have probably been
   * @param mayPay whether the next start should prepare some of them as soon as possible
   */
  public StartTimes afterTaking(long nanos, double gained, boolean mayPay) {
    int known = Math.min(taken + 1, ENOUGH);
    long shortest = shorter(withLoops, nanos);
    if (gained >= CERTAIN * nanos) {
      return new StartTimes(known, shortest, 0, 0);
    }
    boolean mayGain = gained > 0 || mayPay;
    boolean takesAgain = mayGain && (alone == 0 ? known < ENOUGH : shortest < alone);
    return new StartTimes(
        known, mayGain ? shortest : 0, alone, takesAgain ? 0 : pauseAfter(Math.max(nanos, alone)));
  }

  /**
   * A start has ended before its pause.
   *
   * @param nanos how long it took
   */
  public StartTimes afterLeavingAlone(long nanos) {
    long shortest = shorter(alone, nanos);
    boolean takesAgain = withLoops > 0 && withLoops < shortest;
    // Other programs on the machine make some starts much longer than others.
    long next = Math.max(pauseAfter(nanos), pause / LONGER);
    return new StartTimes(taken, withLoops, shortest, takesAgain ? 0 : next);
  }

  private static long shorter(long known, long nanos) {
    return known == 0 ? nanos : Math.min(known, nanos);
  }

  private static long pauseAfter(long nanos) {
    return LONGER * nanos;
  }
}
