package dev.slipstream.runtime.launch;

import dev.slipstream.runtime.observation.LoopMeters;

/**
 * Learns which executions of a loop stay with the program whatever is found out about them, and
 * lets such executions pass the loop's gate. What depends on more than their work is found out
 * again, ever more seldom. Thread-safe.
 */
final class StayHabit {
  /** Fewer say too little of the loop, and the gate would not pay for itself. */
  private static final int FIRST = 32;

  /** By then it is plain that looks take longer than is to be gained. */
  private static final long MOST_LOOKING_NANOS = 3_000_000;

  /** To look once in so many times costs little beside executions of some work. */
  private static final int MOST_OF_SOME_WORK = 64;

  /** To look at a small execution may take a hundred times as long as to run it. */
  private static final int MOST_OF_LITTLE_WORK = 1024;

  private final EntryGate gate;
  private final LoopMeters meters;
  private String always = "";
  private String next = "";
  private long countedAlways;
  private long countedNext;
  private int small;
  private int stays;
  private long looking;
  private int times = 1;

  StayHabit(EntryGate gate, LoopMeters meters) {
    this.gate = gate;
    this.meters = meters;
  }

  /** No execution is ever to leave the program. */
  synchronized void never(String reason) {
    always(reason, Double.POSITIVE_INFINITY);
  }

  /**
   * An execution was too small, and so is each one of less than the least work.
   *
   * @param nanos how long it took to find that out, in nanoseconds
   */
  synchronized void small(String reason, long nanos) {
    always(reason, CostRule.LEAST_WORK);
    if (Double.isNaN(gate.looked())) {
      stays(reason, nanos);
    }
  }

  /**
   * An execution stays, and others of not much more work will for the same reason.
   *
   * @param nanos how long it took to find that out, in nanoseconds
   */
  synchronized void stays(String reason, long nanos) {
    collect();
    next = reason;
    stays = Math.min(stays + 1, FIRST);
    looking += nanos;
    if (stays == FIRST || looking >= MOST_LOOKING_NANOS) {
      double work = gate.looked();
      boolean little = work < CostRule.LEAST_WORK;
      boolean some = work >= CostRule.LEAST_WORK && work < Double.POSITIVE_INFINITY;
      times = Math.min(2 * times, little ? MOST_OF_LITTLE_WORK : MOST_OF_SOME_WORK);
      gate.next(times, some ? 2 * work : CostRule.LEAST_WORK);
    }
  }

  /** An execution has left the program. */
  synchronized void left() {
    if (stays > 0) {
      collect();
      stays = 0;
      looking = 0;
      times = 1;
      gate.next(0, 0);
    }
  }

  /** Counts those that have passed; done before counts are read. */
  synchronized void collect() {
    long passedAlways = gate.passedAlways();
    meters.stayed(always, passedAlways - countedAlways);
    countedAlways = passedAlways;
    long passedNext = gate.passedNext();
    meters.stayed(next, passedNext - countedNext);
    countedNext = passedNext;
  }

  private void always(String reason, double work) {
    collect();
    always = reason;
    small = Math.min(small + 1, FIRST);
    if (small == FIRST) {
      gate.always(work);
    }
  }
}
