package dev.slipstream.runtime.launch;

import dev.slipstream.model.loop.Loop;
import dev.slipstream.runtime.observation.LoopMeters;
import org.jspecify.annotations.Nullable;

/**
 * Learns which executions of a loop always stay with the program, and lets such executions pass the
 * loop's gate. If that depends on more than their work, it is checked again ever more rarely.
 * Thread-safe.
 */
final class StayHabit {
  /** Fewer executions are not representative, and the gate would not pay for itself. */
  private static final int FIRST = 32;

  /** After this time it is certain that the checks take longer than they can save. */
  private static final long MOST_LOOKING_NANOS = 3_000_000;

  /** For executions with some work, one check in this many costs little. */
  private static final int MOST_OF_SOME_WORK = 64;

  /** The check of a small execution may take a hundred times as long as its run. */
  private static final int MOST_OF_LITTLE_WORK = 1024;

  /** If arrays are on devices, the work is not known, and a later execution may have far more. */
  private static final int MOST_OF_ANY_WORK = 16;

  /** The reason for executions that have less work than a device or their plan would cost. */
  static final String TOO_SMALL = "too small to pay";

  /** The reason for executions that did not wait for the preparation of the loop. */
  static final String NOT_PREPARED = "not prepared yet";

  /**
   * While the loop is prepared, about once in a millisecond it is checked whether that has ended.
   */
  private static final double WORK_BETWEEN_CHECKS = 2e6;

  /** A plan that takes longer is not that of an earlier execution of the same shape. */
  private static final long COSTLY_PLAN_NANOS = 200_000;

  private final EntryGate gate;
  private final LoopMeters meters;
  private String first = TOO_SMALL;
  private String always = "";
  private String next = "";
  private long countedFirst;
  private long countedAlways;
  private long countedNext;
  private int small;

  /** Changed with the monitor held. */
  private volatile int stays;

  private long looking;
  private long checking;
  private int times = 1;
  private volatile double workPerPlanNano;
  private @Nullable LoopPreparation preparation;
  private String byChoice = "";
  private boolean isBeingPrepared;
  private volatile boolean isWaiting;
  private volatile boolean wasCostly;

  StayHabit(EntryGate gate, LoopMeters meters) {
    this.gate = gate;
    this.meters = meters;
  }

  /**
   * The first executions stay with the program while their work adds up to no more than {@link
   * CostRule#workBeforePlan}, unless the loop has paid before.
   *
   * @param when when the loop may be prepared
   */
  void begin(Loop loop, LoopPreparation when) {
    workPerPlanNano = CostRule.workPerPlanNano(loop);
    preparation = when;
    gate.first(when.isUrgent() ? 0 : CostRule.workBeforePlan(loop));
  }

  /** The loop is never prepared: all executions stay with the program, for this reason. */
  void stayUnprepared(String reason) {
    byChoice = reason;
  }

  /**
   * Whether an execution stays with the program while its loop is being prepared on another thread,
   * which begins with the second execution: many loops run only once. Executions that no device
   * would run are no reason to prepare the loop. If not, the execution waits for the preparation.
   */
  boolean staysMeanwhile(Loop loop, int start, Object[] captures) {
    if (!byChoice.isEmpty()) {
      meters.stayed(byChoice, 1);
      never(byChoice, 0);
      return true;
    }
    // For the report, each loop waits until it is prepared, as one whose work is not known.
    double work = gate.plansFirst() ? Double.NaN : gate.looked();
    LoopPreparation known = preparation;
    if (known != null && known.isPausing() && Double.isNaN(work)) {
      stays(NOT_PREPARED, 0);
      meters.stayed(NOT_PREPARED, 1);
      return true;
    }
    if (known == null || !(work < known.workThatWaits())) {
      isWaiting = true;
      return false;
    }
    if (work < CostRule.LEAST_WORK) {
      staysWithoutPlan();
      return true;
    }
    if (mayBePrepared(known)) {
      loop.prepare(start, captures, known::took);
    }
    return true;
  }

  /** If the execution has waited for the preparation of the loop, that counts, too. */
  private void mayHaveWaited(long nanos) {
    LoopPreparation known = preparation;
    if (isWaiting && known != null) {
      isWaiting = false;
      known.waited(nanos);
    }
  }

  private synchronized boolean mayBePrepared(LoopPreparation known) {
    boolean is = hasStayedBefore() || known.isUrgent();
    boolean may = is && !isBeingPrepared && known.begin();
    isBeingPrepared |= may;
    return may;
  }

  private boolean hasStayedBefore() {
    collect();
    boolean isFirst = countedFirst == 0 && first.equals(TOO_SMALL);
    meters.stayed(NOT_PREPARED, 1);
    first = NOT_PREPARED;
    gate.first(isFirst ? 0 : WORK_BETWEEN_CHECKS);
    return !isFirst;
  }

  /** No plan is needed to find out that an execution is too small, nor for the next ones. */
  private synchronized void staysWithoutPlan() {
    collect();
    always = TOO_SMALL;
    meters.stayed(TOO_SMALL, 1);
    gate.always(CostRule.LEAST_WORK);
  }

  /**
   * An execution was planned. If plan after plan takes long, because each execution has another
   * shape, the next ones stay with the program until their work pays for another plan.
   *
   * @param nanos how long the plan took, in nanoseconds
   */
  void planned(long nanos) {
    mayHaveWaited(nanos);
    boolean isCostly = nanos >= COSTLY_PLAN_NANOS;
    if (isCostly && wasCostly && workPerPlanNano > 0) {
      beginAgain();
      gate.first(workPerPlanNano * nanos);
    }
    if (isCostly != wasCostly) {
      wasCostly = isCostly;
    }
  }

  private synchronized void beginAgain() {
    collect();
    first = TOO_SMALL;
  }

  /**
   * All executions stay with the program.
   *
   * @param nanos how long it took to find that out, in nanoseconds
   */
  synchronized void never(String reason, long nanos) {
    always(reason, Double.POSITIVE_INFINITY, nanos);
  }

  /**
   * An execution was too small, and so is each with less than the smallest useful work.
   *
   * @param nanos how long it took to find that out, in nanoseconds
   */
  synchronized void small(String reason, long nanos) {
    always(reason, CostRule.LEAST_WORK, nanos);
    if (Double.isNaN(gate.looked())) {
      stays(reason, nanos);
    }
  }

  /**
   * An execution stays with the program, and others of little more work will do so for the same
   * reason.
   *
   * @param nanos how long it took to find that out, in nanoseconds
   * @return how many others have passed the gate for the reason of an earlier call since then
   */
  synchronized long stays(String reason, long nanos) {
    long before = countedNext;
    stays(reason, nanos, /* wherever= */ false);
    return countedNext - before;
  }

  /**
   * An execution cannot run as a kernel, wherever its arrays are, and the next ones cannot either.
   *
   * @param nanos how long it took to find that out, in nanoseconds
   */
  synchronized void refused(String reason, long nanos) {
    mayHaveWaited(nanos);
    stays(reason, nanos, /* wherever= */ true);
  }

  /**
   * @param wherever whether it does not matter that arrays may be on devices
   */
  private void stays(String reason, long nanos, boolean wherever) {
    collect();
    next = reason;
    stays = Math.min(stays + 1, FIRST);
    looking += nanos;
    if (stays == FIRST || looking >= MOST_LOOKING_NANOS) {
      double work = gate.looked();
      boolean isAway = work == Double.POSITIVE_INFINITY;
      if (isAway && wherever) {
        times = Math.min(2 * times, MOST_OF_ANY_WORK);
        gate.next(times, EntryGate.ANY_WORK);
        return;
      }
      boolean little = work < CostRule.LEAST_WORK;
      boolean some = work >= CostRule.LEAST_WORK && !isAway;
      times = Math.min(2 * times, little ? MOST_OF_LITTLE_WORK : MOST_OF_SOME_WORK);
      gate.next(times, some ? 2 * work : CostRule.LEAST_WORK);
    }
  }

  /** An execution runs on a device. */
  void left() {
    // Most executions take no lock: a thread that is preempted with it would delay all others.
    if (stays > 0) {
      startAnew();
    }
  }

  private synchronized void startAnew() {
    if (stays > 0) {
      collect();
      stays = 0;
      looking = 0;
      times = 1;
      gate.next(0, 0);
    }
  }

  /** Counts executions that have passed the gate; called before counts are read. */
  synchronized void collect() {
    long passedFirst = gate.passedFirst();
    meters.stayed(first, passedFirst - countedFirst);
    countedFirst = passedFirst;
    long passedAlways = gate.passedAlways();
    meters.stayed(always, passedAlways - countedAlways);
    countedAlways = passedAlways;
    long passedNext = gate.passedNext();
    meters.stayed(next, passedNext - countedNext);
    countedNext = passedNext;
  }

  private void always(String reason, double work, long nanos) {
    collect();
    always = reason;
    small = Math.min(small + 1, FIRST);
    checking += nanos;
    if (small == FIRST || checking >= MOST_LOOKING_NANOS) {
      gate.always(work);
    }
  }
}
