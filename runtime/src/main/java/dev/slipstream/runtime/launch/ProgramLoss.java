package dev.slipstream.runtime.launch;

import java.util.concurrent.atomic.LongAdder;

/**
 * What devices cost the program beyond what its loops would have taken on the cores. A single loop
 * may wait for others whose results it reads, so a loss of its own says little if the program gains
 * as a whole. Thread-safe.
 */
final class ProgramLoss {
  /** The loss that is accepted however short the program is, in nanoseconds. */
  static final double FREE_NANOS = 50_000_000;

  /** The part of the program's time in loops that may be lost. */
  private static final double SHARE = 0.02;

  private final LongAdder total = new LongAdder();
  private final LongAdder unknown = new LongAdder();

  /** Changed with the monitor held. */
  private volatile double lost;

  /** Changed with the monitor held. */
  private volatile double gained;

  /**
   * Notes time in loops.
   *
   * @param excess by how much it was longer than it would have been on the cores
   */
  void took(long nanos, double excess) {
    total.add(nanos);
    // Executions on the cores take no lock: a thread that is preempted with it delays all others.
    if (excess != 0) {
      loses(excess);
    }
  }

  private synchronized void loses(double excess) {
    lost += excess;
    gained -= excess;
  }

  /** What the program has gained up to now, in nanoseconds; negative if it has lost. */
  double gained() {
    return gained;
  }

  /** Notes what an execution may have gained that is compared with nothing. */
  void mayHaveGained(long nanos) {
    unknown.add(nanos);
  }

  /** What the program has gained up to now at most, in nanoseconds. */
  double mostGained() {
    return gained + unknown.sum();
  }

  /** The program has waited for a device: what it gained up to now pays for nothing later. */
  void settled() {
    if (lost < 0) {
      forgetGain();
    }
  }

  private synchronized void forgetGain() {
    lost = Math.max(0, lost);
  }

  /** The loss that is accepted, in nanoseconds. */
  double allowance() {
    return Math.max(FREE_NANOS, SHARE * total.sum());
  }

  boolean isLosing() {
    return lost > allowance();
  }
}
