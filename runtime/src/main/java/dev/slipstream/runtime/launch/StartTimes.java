package dev.slipstream.runtime.launch;

/**
 * How long the starts of a program with the same arguments have lasted, and so whether the next one
 * should take its loops at all. If they gain nothing, it leaves them alone for twice the time that
 * the program has needed. If they seem to gain less than what the agent may cost, one start that
 * leaves them alone shows which is less. Only short programs are left alone: the agent costs a long
 * one nothing that counts, and a long one may be a server, whose time depends on others. Times are
 * in nanoseconds; 0 is an unknown one.
 *
 * @param taken how many starts have taken the loops, up to those that tell something
 * @param withLoops the latest of these
 * @param alone the latest start that left the loops alone
 * @param pause for how long the next start leaves them alone; 0 if it takes them
 */
public record StartTimes(int taken, long withLoops, long alone, long pause) {
  /** Nothing. */
  public static final StartTimes NONE = new StartTimes(0, 0, 0, 0);

  /** A longer program is never left alone. */
  private static final long LONGEST = 10_000_000_000L;

  /** No program pays more than this for the agent. */
  private static final double MOST_COSTS = 1e9;

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
    if (nanos > LONGEST || gained >= MOST_COSTS) {
      return new StartTimes(known, nanos, 0, 0);
    }
    boolean mayGain = gained > 0 || mayPay;
    boolean takesAgain = mayGain && (alone == 0 ? known < ENOUGH : nanos < alone);
    return new StartTimes(known, mayGain ? nanos : 0, alone, takesAgain ? 0 : LONGER * nanos);
  }

  /**
   * A start has ended before its pause, which does not grow with a program that takes ever longer.
   *
   * @param nanos how long it took
   */
  public StartTimes afterLeavingAlone(long nanos) {
    boolean takesAgain = withLoops > 0 && withLoops < nanos;
    return new StartTimes(taken, withLoops, nanos, takesAgain ? 0 : pause);
  }
}
