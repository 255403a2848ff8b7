package dev.slipstream.runtime.execution;

/** Notices that nothing has happened for some time, and says so once. Used by one thread. */
final class Watchdog {
  private final long limit;
  private long lastProgress;
  private boolean told;

  /**
   * @param limit nanoseconds without progress after which it says so
   */
  Watchdog(long limit, long now) {
    this.limit = limit;
    this.lastProgress = now;
  }

  void progress(long now) {
    lastProgress = now;
    told = false;
  }

  /** Whether this is the first look since nothing has happened for too long. */
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
