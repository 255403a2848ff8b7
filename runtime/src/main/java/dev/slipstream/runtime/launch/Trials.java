package dev.slipstream.runtime.launch;

/** Whether it pays to inspect executions of a loop. Thread-safe. */
final class Trials {
  /** After so many inspections in a row that were of no use there is a pause. */
  private static final int MOST_USELESS = 3;

  /** From here on an inspection takes about as long as the loop. */
  private static final double LARGE_SHARE = 0.75;

  /** So many executions are not inspected then. */
  private static final int PAUSE = 16;

  private final double share;
  private int once;
  private int useless;
  private int left;

  /**
   * @param share how many of the loop's instructions an inspection runs, from 0 to 1
   */
  Trials(double share) {
    this.share = share;
  }

  /** Whether an execution is to be inspected. */
  synchronized boolean isWorthwhile() {
    if (left > 0) {
      left--;
      return false;
    }
    return true;
  }

  /** A verdict was used again. */
  synchronized void kept() {
    once = 0;
    useless = 0;
  }

  /** A verdict was found and used. */
  synchronized void inspected() {
    useless = 0;
    once++;
    if (once >= MOST_USELESS && share >= LARGE_SHARE) {
      once = 0;
      left = PAUSE;
    }
  }

  /** A verdict was found, and the loop could not be submitted all the same. */
  synchronized void useless() {
    useless++;
    if (useless >= MOST_USELESS) {
      useless = 0;
      left = PAUSE;
    }
  }
}
