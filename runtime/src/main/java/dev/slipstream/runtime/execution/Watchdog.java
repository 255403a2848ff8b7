package dev.slipstream.runtime.execution;

/** Notices that nothing has happened for some time, and reports it once. Used by one thread. */
final class Watchdog {
  private final long limit;
  private long lastProgress;
  private boolean told;

  /**
   * @param limit nanoseconds without progress after which it reports
   */
  Watchdog(long limit, long now) {
    this.limit = limit;
    this.lastProgress = now;
  }

  void progress(long now) {
    lastProgress = now;
    told = false;
  }

  /** Returns true if there was no progress for too long, on the first call that finds this. */
  boolean bites(long now) {
    if (told || now - lastProgress < limit) {
      return false;
    }
    told = true;
    return true;
  }

  /** How many nanoseconds ago the last progress was. */
  long quiet(long now) {
    return now - lastProgress;
  }
}
