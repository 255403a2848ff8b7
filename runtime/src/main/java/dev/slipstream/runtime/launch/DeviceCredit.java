package dev.slipstream.runtime.launch;

/**
 * Bounds what a device may cost a loop beyond what the cores would have taken. The loop is tried on
 * the device once it has taken as long on the cores as the try costs at most, as in the ski-rental
 * problem that {@link OpeningRule} names. It is given back when it has lost more than a try may
 * cost, or, once the device is warm, more than a small part of the program's time; losses are
 * summed up as in Page's test (Continuous Inspection Schemes, 1954), so that gains of the past do
 * not pay for them. Thread-safe.
 */
final class DeviceCredit {
  /** Driver and runtime are warm after so many executions, */
  private static final int COLD_RUNS = 64;

  /** and once these have taken so long: the JIT needs some time, too, for all that submits. */
  private static final double COLD_NANOS = 300_000_000;

  /** More is not lost in a try, however long the cores have taken. */
  private static final double MOST_NANOS = 500_000_000;

  /** Later tries, altogether, cost at most this part of the time between them. */
  private static final double RETRY = 10;

  private final ProgramLoss program;
  private final double coldNanos;
  private double rent;
  private double owed;
  private double budget;
  private double lost;
  private double used;
  private int runs;
  private boolean isWarm;
  private boolean isTried;
  private boolean isKnown;

  /**
   * @param program what devices cost the whole program
   * @param isCores whether the device is the host's own cores, to which nothing is submitted
   */
  DeviceCredit(ProgramLoss program, boolean isCores) {
    this.program = program;
    this.coldNanos = isCores ? 0 : COLD_NANOS;
  }

  /**
   * The device is known to be able to run the loop; only the first call counts.
   *
   * @param nanos how long the loop has taken on the cores up to now
   */
  synchronized void begins(double nanos) {
    if (!isKnown) {
      isKnown = true;
      rent += nanos;
    }
  }

  /** Notes that the cores, or the host, run an execution that the device could have run. */
  synchronized void leaves(double nanos) {
    rent += nanos;
  }

  /**
   * Whether the device may run the loop.
   *
   * @param cost the highest probable cost of a first try, in nanoseconds
   */
  synchronized boolean allows(double cost) {
    if (!isTried && rent >= Math.max(cost, owed)) {
      starts();
    }
    return isTried;
  }

  /** The device runs the loop, whatever has been paid. */
  synchronized void starts() {
    if (!isTried) {
      isTried = true;
      budget = Math.min(MOST_NANOS, ProgramLoss.FREE_NANOS + (owed == 0 ? rent : rent / RETRY));
      lost = 0;
    }
  }

  /** The device that was given back runs the loop all the same. */
  synchronized void continues() {
    isTried = true;
    owed = 0;
    lost = 0;
  }

  /** Whether the device was tried, and the loop is back on the cores until it has paid again. */
  synchronized boolean isGivenBack() {
    return !isTried && owed > 0;
  }

  /**
   * Notes the program's time for an execution on the device.
   *
   * @param excess by how much it was longer than on the cores; negative if it was shorter, or if
   *     the device has yet to run it
   */
  synchronized void ran(long nanos, double excess) {
    runs++;
    if (!isWarm && runs > COLD_RUNS && used >= coldNanos) {
      // What a cold driver has lost says nothing of a warm one.
      isWarm = true;
      lost = Math.min(0, lost);
      budget = 0;
    }
    used += nanos;
    lost += excess;
    program.took(nanos, excess);
    check();
  }

  /**
   * Notes that it is not known what an execution on the device has gained.
   *
   * @param most what it may be at most, in nanoseconds
   */
  void isUnknown(long most) {
    program.mayHaveGained(most);
  }

  /** Notes that the program has waited for results of the device. */
  synchronized void waited(long nanos) {
    used += nanos;
    lost += nanos;
    program.took(nanos, (double) nanos);
    check();
    settled();
  }

  /** Nothing is pending: what was gained up to now pays for nothing later. */
  synchronized void settled() {
    lost = Math.max(0, lost);
    program.settled();
  }

  private void check() {
    double limit = Math.max(budget, program.allowance());
    if (isTried && lost > limit && program.isLosing()) {
      isTried = false;
      owed = RETRY * lost;
      rent = 0;
    }
  }
}
